import styles from '../styles/toast.module.css';

export type Toast = {
  readonly id: string;
  readonly text: string;
  readonly action?: { readonly label: string; readonly act: () => void };
};

type Props = { readonly toasts: readonly Toast[]; readonly onDismiss: (id: string) => void };

/** What just happened, and how to take it back. Stays until dismissed. */
export function Toasts({ toasts, onDismiss }: Props) {
  return (
    <output className={styles['stack']} aria-live="polite">
      {toasts.map(({ id, text, action }) => (
        <div key={id} className={styles['toast']}>
          <p>{text}</p>
          {action !== undefined && (
            <button type="button" className={styles['act']} onClick={action.act}>
              {action.label}
            </button>
          )}
          <button type="button" className={styles['act']} onClick={() => onDismiss(id)}>
            Dismiss
          </button>
        </div>
      ))}
    </output>
  );
}
