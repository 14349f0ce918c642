import { dayWords } from '#shared/day-words.ts';
import type { EntryDay } from '../model/list-desk.ts';
import { Chart } from '#desk-kit/ui/Chart.tsx';
import styles from '#ui/styles/desk.module.css';
import { drawEntries } from './draw-entries.ts';

export function EntryChart({ days }: { readonly days: readonly EntryDay[] }) {
  const last = days.at(-1);
  const busiest = days.toSorted((a, b) => b.entered - a.entered)[0];
  if (last === undefined || busiest === undefined) return null;
  return (
    <Chart
      title="Entries over time"
      drawing={(width) => drawEntries(days, width)}
      head={['Day (UTC)', 'Entered', 'Total entered']}
      rows={days.map(({ day, entered, total }) => [day, String(entered), String(total)])}
    >
      <p className={styles['small']}>
        {last.total} in {days.length} {days.length === 1 ? 'day' : 'days'}, most on{' '}
        {dayWords(busiest.day)}: {busiest.entered}. Entries that were withdrawn are not counted.
      </p>
    </Chart>
  );
}
