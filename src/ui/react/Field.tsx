// chunk: controls
import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from '../styles/field.module.css';

type Around = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly optional?: boolean;
};

type Frame = Around & {
  readonly renderControl: (shared: {
    readonly id: string;
    readonly className: string | undefined;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': true | undefined;
  }) => ReactNode;
};

function FieldFrame({ label, hint, error, optional = false, renderControl }: Frame) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`];
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
        {optional && <span className={styles['optional']}> (optional)</span>}
      </label>
      {renderControl({
        id,
        className: styles['input'],
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p className={styles['hint']} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className={styles['error']} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

type Control<Tag extends 'input' | 'select' | 'textarea'> = Around & ComponentProps<Tag>;

export function Field({ label, hint, error, optional, ...rest }: Control<'input'>) {
  const around = { label, hint, error, optional: optional ?? false };
  return <FieldFrame {...around} renderControl={(shared) => <input {...rest} {...shared} />} />;
}

export function Select({ label, hint, error, optional, ...rest }: Control<'select'>) {
  const around = { label, hint, error, optional: optional ?? false };
  return <FieldFrame {...around} renderControl={(shared) => <select {...rest} {...shared} />} />;
}

export function TextArea({ label, hint, error, optional, ...rest }: Control<'textarea'>) {
  const around = { label, hint, error, optional: optional ?? false };
  return <FieldFrame {...around} renderControl={(shared) => <textarea {...rest} {...shared} />} />;
}
