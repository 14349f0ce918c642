/**
 * Rates as the European Central Bank publishes them each working day: as XML, or as CSV with a column for
 * each currency. Of a file with several days the newest is read.
 */
import { parseCsv } from '#shared/csv.ts';
import { monthName } from '#shared/day-words.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { childrenOf, readXml, type XmlElement } from '#shared/xml.ts';

export interface RateFile {
  /** Like 2026-11-24. */
  readonly ratedOn: string;
  /** In figures, as the file says them: no rate is rounded on its way. */
  readonly rates: ReadonlyMap<string, string>;
  /** What could not be read, in words. */
  readonly problems: readonly string[];
}

export const mostBytes = 1024 * 1024;
const mostCurrencies = 200;

/** What is told of a file is as long as a line. */
const short = (text: string) => (text.length > 20 ? `${text.slice(0, 20)}…` : text);

/** Like 1.0874: more than 0, with no more figures than the shop keeps. */
export const isRate = (text: string): boolean =>
  /^\d{1,8}(?:\.\d{1,6})?$/.test(text) && Number(text) > 0;

/** @example dayOf('24 November 2026') // '2026-11-24' ; dayOf('2026-02-30') // null */
export function dayOf(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const [, date, name, of] = /^(\d{1,2}) ([A-Z][a-z]{2,8}) (\d{4})$/.exec(text) ?? [];
  const numbered = Array.from({ length: 12 }, (_, at) => monthName(new Date(Date.UTC(2026, at))));
  const written =
    name === undefined
      ? `${year}-${month}-${day}`
      : `${of}-${String(numbered.indexOf(name) + 1).padStart(2, '0')}-${date?.padStart(2, '0')}`;
  const at = new Date(`${written}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || !at.toISOString().startsWith(written) ? null : written;
}

interface Day {
  readonly at: string;
  readonly pairs: readonly (readonly [code: string, rate: string])[];
}

/** `today` is the last day that a rate can be of. */
export function readRateFile(source: string, today: string): Result<RateFile, string> {
  if (source.length > mostBytes) return fail('This is larger than 1 MB. Use the daily file.');
  const text = source.replace(/^\uFEFF/, '').trim();
  if (text === '') return fail('There is nothing in it.');
  const days = text.startsWith('<') ? daysOfXml(text) : daysOfCsv(text);
  if (!days.ok) return days;
  const newest = days.value.toSorted((one, other) => other.at.localeCompare(one.at))[0];
  if (newest === undefined) return fail('There are no rates in it.');
  if (newest.at > today) return fail(`Its day is in the future: ${newest.at}.`);
  return readDay(newest);
}

function readDay({ at, pairs }: Day): Result<RateFile, string> {
  if (pairs.length > mostCurrencies) return fail('There are too many currencies in it.');
  const rates = new Map<string, string>();
  const problems: string[] = [];
  for (const [code, rate] of pairs) {
    if (!/^[A-Z]{3}$/.test(code)) problems.push(`“${short(code)}” is not a currency code.`);
    else if (rates.has(code)) problems.push(`${code} is there twice. The first rate is used.`);
    else if (!isRate(rate)) problems.push(`${code}: “${short(rate)}” is not a rate.`);
    else rates.set(code, rate);
  }
  return rates.size === 0
    ? fail(['There are no rates in it.', ...problems.slice(0, 3)].join(' '))
    : succeed({ ratedOn: at, rates, problems });
}

function daysOfXml(text: string): Result<readonly Day[], string> {
  const read = readXml(text);
  if (!read.ok) return read;
  const found = cubesWithDay(read.value);
  if (found.length === 0)
    return fail('This XML is not the reference rates of the European Central Bank.');
  const days = found.map((cube) => {
    const at = dayOf(cube.attributes.get('time') ?? '');
    const pairs = childrenOf(cube, 'Cube').map(
      ({ attributes }) => [attributes.get('currency') ?? '', attributes.get('rate') ?? ''] as const,
    );
    return at === null ? null : { at, pairs };
  });
  return days.some((day) => day === null)
    ? fail('It does not say the day of its rates.')
    : succeed(days.filter((day) => day !== null));
}

/** The root holds a cube of cubes, each of one day. */
const cubesWithDay = (root: XmlElement): readonly XmlElement[] =>
  childrenOf(root, 'Cube').flatMap((cube) =>
    childrenOf(cube, 'Cube').filter(({ attributes }) => attributes.has('time')),
  );

function daysOfCsv(text: string): Result<readonly Day[], string> {
  const [head = [], ...rows] = parseCsv(text).map((cells) => cells.map((cell) => cell.trim()));
  if (head[0]?.toLowerCase() !== 'date' || head.length < 2)
    return fail(
      'This is not a file of rates. Use the daily XML or CSV file of the European Central Bank.',
    );
  const days = rows.map((cells) => {
    const at = dayOf(cells[0] ?? '');
    const pairs = head
      .slice(1)
      .map((code, index) => [code, cells[index + 1] ?? ''] as const)
      // A comma ends each line; what had no rate on a day is not available.
      .filter(([code, rate]) => code !== '' && rate !== '' && rate !== 'N/A');
    return at === null ? null : { at, pairs };
  });
  return days.some((day) => day === null)
    ? fail('It does not say the day of its rates.')
    : succeed(days.filter((day) => day !== null));
}
