import { countWords } from '#features/batches/model/batch-desk.ts';
import { spansOf, type BatchProgress } from '#features/batches/model/batch-progress.ts';
import { Chart } from '#desk-kit/ui/Chart.tsx';
import styles from '#ui/styles/desk.module.css';
import own from '#desk-kit/ui/figures.module.css';
import { drawFilling, drawSpans } from './draw-progress.ts';

export function ProgressCharts({ batches }: { readonly batches: readonly BatchProgress[] }) {
  return batches.map((batch) => (
    <section key={batch.id} className={own['charts']} aria-label={`Progress of ${batch.code}`}>
      {batch.kits.map((kit) => {
        const title = `${batch.code}: ${kit.label}`;
        const words = countWords(kit, kit.moq);
        const undated =
          kit.undated > 0
            ? ` For ${kit.undated} the day is not known, so they are counted on the opening day.`
            : '';
        if (kit.days.length === 0) {
          return (
            <p key={title} className={styles['small']}>
              {title}: {words}. Its curve starts at the first payment.
            </p>
          );
        }
        return (
          <Chart
            key={title}
            title={title}
            drawing={(width) => drawFilling(kit, width)}
            head={['Day', 'Paid until then']}
            rows={kit.days.map(({ day, total }) => [day, String(total)])}
          >
            <p className={styles['small']}>
              {words}; the line is the minimum.{undated}
            </p>
          </Chart>
        );
      })}
      {spansOf(batch).length > 0 && <Spans batch={batch} />}
    </section>
  ));
}

function Spans({ batch }: { readonly batch: BatchProgress }) {
  const { code, planned_days: planned, real_days: taken } = batch;
  const promise = planned === null ? 'Nothing was promised' : `${planned} days promised`;
  const real = taken === null ? 'not all shipped yet' : `${taken} days taken`;
  return (
    <Chart
      title={`${code}: stages, planned and actual`}
      drawing={(width) => drawSpans(batch, width)}
      head={['Stage', 'Days']}
      rows={spansOf(batch).map(({ what, days }) => [what, String(days)])}
    >
      <p className={styles['small']}>
        From closing: {promise}, {real}.
      </p>
    </Chart>
  );
}
