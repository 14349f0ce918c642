/**
 * The only place that turns moments and durations into words. Nothing here reads a clock; a moment
 * needs a zone and names it. Invariant: nothing here asks `Intl`: the first format of a page wakes the
 * browser's calendars, which blocks a phone for 150 ms, while a date's own words cost nothing.
 */
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

function zoneWords(aheadMinutes: number): string {
  if (aheadMinutes === 0) return 'UTC';
  const away = Math.abs(aheadMinutes);
  const rest = away % 60;
  return `GMT${aheadMinutes < 0 ? '-' : '+'}${(away - rest) / 60}${rest ? `:${rest}` : ''}`;
}

/**
 * In the zone of whoever reads it, or in UTC.
 * @example momentWords('2026-03-14T18:00:00Z', 'UTC') // '14 Mar 2026, 18:00 UTC'
 */
export function momentWords(moment: string, timeZone?: 'UTC'): string {
  const date = new Date(moment);
  const aheadMinutes = timeZone ? 0 : -date.getTimezoneOffset();
  // Like 'Sat, 14 Mar 2026 18:00:00 GMT'.
  const words = new Date(date.getTime() + aheadMinutes * minuteMs).toUTCString();
  const [, day = words, time = ''] = /, 0?(.+) (\d+:\d+):/.exec(words) ?? [];
  return `${day.replace('Sep', 'Sept')}, ${time} ${zoneWords(aheadMinutes)}`;
}

function count(amount: number, one: string): string {
  return `${amount} ${one}${amount === 1 ? '' : 's'}`;
}

/** @example durationWords(93_600_000) // '1 day 2 hours' ; durationWords(30_000) // 'less than a minute' */
export function durationWords(durationMs: number): string {
  const days = Math.floor(durationMs / dayMs);
  const hours = Math.floor((durationMs % dayMs) / hourMs);
  const minutes = Math.floor((durationMs % hourMs) / minuteMs);
  if (days >= 14) return count(days, 'day');
  if (days > 0) return `${count(days, 'day')} ${count(hours, 'hour')}`;
  if (hours > 0) return `${count(hours, 'hour')} ${count(minutes, 'minute')}`;
  return minutes > 0 ? count(minutes, 'minute') : 'less than a minute';
}
