import type { LegendPosition } from './keyboard-layout.ts';

type Slot = LegendPosition | null;

export const DEFAULT_ALIGNMENT = 4;

export const LEGEND_ORDER: readonly (readonly Slot[])[] = [
  [0, 6, 2, 8, 9, 11, 3, 5, 1, 4, 7, 10],
  [1, 7, null, null, 9, 11, 4, null, null, null, null, 10],
  [3, null, 5, null, 9, 11, null, null, 4, null, null, 10],
  [4, null, null, null, 9, 11, null, null, null, null, null, 10],
  [0, 6, 2, 8, 10, null, 3, 5, 1, 4, 7, null],
  [1, 7, null, null, 10, null, 4, null, null, null, null, null],
  [3, null, 5, null, 10, null, null, null, 4, null, null, null],
  [4, null, null, null, 10, null, null, null, null, null, null, null],
];

/** Keeps the present alignment where every legend has a place in it, else the first that fits. */
export function alignmentFor(positions: readonly LegendPosition[], present: number): number {
  const fits = (a: number) => positions.every((p) => LEGEND_ORDER[a]?.includes(p) === true);
  if (fits(present)) return present;
  const other = LEGEND_ORDER.findIndex((_, a) => fits(a));
  return other < 0 ? 0 : other;
}
