import { useStore } from '@nanostores/react';
import { dayWords } from '#shared/day-words.ts';
import { etaWords, isSameEta } from '#shared/eta.ts';
import { formatMoney } from '#shared/money.ts';
import type { BatchFigures, Counted, SalesFigures } from '../model/sales-figures.ts';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Select } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { $figures, figureWindows, readFigures } from '../store/desk-figures.ts';
import styles from '#ui/styles/desk.module.css';
import { Chart } from '#desk-kit/ui/Chart.tsx';
import { drawBars, drawDays, drawMinimums } from './draw-chart.ts';
import { FillingUp } from './FillingUp.tsx';
import { Funnel } from './Funnel.tsx';
import own from '#desk-kit/ui/figures.module.css';

export function Figures() {
  const state = useStore($figures);
  return (
    <div className={styles['stack']}>
      <div className={styles['line']}>
        <Select
          label="Show the last"
          value={String(state.days)}
          onChange={(event) => {
            const days = figureWindows.find((each) => String(each) === event.target.value);
            if (days !== undefined) void readFigures(days);
          }}
        >
          {figureWindows.map((days) => (
            <option key={days} value={days}>
              {days === 366 ? 'year' : `${days} days`}
            </option>
          ))}
        </Select>
      </div>
      {state.kind === 'loading' && <Skeleton lines={14} label="Loading the figures" />}
      {state.kind === 'failed' && (
        <NotRead
          title="The figures could not be loaded"
          message={state.message}
          onAgain={() => void readFigures(state.days)}
        />
      )}
      {state.kind === 'ready' && <Charts figures={state.figures} />}
      {state.kind === 'ready' && <FillingUp />}
      {state.kind === 'ready' && <Funnel />}
    </div>
  );
}

function Charts({ figures }: { readonly figures: SalesFigures }) {
  const { days, currency, countries, kits, options, batches } = figures;
  if (countries.length === 0 && batches.length === 0) {
    return (
      <Notice tone="info" title="No sales in this period">
        <p>Paid orders appear here by day, country, kit and option.</p>
      </Notice>
    );
  }
  return (
    <div className={own['charts']}>
      <Chart
        level={2}
        title="Paid orders by day"
        isWide
        drawing={(width) => drawDays(days, currency, width)}
        head={['Day', 'Orders', 'Total']}
        rows={days.map(({ day, orders, netMinor }) => [
          dayWords(day),
          String(orders),
          formatMoney(netMinor, currency),
        ])}
      >
        {days.every(({ orders }) => orders === 0) && (
          <p className={styles['small']}>No paid orders in this period.</p>
        )}
      </Chart>
      <Bars title="Orders by country" head="Country" rows={countries} />
      <Bars title="Units by kit" head="Kit" rows={kits} />
      <Bars title="Units by chosen option" head="Option" rows={options} />
      {batches.map((batch) => (
        <Batch key={batch.code} batch={batch} />
      ))}
    </div>
  );
}

function Bars(props: {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly Counted[];
}) {
  const { title, head, rows } = props;
  if (rows.length === 0) return null;
  return (
    <Chart
      level={2}
      title={title}
      drawing={(width) => drawBars(rows, width)}
      head={[head, 'Count']}
      rows={rows.map(({ label, count }) => [label, String(count)])}
    />
  );
}

function Batch({ batch }: { readonly batch: BatchFigures }) {
  const { code, kits, stages, eta, originalEta, shippedOn } = batch;
  const words = [
    originalEta !== null && `first planned for ${etaWords(originalEta)}`,
    eta !== null && !isSameEta(eta, originalEta) && `now for ${etaWords(eta)}`,
    shippedOn !== null && `shipped on ${dayWords(shippedOn)}`,
  ].filter((word) => word !== false);
  const days = stages.map(({ stage, days: count }) => `${stage.replaceAll('_', ' ')} ${count}`);
  return (
    <Chart
      level={2}
      title={`${code}: kits ordered, compared with the minimum`}
      drawing={(width) => drawMinimums(batch, width)}
      head={['Kit', 'Ordered', 'Minimum']}
      rows={kits.map(({ label, count, moq }) => [label, String(count), String(moq)])}
    >
      <p className={styles['small']}>
        {words.length > 0 && `Delivery was ${words.join(', ')}. `}
        {days.length > 0 && `Days in each stage: ${days.join(', ')}.`}
      </p>
    </Chart>
  );
}
