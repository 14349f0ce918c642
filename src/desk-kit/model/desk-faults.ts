import { numberOf, textOf, type DeskRow, type Draft, type NameIn } from './desk-row.ts';

/** By the name of the field; what is fine is not in it. */
export type Faults = Readonly<Record<string, string>>;

/** Keeps the rules that are broken; of two for one field the later one is told. */
export const broken = (rules: readonly (readonly [string, boolean, string])[]): Faults =>
  Object.fromEntries(rules.flatMap(([name, holds, words]) => (holds ? [] : [[name, words]])));

export const isBetween = (value: number | null, least: number, most: number): boolean =>
  value !== null && value >= least && value <= most;

export const isLong = <Values>(
  row: DeskRow<Values>,
  column: NameIn<Values>,
  least: number,
  most: number,
): boolean => isBetween(textOf(row, column).trim().length, least, most);

export const isCode = (row: Draft<{ readonly code: string }>): boolean =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(textOf(row, 'code'));
export const codeWords = 'Use lower-case letters, digits and single hyphens, as in light-signal.';

export function colourFaults(colour: DeskRow): Faults {
  const size = numberOf(colour, 'edition_size');
  const isEdition = textOf(colour, 'product_id') !== '';
  const given = (numberOf(colour, 'commissioned') ?? 0) + (numberOf(colour, 'given_away') ?? 0);
  const isNumbered = isEdition || isLong(colour, 'physical_code', 1, 40);
  return broken([
    ['name', isLong(colour, 'name', 1, 80), 'Enter 1 to 80 characters.'],
    ['code', isCode(colour), codeWords],
    ['physical_code', isNumbered, 'Enter the supplier code.'],
    ['given_away', !isEdition || given <= (size ?? 0), 'Enter no more than the edition size.'],
    ['edition_size', !isEdition || isBetween(size, 1, 10_000), 'Enter 1 to 10,000.'],
  ]);
}

export function paletteFaults(palette: DeskRow): Faults {
  return broken([
    ['title', isLong(palette, 'title', 2, 80), 'Enter 2 to 80 characters.'],
    ['code', isCode(palette), codeWords],
    ['maker', isLong(palette, 'maker', 2, 80), 'Enter 2 to 80 characters.'],
  ]);
}
