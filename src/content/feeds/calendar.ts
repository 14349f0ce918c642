/** Invariant: an event keeps its id while its dates move, so that calendars move it too. */
import { readCatalogue, type WholeProduct } from '../catalogue.ts';
import { listWords } from '#features/lists/model/list-words.ts';

interface CalendarEvent {
  readonly id: string;
  readonly summary: string;
  readonly at: string;
  readonly link: string;
  readonly changedAt: string;
}

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

const hourMs = 3_600_000;
/** From closing to the public random number, with room for the draw itself. */
const drawMs = hourMs;

function payBy(closesAt: string | null, payWithinHours: number): string | null {
  if (closesAt === null) return null;
  return new Date(Date.parse(closesAt) + drawMs + payWithinHours * hourMs).toISOString();
}

function eventsOf(product: WholeProduct, site: URL): CalendarEvent[] {
  const link = new URL(product.path, site).href;
  const changedAt = product.publishAt ?? '2026-01-01T00:00:00Z';
  const event = (id: string, summary: string, at: string | null) =>
    at === null ? [] : [{ id, summary, at, link, changedAt }];
  return [
    ...product.batches.flatMap(({ id, title, opensAt, closesAt }) => [
      ...event(`${id}-opens`, `${title}: group buy opens`, opensAt),
      ...event(`${id}-closes`, `${title}: group buy closes`, closesAt),
    ]),
    ...product.lists.flatMap(({ id, kind, title, opensAt, closesAt, payWithinHours }) => [
      ...event(`${id}-opens`, `${title}: ${listWords[kind].name.toLowerCase()} opens`, opensAt),
      ...event(`${id}-closes`, `${title}: ${listWords[kind].name.toLowerCase()} closes`, closesAt),
      ...event(
        `${id}-pay-by`,
        `${title}: payment deadline for the first winners`,
        kind === 'raffle' ? payBy(closesAt, payWithinHours) : null,
      ),
    ]),
  ];
}

function eventLines({ id, summary, at, link, changedAt }: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${id}@keywright`,
    `DTSTAMP:${stamp(changedAt)}`,
    `DTSTART:${stamp(at)}`,
    `SUMMARY:${calendarText(summary)}`,
    `URL:${link}`,
    'END:VEVENT',
  ];
}

export async function calendar(site: URL): Promise<string> {
  const { products } = await readCatalogue();
  const events = products
    .flatMap((product) => eventsOf(product, site))
    .toSorted((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id));
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Keywright//Dates//EN',
    'X-WR-CALNAME:Keywright dates',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}
