import styles from '#styles/ui/stage.module.css';

export type StageStep = {
  readonly name: string;
  readonly progress: 'done' | 'now' | 'ahead' | 'failed';
  readonly when?: string;
};

const spoken = { done: 'done', now: 'now', ahead: 'to come', failed: 'did not succeed' } as const;

export function StageBar({ steps }: { readonly steps: readonly StageStep[] }) {
  return (
    <ol className={styles['stages']}>
      {steps.map(({ name, progress, when }) => (
        <li
          key={name}
          className={`${styles['stage']} ${styles[progress]}`}
          aria-current={progress === 'now' ? 'step' : undefined}
        >
          <span className={styles['name']}>
            {name}
            <span className="visually-hidden">, {spoken[progress]}</span>
          </span>
          {when !== undefined && <span className={styles['when']}>{when}</span>}
        </li>
      ))}
    </ol>
  );
}
