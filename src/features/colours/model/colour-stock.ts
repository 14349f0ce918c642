import { numberOf, deskRow, type DeskRow, type Draft } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';

type Stock = Row<'colour_stock'>;

/** Null where nobody has counted it. */
export function stockOfColour({
  values: { stock },
}: DeskRow<{ readonly stock: Stock | null }>): DeskRow<Stock> | null {
  return stock && deskRow(stock);
}

/** What is typed into when it is counted for the first time. */
export function uncountedStock(colorway: Pick<DeskRow, 'id'>): Draft<Stock> {
  return {
    id: 'new',
    version: null,
    values: { colorway_id: colorway.id, warn_below: 0, note: '' },
  };
}

export const isLowStock = (stock: Draft<Stock> | null): boolean =>
  (numberOf(stock, 'grams') ?? Infinity) < (numberOf(stock, 'warn_below') ?? 0);

export function gramsInWords(stock: Draft<Stock> | null): string {
  const grams = numberOf(stock, 'grams');
  return grams === null ? 'not counted' : `${grams.toLocaleString('en-GB')} g`;
}

const most = 10_000_000;
const ofGrams = (grams: number | null) =>
  grams !== null && (grams < 0 || grams > most) ? 'Enter 0 to 10,000,000 grams.' : undefined;

/** What keeps it from being saved, by the name of the field. */
export function stockFaults(stock: Draft<Stock>): Readonly<Record<string, string>> {
  const faults = (['grams', 'warn_below'] as const).flatMap((column) => {
    const fault = ofGrams(numberOf(stock, column));
    return fault === undefined ? [] : [[column, fault] as const];
  });
  return Object.fromEntries(faults);
}
