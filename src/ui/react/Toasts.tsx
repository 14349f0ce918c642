import { useEffect, useState } from 'react';
import styles from '../styles/toast.module.css';

export type Toast = {
  readonly id: string;
  readonly text: string;
  readonly action?: { readonly label: string; readonly act: () => void };
};

type Props = {
  readonly toasts: readonly Toast[];
  readonly onDismiss: (id: string) => void;
  /** How long each stays; without it, until dismissed. */
  readonly staysMs?: number;
};

/** What just happened, and how to undo it. None leaves while it is pointed at or holds the focus. */
export function Toasts({ toasts, onDismiss, staysMs }: Props) {
  const [isHeld, setHeld] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- nothing is pressed here: what is looked at stays
    <output
      className={styles['stack']}
      aria-live="polite"
      data-toasts
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {staysMs !== undefined &&
        !isHeld &&
        toasts.map(({ id }) => <Leaving key={id} afterMs={staysMs} onEnd={() => onDismiss(id)} />)}
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

type LeavingProps = { readonly afterMs: number; readonly onEnd: () => void };

function Leaving({ afterMs, onEnd }: LeavingProps) {
  const [end] = useState(() => onEnd);
  useEffect(() => {
    const timer = setTimeout(end, afterMs);
    return () => clearTimeout(timer);
  }, [end, afterMs]);
  return null;
}
