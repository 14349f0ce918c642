/**
 * The only place that says which of the workshop's packages a parcel goes into. Invariant: nothing is
 * put into one that does not hold it.
 */
import { isTrue, numberOf, textOf, type DeskRow } from './desk-row.ts';

export interface Packing {
  readonly name: string;
  /** With what is in it. */
  readonly grossGrams: number;
  readonly lengthMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

/** The one that holds so much and no more than it must; null where there is none. */
export function packingOf(contentGrams: number, packages: readonly DeskRow[]): Packing | null {
  const [best] = packages
    .filter((each) => isTrue(each, 'is_used'))
    .filter((each) => (numberOf(each, 'max_content_grams') ?? 0) >= contentGrams)
    .toSorted((a, b) => sizeOf(a) - sizeOf(b) || a.id.localeCompare(b.id));
  if (!best) return null;
  return {
    name: textOf(best, 'name'),
    grossGrams: contentGrams + (numberOf(best, 'own_weight_grams') ?? 0),
    lengthMm: numberOf(best, 'inner_length_mm') ?? 0,
    widthMm: numberOf(best, 'inner_width_mm') ?? 0,
    heightMm: numberOf(best, 'inner_height_mm') ?? 0,
  };
}

const sizeOf = (each: DeskRow) => numberOf(each, 'max_content_grams') ?? 0;
