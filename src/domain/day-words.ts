/** The only place that turns days into words: a day has no zone, and is known to the day, month or quarter. */
export type DatePrecision = 'day' | 'month' | 'quarter';

export function isDatePrecision(text: string): text is DatePrecision {
  return text === 'day' || text === 'month' || text === 'quarter';
}

const dayFormat = /* @__PURE__ */ new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const monthFormat = /* @__PURE__ */ new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** @example dayWords('2026-09-15', 'quarter') // 'Q3 2026' ; dayWords('2026-09-15') // '15 Sept 2026' */
export function dayWords(day: string, precision: DatePrecision = 'day'): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  if (precision === 'month') return monthFormat.format(date);
  if (precision === 'quarter') {
    return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${date.getUTCFullYear()}`;
  }
  return dayFormat.format(date);
}
