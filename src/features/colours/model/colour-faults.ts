import {
  broken,
  codeWords,
  isBetween,
  isCode,
  isLong,
  type Faults,
} from '#desk-kit/model/desk-faults.ts';
import { numberOf, textOf, type Draft } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';

export function colourFaults(colour: Draft<Row<'colorways'>>): Faults {
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

export function paletteFaults(palette: Draft<Row<'palettes'>>): Faults {
  return broken([
    ['title', isLong(palette, 'title', 2, 80), 'Enter 2 to 80 characters.'],
    ['code', isCode(palette), codeWords],
    ['maker', isLong(palette, 'maker', 2, 80), 'Enter 2 to 80 characters.'],
  ]);
}
