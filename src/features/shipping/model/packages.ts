/**
 * Invariant: nothing is proposed for one that does not hold it, and what left keeps the package it
 * left in.
 */
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';

/** As a parcel that has left keeps it, with the weight of what is in it. */
export type Packing = NonNullable<Row<'shipments'>['package']>;

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
    gross_grams: contentGrams + values.own_weight_grams,
    length_mm: values.inner_length_mm,
    width_mm: values.inner_width_mm,
    height_mm: values.inner_height_mm,
  };
}

export function packingOf(contentGrams: number, packages: readonly Package[]): Packing | null {
  const best = fittingPackage(contentGrams, packages);
  return best === null ? null : packingIn(best, contentGrams);
}

/** @example packingWords(packing) // 'Small box, 350 × 200 × 80 mm, 1.08 kg in all' */
export function packingWords(packing: Packing): string {
  const sides = [packing.length_mm, packing.width_mm, packing.height_mm].join(' × ');
  return `${packing.name}, ${sides} mm, ${kilograms(packing.gross_grams)} in all`;
}

/** @example kilograms(900) // '0.90 kg' */
export function kilograms(grams: number): string {
  return `${(grams / 1000).toFixed(2)} kg`;
}
