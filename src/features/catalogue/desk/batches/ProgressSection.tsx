import { useStore } from '@nanostores/react';
import { latePart } from '#ui/react/late-part.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { $progress, readProgress } from '../../store/desk-progress.ts';
import styles from '#ui/styles/desk.module.css';

const loading = <Skeleton lines={8} label="Loading the progress" />;

/** The plotting library is loaded by whoever wants to see it. */
const ProgressCharts = latePart({
  load: () => import('./ProgressCharts.tsx').then((code) => code.ProgressCharts),
  waiting: loading,
});

export function ProgressSection() {
  const state = useStore($progress);
  if (state.kind === 'loading') return loading;
  if (state.kind === 'failed') {
    return (
      <NotRead
        title="The progress could not be loaded"
        message={state.message}
        onAgain={() => void readProgress()}
      />
    );
  }
  if (state.kind === 'closed') {
    return (
      <div className={styles['line']}>
        <Button size="small" onClick={() => void readProgress()}>
          Show orders over time
        </Button>
      </div>
    );
  }
  if (state.batches.length === 0) {
    return <p className={styles['small']}>No batch has been announced yet.</p>;
  }
  return <ProgressCharts batches={state.batches} />;
}
