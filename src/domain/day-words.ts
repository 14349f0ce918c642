/** The only place that turns days into words: a day has no zone, and is known to the day, month or quarter. */
export type DatePrecision = 'day' | 'month' | 'quarter';

export function isDatePrecision(text: string): text is DatePrecision {
  return text === 'day' || text === 'month' || text === 'quarter';
}

/** Said by ourselves: the browser's own calendars take longer to wake than a page's script to run. */
const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** @example dayWords('2026-09-15', 'quarter') // 'Q3 2026' ; dayWords('2026-09-15') // '15 Sept 2026' */
export function dayWords(day: string, precision: DatePrecision = 'day'): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  const year = date.getUTCFullYear();
  if (precision === 'quarter') return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${year}`;
  const month = months[date.getUTCMonth()] ?? '';
  if (precision === 'month') return `${month} ${year}`;
  return `${date.getUTCDate()} ${month.slice(0, month === 'September' ? 4 : 3)} ${year}`;
}

/** When a batch is planned to leave, as exactly as its maker dared to say. */
export function etaWords(day: string | null, precision: string): string {
  if (day === null) return 'not set';
  return dayWords(day, isDatePrecision(precision) ? precision : 'day');
}

const dayMs = 86_400_000;

/** The days that a promise names: whoever says a month has its first and its last. */
function promisedDays(
  day: string,
  precision: string,
): { readonly first: number; readonly last: number } {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (precision === 'month')
    return { first: Date.UTC(year, month), last: Date.UTC(year, month + 1, 0) };
  if (precision !== 'quarter') return { first: date.getTime(), last: date.getTime() };
  const start = month - (month % 3);
  return { first: Date.UTC(year, start), last: Date.UTC(year, start + 3, 0) };
}

/**
 * How a promised day, month or quarter was kept.
 * @example keptWords('2026-06-01', 'month', '2026-06-30') // 'on time'
 * @example keptWords('2026-06-01', 'month', '2026-07-25') // '4 weeks late'
 */
export function keptWords(promised: string, precision: string, shipped: string): string {
  const { first, last } = promisedDays(promised, precision);
  const at = Date.parse(`${shipped.slice(0, 10)}T00:00:00Z`);
  const days = at > last ? at - last : Math.min(0, at - first);
  const weeks = Math.round(Math.abs(days) / dayMs / 7);
  if (weeks === 0) return 'on time';
  return `${weeks} ${weeks === 1 ? 'week' : 'weeks'} ${days > 0 ? 'late' : 'early'}`;
}
