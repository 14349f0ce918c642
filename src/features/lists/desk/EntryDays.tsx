import type { EntryDay } from '../model/list-desk.ts';
import { latePart } from '#ui/react/late-part.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';

/** The plotting library comes with the first list that has something to draw. */
const EntryChart = latePart({
  load: () => import('./EntryChart.tsx').then((code) => code.EntryChart),
  waiting: <Skeleton lines={8} label="Loading the chart" />,
});

export function EntryDays({ days }: { readonly days: readonly EntryDay[] }) {
  if (days.length === 0) return null;
  return <EntryChart days={days} />;
}
