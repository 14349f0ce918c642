import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { stageName } from '#features/batches/model/batch-stage.ts';
import { DeskLink } from '#desk-kit/gate/DeskLink.tsx';
import { dayWords } from '#shared/day-words.ts';
import { etaWords, isSameEta, parseEta } from '#shared/eta.ts';
import { decimalMoney, formatMoney } from '#shared/money.ts';
import { changeSince, daysIn, periodProblem } from '../../model/figure-periods.ts';
import type {
  BatchFigures,
  Counted,
  SalesFigures,
  SalesTotals,
} from '../../model/sales-figures.ts';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Field, Select } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { $figures, periods, readFigures } from '../../store/desk-figures.ts';
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
      <Period />
      {state.kind === 'loading' && <Skeleton lines={14} label="Loading the figures" />}
      {state.kind === 'failed' && (
        <NotRead
          title="The figures could not be loaded"
          message={state.message}
          onAgain={() => void readFigures(state.period)}
        />
      )}
      {state.kind === 'ready' && <Charts figures={state.figures} />}
      {state.kind === 'ready' && <FillingUp />}
      {state.kind === 'ready' && <Funnel />}
    </div>
  );
}

const ownDays = 'Own days';

/** One that is offered, or days of one's own. */
function Period() {
  const { period } = useStore($figures);
  const [own, setOwn] = useState<{ readonly from: string; readonly to: string } | null>(null);
  const problem = own === null ? null : periodProblem(own.from, own.to);
  const choose = (from: string, to: string) => {
    setOwn({ from, to });
    if (periodProblem(from, to) === null) void readFigures({ name: '', from, to });
  };
  return (
    <div className={styles['line']}>
      <Select
        label="Period"
        value={own === null ? period.name : ownDays}
        onChange={({ target }) => {
          const chosen = periods.find(({ name }) => name === target.value);
          if (chosen === undefined) return setOwn({ from: period.from, to: period.to });
          setOwn(null);
          void readFigures(chosen);
        }}
      >
        {periods.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
        <option value={ownDays}>Own days …</option>
      </Select>
      {own !== null && (
        <>
          <Field
            label="From"
            type="date"
            value={own.from}
            max={own.to}
            onChange={({ target }) => choose(target.value, own.to)}
          />
          <Field
            label="To"
            type="date"
            value={own.to}
            min={own.from}
            error={problem ?? undefined}
            onChange={({ target }) => choose(own.from, target.value)}
          />
        </>
      )}
    </div>
  );
}

function Charts({ figures }: { readonly figures: SalesFigures }) {
  const { days, currency, countries, kits, options, stock, batches, totals, before } = figures;
  if (countries.length === 0 && batches.length === 0 && before.orders === 0) {
    return (
      <Notice tone="info" title="No sales in this period">
        <p>Paid orders appear here by day, country, kit and option.</p>
      </Notice>
    );
  }
  const told = daysIn({ name: '', ...figures });
  return (
    <>
      <Totals figures={figures} />
      <div className={own['charts']}>
        <Chart
          level={2}
          title="Paid orders by day"
          isWide
          drawing={(width) => drawDays(days, currency, width)}
          head={['Day', 'Orders', `Sales, ${currency}`, `${told} days before, ${currency}`]}
          rows={days.map((each) => [
            dayWords(each.day),
            String(each.orders),
            decimalMoney(each.net_minor, currency),
            decimalMoney(each.before_minor, currency),
          ])}
        >
          <p className={styles['small']}>
            {totals.orders === 0
              ? 'No paid orders in this period.'
              : `What came for the orders placed on each day, less what went back, shipping and VAT included. The stroke is the day ${told} days before.`}
          </p>
        </Chart>
        <Bars
          title="Orders by country"
          head="Country"
          rows={countries}
          explains="Paid orders by the country they go to; the twelve with most."
        />
        <Bars
          title="Units by kit"
          head="Kit"
          rows={kits}
          explains="Units of paid orders that were not refunded; the twelve with most."
        />
        <Bars
          title="Units by chosen option"
          head="Option"
          rows={options}
          explains="Units by what their buyers chose; the twelve with most."
        />
        {stock.length > 0 && (
          <Chart
            level={2}
            title="Stock that runs out first"
            drawing={(width) =>
              drawBars(
                stock.map(({ label, days: count }) => ({ label, count })),
                width,
              )
            }
            head={['Stock', 'Days left', 'Free now', 'Sold']}
            rows={stock.map(({ label, days: count, left, sold }) =>
              [label, count, left, sold].map(String),
            )}
          >
            <p className={styles['small']}>
              Days until what is free now is sold, at the pace of this period.
            </p>
          </Chart>
        )}
        {batches.map((batch) => (
          <Batch key={batch.code} batch={batch} />
        ))}
      </div>
    </>
  );
}

/** The sums of the period, each beside the period before. */
function Totals({ figures }: { readonly figures: SalesFigures }) {
  const { totals, before, currency, from, to } = figures;
  const sum = (minor: number) => formatMoney(minor, currency);
  const average = ({ net_minor: net, orders, other_orders: others }: SalesTotals) =>
    orders === others ? 0 : Math.round(net / (orders - others));
  const count = (value: number) => value.toLocaleString('en-GB');
  const told: readonly (readonly [
    string,
    (of: SalesTotals) => number,
    (value: number) => string,
  ])[] = [
    ['Sales', (of) => of.net_minor, sum],
    ['Paid orders', ({ orders }) => orders, count],
    ['Average order', average, sum],
    ['Units', ({ units }) => units, count],
    ['Buyers', ({ buyers }) => buyers, count],
    ['Of them returning', ({ returning }) => returning, count],
    ['Refunded', (of) => of.refunded_minor, sum],
  ];
  const days = daysIn({ name: '', from, to });
  return (
    <section aria-label="Totals" className={styles['stack']}>
      <dl className={own['totals']}>
        {told.map(([name, valueOf, words]) => {
          const change = changeSince(valueOf(totals), valueOf(before));
          return (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{words(valueOf(totals))}</dd>
              <dd className={styles['small']}>
                {words(valueOf(before))} before
                {change !== null &&
                  change !== 0 &&
                  `, ${change > 0 ? '+' : '−'}${Math.abs(change)}%`}
              </dd>
            </div>
          );
        })}
      </dl>
      <p className={styles['small']}>
        {dayWords(from)} to {dayWords(to)}, beside the {days} days before, in UTC. Sales are what
        came for orders placed in the period, less what went back. A buyer returns who had ordered
        before the period.
        {totals.other_orders > 0 &&
          ` ${totals.other_orders} orders in other currencies are in no sum.`}{' '}
        VAT is in the{' '}
        <DeskLink desk="money" search="?tab=vat">
          VAT report
        </DeskLink>
        , from the invoices.
      </p>
    </section>
  );
}

function Bars(props: {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly Counted[];
  readonly explains: string;
}) {
  const { title, head, rows, explains } = props;
  if (rows.length === 0) return null;
  return (
    <Chart
      level={2}
      title={title}
      drawing={(width) => drawBars(rows, width)}
      head={[head, 'Count']}
      rows={rows.map(({ label, count }) => [label, String(count)])}
    >
      <p className={styles['small']}>{explains}</p>
    </Chart>
  );
}

function Batch({ batch }: { readonly batch: BatchFigures }) {
  const { code, kits, stages, shipped_on: shippedOn } = batch;
  const eta = parseEta(batch.eta, batch.eta_precision);
  const originalEta = parseEta(batch.original_eta, batch.eta_precision);
  const words = [
    originalEta !== null && `first planned for ${etaWords(originalEta)}`,
    eta !== null && !isSameEta(eta, originalEta) && `now for ${etaWords(eta)}`,
    shippedOn !== null && `shipped on ${dayWords(shippedOn)}`,
  ].filter((word) => word !== false);
  const days = stages.map(({ stage, days: count }) => `${stageName(stage)} ${count}`);
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
