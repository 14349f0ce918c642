/** A day in words; it has no zone. What is planned for a month or a quarter is said by eta.ts. */

/** Said by ourselves: the browser's own calendars take longer to wake than a page's script to run. */
const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

export function monthName(date: Date): string {
  return months[date.getUTCMonth()] ?? '';
}

/** @example dayWords('2026-09-15') // '15 Sept 2026' */
export function dayWords(day: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  const month = monthName(date);
  return `${date.getUTCDate()} ${month.slice(0, month === 'September' ? 4 : 3)} ${date.getUTCFullYear()}`;
}
