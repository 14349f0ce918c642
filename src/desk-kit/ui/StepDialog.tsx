import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import styles from '#ui/styles/desk.module.css';
import { useStep } from './use-step.ts';

type Props = {
  readonly title: string;
  /** What its key does, with its numbers: "Refund €12.50". */
  readonly verb: string;
  readonly look?: 'primary' | 'danger';
  /** What the other key says; of an order that is cancelled "Cancel" would say both. */
  readonly stay?: string;
  readonly isBlocked: boolean;
  /** Where its fields don't say so themselves. */
  readonly isUnsaved?: boolean;
  readonly wide?: boolean;
  /** Gives what went wrong, or null. */
  readonly onGo: () => Promise<string | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** One thing is done with what is open; what went wrong is told in it, and what was typed stays. */
export function StepDialog(props: Props) {
  const {
    title,
    verb,
    look = 'primary',
    stay = 'Cancel',
    isBlocked,
    isUnsaved = false,
    wide,
    onGo,
    onClose,
    children,
  } = props;
  const { problem, isBusy, run } = useStep();
  const body = useRef<HTMLDivElement>(null);
  // On a phone the keyboard would hide what is said.
  useEffect(() => {
    if (!matchMedia('(pointer: fine)').matches) return;
    body.current?.querySelector<HTMLElement>('input:not([type=checkbox])')?.focus();
  }, []);
  async function go() {
    if ((await run(onGo())) === null) onClose();
  }
  return (
    <DeskDialog
      open
      title={title}
      {...(wide === undefined ? {} : { wide })}
      unsaved={isUnsaved}
      onClose={onClose}
      renderFoot={(close) => (
        <>
          <Button look="quiet" onClick={close}>
            {stay}
          </Button>
          <Button look={look} pending={isBusy} disabled={isBlocked} onClick={() => void go()}>
            {verb}
          </Button>
        </>
      )}
    >
      <div ref={body} className={styles['stack']}>
        {children}
        {problem !== null && (
          <p role="alert" className={styles['fault']}>
            {problem}
          </p>
        )}
      </div>
    </DeskDialog>
  );
}
