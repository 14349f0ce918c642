/**
 * The only place that turns moments and durations into words. Nothing here reads a clock; a moment
 * needs a zone and names it.
 */
/** Building one costs a page more than a hundred moments that are told with it. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  formats.set(timeZone, made);
  return made;
}

/** @example momentWords('2026-03-14T18:00:00Z', 'UTC') // '14 Mar 2026, 18:00 UTC' */
export function momentWords(moment: string, timeZone?: string): string {
  return formatOf(timeZone).format(new Date(moment));
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
