/**
 * The only place that turns dates into words. Nothing here reads a clock; a moment needs a zone and
 * names it, a day has none.
 */
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

/** @example momentWords('2026-03-14T18:00:00Z', 'UTC') // '14 Mar 2026, 18:00 UTC' */
export function momentWords(moment: string, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(moment));
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

function count(amount: number, one: string): string {
  return `${amount} ${one}${amount === 1 ? '' : 's'}`;
}

/** @example durationWords(93_600_000) // '1 day 2 hours' ; durationWords(30_000) // 'less than a minute' */
export function durationWords(durationMs: number): string {
  if (durationMs < minuteMs) return 'less than a minute';
  const days = Math.floor(durationMs / dayMs);
  const hours = Math.floor((durationMs % dayMs) / hourMs);
  const minutes = Math.floor((durationMs % hourMs) / minuteMs);
  if (days >= 14) return count(days, 'day');
  if (days > 0) return `${count(days, 'day')} ${count(hours, 'hour')}`;
  if (hours > 0) return `${count(hours, 'hour')} ${count(minutes, 'minute')}`;
  return count(minutes, 'minute');
}
