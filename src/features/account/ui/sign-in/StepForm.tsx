import type { ReactNode } from 'react';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { $failure, $isPending } from '../../store/auth-flow.ts';
import { $waitSeconds } from '../../store/waiting.ts';
import styles from './auth.module.css';

type Props = {
  readonly action: string;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
  /** Other ways to go on. */
  readonly foot?: ReactNode;
};

/** One step: what failed, its fields, the key that acts, and the other ways. */
export function StepForm({ action, onSubmit, children, foot }: Props) {
  const isPending = useStore($isPending);
  return (
    <form
      className={styles['step']}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      <StepFailure />
      {children}
      <Button type="submit" look="primary" wide pending={isPending}>
        {action}
      </Button>
      {foot !== undefined && <div className={styles['ways']}>{foot}</div>}
    </form>
  );
}

export function StepFailure() {
  const failure = useStore($failure);
  const waitSeconds = useStore($waitSeconds);
  if (failure === null) return null;
  return (
    <Notice tone="fault" role="alert" title={failure.title}>
      {failure.help.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {failure.waitSeconds !== null && waitSeconds > 0 && (
        <p aria-hidden="true">
          You can try again in <b className="figures">{waitSeconds} s</b>.
        </p>
      )}
    </Notice>
  );
}
