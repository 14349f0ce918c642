import { useStore } from '@nanostores/react';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Select } from '#ui/react/Field.tsx';
import { ProgressCharts } from '#features/catalogue/desk/batches/ProgressCharts.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { $filling, readFilling } from '../../store/desk-filling.ts';
import { $batches } from '../../store/desk-orders.ts';
import styles from '#ui/styles/desk.module.css';

/** How the kits of one batch came to their minimum, day by day. */
export function FillingUp() {
  const batches = useStore($batches).filter(({ values }) => values.stage !== 'draft');
  const state = useStore($filling);
  if (batches.length === 0) return null;
  return (
    <section className={styles['stack']} aria-labelledby="filling-up">
      <h3 id="filling-up">How a batch filled up</h3>
      <div className={styles['line']}>
        <Select
          label="Batch"
          value={state?.batchId ?? ''}
          onChange={(event) => void readFilling(event.target.value)}
        >
          <option value="" disabled>
            Choose one
          </option>
          {batches.map((batch) => (
            <option key={batch.id} value={batch.id}>
              {batch.values.code}
            </option>
          ))}
        </Select>
      </div>
      {state?.kind === 'loading' && <Skeleton lines={8} label="Loading orders by day" />}
      {state?.kind === 'failed' && (
        <NotRead
          title="The orders by day could not be loaded"
          message={state.message}
          onAgain={() => void readFilling(state.batchId)}
        />
      )}
      {state?.kind === 'ready' && state.batch === null && (
        <p className={styles['small']}>Only the six newest batches of a product are shown.</p>
      )}
      {state?.kind === 'ready' && state.batch !== null && (
        <ProgressCharts batches={[state.batch]} />
      )}
    </section>
  );
}
