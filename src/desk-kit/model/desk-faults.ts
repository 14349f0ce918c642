import { numberOf, textOf, type DeskRow } from './desk-row.ts';

/** By the name of the field; what is fine is not in it. */
export type Faults = Readonly<Record<string, string>>;

/** Keeps the rules that are broken; of two for one field the later one is told. */
export const broken = (rules: readonly (readonly [string, boolean, string])[]): Faults =>
  Object.fromEntries(rules.flatMap(([name, holds, words]) => (holds ? [] : [[name, words]])));

export const isBetween = (value: number | null, least: number, most: number): boolean =>
  value !== null && value >= least && value <= most;

export const isLong = (row: DeskRow, column: string, least: number, most: number): boolean =>
  isBetween(textOf(row, column).trim().length, least, most);

export const isCode = (row: DeskRow): boolean =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(textOf(row, 'code'));
export const codeWords = 'Small letters, digits and single hyphens, as in light-signal.';

export function listFaults(list: DeskRow): Faults {
  const [opens, closes] = [textOf(list, 'opens_at'), textOf(list, 'closes_at')];
  const isWindow = opens === '' || closes === '' || Date.parse(closes) > Date.parse(opens);
  return broken([
    ['title', isLong(list, 'title', 2, 120), 'Between 2 and 120 characters, please.'],
    ['closes_at', isWindow, 'Later than it opens, please.'],
    ['capacity', (numberOf(list, 'capacity') ?? 1) >= 1, 'At least one, or empty.'],
    ['max_wins', isBetween(numberOf(list, 'max_wins'), 1, 100), 'Between 1 and 100, please.'],
    [
      'pay_within_hours',
      isBetween(numberOf(list, 'pay_within_hours'), 1, 168),
      'Between an hour and a week, please: 1 to 168.',
    ],
  ]);
}

export function colourFaults(colour: DeskRow): Faults {
  const size = numberOf(colour, 'edition_size');
  const isEdition = textOf(colour, 'product_id') !== '';
  const given = (numberOf(colour, 'commissioned') ?? 0) + (numberOf(colour, 'given_away') ?? 0);
  const isNumbered = isEdition || isLong(colour, 'physical_code', 1, 40);
  return broken([
    ['name', isLong(colour, 'name', 1, 80), 'Between 1 and 80 characters, please.'],
    ['code', isCode(colour), codeWords],
    ['physical_code', isNumbered, 'The number that the maker’s book has, please.'],
    ['given_away', !isEdition || given <= (size ?? 0), 'More than the edition has.'],
    ['edition_size', !isEdition || isBetween(size, 1, 10_000), 'Between 1 and 10,000, please.'],
  ]);
}

export function paletteFaults(palette: DeskRow): Faults {
  return broken([
    ['title', isLong(palette, 'title', 2, 80), 'Between 2 and 80 characters, please.'],
    ['code', isCode(palette), codeWords],
    ['maker', isLong(palette, 'maker', 2, 80), 'Between 2 and 80 characters, please.'],
  ]);
}
