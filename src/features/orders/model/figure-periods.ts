/** From the first day to the last, both counted; days are of UTC, as the database counts them. */
export interface FigurePeriod {
  /** Empty for days of one's own. */
  readonly name: string;
  /** YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const dayMs = 86_400_000;

/** How many days a period has. @example daysIn({ name: '', from: '2026-11-01', to: '2026-11-30' }) // 30 */
export const daysIn = ({ from, to }: FigurePeriod): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** So many days until today. */
export const lastDays = (days: number, now = new Date()): FigurePeriod => ({
  name: `Last ${days} days`,
  from: dayOf(now.getTime() - (days - 1) * dayMs),
  to: dayOf(now.getTime()),
});

/** Those that are offered, the usual one first. */
export function figurePeriods(now: Date): readonly FigurePeriod[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const today = dayOf(now.getTime());
  return [
    lastDays(30, now),
    lastDays(7, now),
    lastDays(90, now),
    { ...lastDays(365, now), name: 'Last 12 months' },
    { name: 'This month', from: dayOf(Date.UTC(year, month, 1)), to: today },
    {
      name: 'Last month',
      from: dayOf(Date.UTC(year, month - 1, 1)),
      to: dayOf(Date.UTC(year, month, 0)),
    },
    { name: 'This year', from: dayOf(Date.UTC(year, 0, 1)), to: today },
    {
      name: String(year - 1),
      from: dayOf(Date.UTC(year - 1, 0, 1)),
      to: dayOf(Date.UTC(year - 1, 11, 31)),
    },
  ];
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/** What is wrong with days of one's own, or null. */
export function periodProblem(from: string, to: string): string | null {
  if (!day.test(from) || !day.test(to)) return 'Enter both days.';
  const days = daysIn({ name: '', from, to });
  if (!(days >= 1)) return 'The last day is before the first.';
  return days > 366 ? 'Choose a period of one year at most.' : null;
}

/** What changed since the period before, in whole hundredths; null where there was nothing to compare with. */
export function changeSince(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) * 100) / before);
}
