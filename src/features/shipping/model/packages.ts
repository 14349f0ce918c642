/**
 * Invariant: nothing is proposed for one that does not hold it, and what left keeps the package it
 * left in.
 */
import { isTrue, numberOf, textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';

export interface Packing {
  readonly name: string;
  /** With what is in it. */
  readonly grossGrams: number;
  readonly lengthMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

const most = (each: DeskRow) => numberOf(each, 'max_content_grams') ?? 0;

/** Those that staff reach for, the smallest first. */
export function usedPackages(packages: readonly DeskRow[]): readonly DeskRow[] {
  return packages
    .filter((each) => isTrue(each, 'is_used'))
    .toSorted((a, b) => most(a) - most(b) || a.id.localeCompare(b.id));
}

export function holds(each: DeskRow, contentGrams: number): boolean {
  return most(each) >= contentGrams;
}

/** The one that holds so much and no more than it must; null where there is none. */
export function fittingPackage(contentGrams: number, packages: readonly DeskRow[]): DeskRow | null {
  return usedPackages(packages).find((each) => holds(each, contentGrams)) ?? null;
}

export function packingIn(each: DeskRow, contentGrams: number): Packing {
  return {
    name: textOf(each, 'name'),
    grossGrams: contentGrams + (numberOf(each, 'own_weight_grams') ?? 0),
    lengthMm: numberOf(each, 'inner_length_mm') ?? 0,
    widthMm: numberOf(each, 'inner_width_mm') ?? 0,
    heightMm: numberOf(each, 'inner_height_mm') ?? 0,
  };
}

export function packingOf(contentGrams: number, packages: readonly DeskRow[]): Packing | null {
  const best = fittingPackage(contentGrams, packages);
  return best === null ? null : packingIn(best, contentGrams);
}

/** As a parcel that has left keeps it. */
export const keptPacking = (kept: {
  readonly name: string;
  readonly gross_grams: number;
  readonly length_mm: number;
  readonly width_mm: number;
  readonly height_mm: number;
}): Packing => ({
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
