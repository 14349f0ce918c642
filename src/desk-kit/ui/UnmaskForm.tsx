import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import styles from '#ui/styles/desk.module.css';

type Props = {
  readonly label: string;
  /** Gives what went wrong, or null. */
  readonly onAsk: (reason: string) => Promise<string | null>;
};

/** For who sees somebody masked: shown for a reason, which the audit log keeps. */
export function UnmaskForm({ label, onAsk }: Props) {
  const [reason, setReason] = useTyped();
  const [problem, setProblem] = useState<string | null>(null);
  async function ask() {
    setProblem(null);
    setProblem(await onAsk(reason));
  }
  return (
    <>
      <Field
        label="Reason"
        hint="Kept in the audit log with your name"
        error={problem ?? undefined}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className={styles['line']}>
        <Button size="small" onClick={() => void ask()}>
          {label}
        </Button>
      </div>
    </>
  );
}
