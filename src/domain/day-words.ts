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
