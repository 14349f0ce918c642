import { lazy, Suspense } from 'react';
import type { EntryDay } from '#domain/list-desk.ts';
import { Skeleton } from '#islands/ui/Skeleton.tsx';

/** The plotting library comes with the first list that has something to draw. */
const EntryChart = lazy(async () => ({
  default: (await import('./EntryChart.tsx')).EntryChart,
}));

export function EntryDays({ days }: { readonly days: readonly EntryDay[] }) {
  if (days.length === 0) return null;
  return (
    <Suspense fallback={<Skeleton lines={8} label="Drawing the entries over time" />}>
      <EntryChart days={days} />
    </Suspense>
  );
}
