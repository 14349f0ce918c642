import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from '../styles/field.module.css';

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  readonly type: 'checkbox' | 'radio';
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
};

export function Choice({ label, hint, error, ...rest }: Props) {
  const id = useId();
  return (
    <label className={styles['choice']}>
      <input
        {...rest}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : id}
      />
      <span>{label}</span>
      {hint !== undefined && <span className={styles['hint']}>{hint}</span>}
      {error !== undefined && (
        <span className={styles['error']} id={id}>
          {error}
        </span>
      )}
    </label>
  );
}
