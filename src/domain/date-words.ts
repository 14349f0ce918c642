/**
 * The only place that turns moments and durations into words. Nothing here reads a clock; a moment
 * needs a zone and names it.
 */
const formatIn = (timeZone?: string) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });

/** Building one costs a page more than a hundred moments that are told with it. */
let ownFormat: Intl.DateTimeFormat | undefined;

/** @example momentWords('2026-03-14T18:00:00Z', 'UTC') // '14 Mar 2026, 18:00 UTC' */
export function momentWords(moment: string, timeZone?: string): string {
  const format = timeZone ? formatIn(timeZone) : (ownFormat ??= formatIn());
  return format.format(new Date(moment));
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

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
