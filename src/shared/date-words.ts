// chunk: time
/**
 * Nothing here reads a clock; a moment needs a zone and names it. Invariant: nothing here asks `Intl`:
 * the first format of a page wakes the browser's calendars, which blocks a phone for 150 ms, while a
 * date's own words cost nothing.
 */
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

function zoneWords(zone: string): string {
  const named = zone.replace(/^GMT(\+0000)?$/, 'UTC');
  return named.replace(/0?(\d+)(\d\d)$/, '$1:$2').replace(':00', '');
}

/**
 * In the zone of whoever reads it, or in UTC.
 * @example momentWords('2026-03-14T18:00:00Z', 'UTC') // '14 Mar 2026, 18:00 UTC'
 */
export function momentWords(moment: string, timeZone?: 'UTC'): string {
  const date = new Date(moment);
  // Like 'Sat Mar 14 2026 19:00:00 GMT+0100 (…)', or 'Sat, 14 Mar 2026 18:00:00 GMT'.
  const words = timeZone ? date.toUTCString().replace(/, (\d+) (\w+)/, ' $2 $1') : String(date);
  const [, month = '', day, year, time = '', zone = ''] = words.split(' ');
  return `${Number(day)} ${month.replace('Sep', 'Sept')} ${year}, ${time.slice(0, 5)} ${zoneWords(zone)}`;
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
