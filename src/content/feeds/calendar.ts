/** Invariant: an event keeps its id while its dates move, so that calendars move it too. */
import { pageAddress } from '../page-address.ts';
import { readShopDates, type ShopDate } from '../shop-dates.ts';

/** Lines of a calendar hold 75 bytes; longer ones go on after a line break and a space. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    if (Buffer.byteLength(part + character) > 73) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part].join('\r\n ');
}

function calendarText(text: string): string {
  return text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\n/g, '\\n');
}

function stamp(moment: string): string {
  return new Date(moment).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

function eventLines({ id, title, what, at, path, changedAt }: ShopDate, site: URL): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${id}@keywright`,
    `DTSTAMP:${stamp(changedAt)}`,
    `DTSTART:${stamp(at)}`,
    `SUMMARY:${calendarText(`${title}: ${what}`)}`,
    `URL:${pageAddress(path, site)}`,
    'END:VEVENT',
  ];
}

export async function calendar(site: URL): Promise<string> {
  const dates = await readShopDates();
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Keywright//Dates//EN',
    'X-WR-CALNAME:Keywright dates',
    ...dates.flatMap((date) => eventLines(date, site)),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}
