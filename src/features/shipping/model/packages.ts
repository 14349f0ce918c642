/**
 * Invariant: nothing is proposed for one that does not hold it, and what left keeps the package it
 * left in.
 */
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';

export interface Packing {
  readonly name: string;
  /** With what is in it. */
  readonly grossGrams: number;
  readonly lengthMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

type Package = DeskRow<
  Omit<Row<'shipping_packages'>, 'note' | 'version' | 'created_at' | 'updated_at'>
>;

/** Those that staff reach for, the smallest first. */
export function usedPackages(packages: readonly Package[]): readonly Package[] {
  return packages
    .filter(({ values }) => values.is_used)
    .toSorted(
      ({ values: a }, { values: b }) =>
        a.max_content_grams - b.max_content_grams || a.id.localeCompare(b.id),
    );
}

export function holds({ values }: Package, contentGrams: number): boolean {
  return values.max_content_grams >= contentGrams;
}

/** The one that holds so much and no more than it must; null where there is none. */
export function fittingPackage(contentGrams: number, packages: readonly Package[]): Package | null {
  return usedPackages(packages).find((each) => holds(each, contentGrams)) ?? null;
}

export function packingIn({ values }: Package, contentGrams: number): Packing {
  return {
    name: values.name,
    grossGrams: contentGrams + values.own_weight_grams,
    lengthMm: values.inner_length_mm,
    widthMm: values.inner_width_mm,
    heightMm: values.inner_height_mm,
  };
}

export function packingOf(contentGrams: number, packages: readonly Package[]): Packing | null {
  const best = fittingPackage(contentGrams, packages);
  return best === null ? null : packingIn(best, contentGrams);
}

/** As a parcel that has left keeps it. */
export const keptPacking = (kept: NonNullable<Row<'shipments'>['package']>): Packing => ({
  name: kept.name,
  grossGrams: kept.gross_grams,
  lengthMm: kept.length_mm,
  widthMm: kept.width_mm,
  heightMm: kept.height_mm,
});

/** @example packingWords(packing) // 'Small box, 350 × 200 × 80 mm, 1.08 kg in all' */
export function packingWords({ name, lengthMm, widthMm, heightMm, grossGrams }: Packing): string {
  return `${name}, ${lengthMm} × ${widthMm} × ${heightMm} mm, ${kilograms(grossGrams)} in all`;
}

/** @example kilograms(900) // '0.90 kg' */
export function kilograms(grams: number): string {
  return `${(grams / 1000).toFixed(2)} kg`;
}
