import type { ReactNode } from 'react';
import { Button } from '#ui/react/Button.tsx';
import styles from '#ui/styles/desk.module.css';

type Props = {
  /** Why it was not saved. */
  readonly problem: string | null;
  readonly isSaving: boolean;
  readonly canSave: boolean;
  readonly verb?: string;
  readonly onSave: () => void;
  readonly children: ReactNode;
};

/** A form within a card, saved by a key of its own. */
export function SaveForm({ problem, isSaving, canSave, verb = 'Save', onSave, children }: Props) {
  return (
    <form
      className={styles['stack']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      {children}
      {problem !== null && (
        <p className={styles['fault']} role="alert">
          {problem}
        </p>
      )}
      <div className={styles['line']}>
        <Button type="submit" size="small" look="primary" pending={isSaving} disabled={!canSave}>
          {verb}
        </Button>
      </div>
    </form>
  );
}
