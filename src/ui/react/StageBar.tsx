import styles from '../styles/stage.module.css';

export type StageStep =
  | { readonly name: string; readonly progress: 'done' | 'now' | 'ahead'; readonly when?: string }
  | { readonly name: string; readonly progress: 'ended'; readonly spoken: string };

const looks = { done: 'done', now: 'now', ahead: 'ahead', ended: 'failed' } as const;
const spoken = { done: 'done', now: 'now', ahead: 'to come' } as const;

/** What the colour of a step says, for who does not see it. */
const spokenOf = (step: StageStep): string =>
  step.progress === 'ended' ? step.spoken : spoken[step.progress];

export function StageBar({ steps }: { readonly steps: readonly StageStep[] }) {
  return (
    <ol className={styles['stages']}>
      {steps.map((step) => (
        <li
          key={step.name}
          className={`${styles['stage']} ${styles[looks[step.progress]]}`}
          aria-current={step.progress === 'now' ? 'step' : undefined}
        >
          <span className={styles['name']}>
            {step.name}
            <span className="visually-hidden">, {spokenOf(step)}</span>
          </span>
          {'when' in step && <span className={styles['when']}>{step.when}</span>}
        </li>
      ))}
    </ol>
  );
}
