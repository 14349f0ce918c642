import { useStore } from '@nanostores/react';
import { funnelSteps } from '../../model/visit-funnel.ts';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Chart } from '#desk-kit/ui/Chart.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { $funnel, readFunnel } from '../../store/desk-funnel.ts';
import styles from '#ui/styles/desk.module.css';
import { drawBars } from './draw-chart.ts';

/** How far the visits of those came who agreed to be counted. */
export function Funnel() {
  const state = useStore($funnel);
  if (state.kind === 'loading') return <Skeleton lines={6} label="Loading the funnel" />;
  if (state.kind === 'failed') {
    return (
      <NotRead
        title="The funnel could not be loaded"
        message={state.message}
        onAgain={() => void readFunnel()}
      />
    );
  }
  const { orders, paid } = state.funnel;
  const steps = funnelSteps(state.funnel);
  if (steps.every(({ visits }) => visits === 0)) {
    return (
      <Notice tone="info" title="No visits counted in this period">
        <p>
          Only visitors who agreed to be counted are included. All orders: {orders} placed, {paid}{' '}
          paid.
        </p>
      </Notice>
    );
  }
  return (
    <Chart
      level={2}
      title="Conversion funnel"
      drawing={(width) =>
        drawBars(
          steps.map(({ label, visits }) => ({ label, count: visits })),
          width,
        )
      }
      head={['Step', 'Visits', 'Share of viewers']}
      rows={steps.map(({ label, visits, percent }) => [
        label,
        String(visits),
        percent === null ? '' : `${percent}%`,
      ])}
    >
      <p className={styles['small']}>
        Visits of those who agreed to be counted, each once per step. All orders: {orders} placed,{' '}
        {paid} paid.
      </p>
    </Chart>
  );
}
