/** The counts of a design sum to its caps; ghosts and decals are none. */
import { capPaint, layoutOf, legendPaint, type Design, type Paint } from './design.ts';
import { keyBounds, type LayoutKey } from '#drawing/keyboard-layouts/keyboard-layout.ts';

export type CapCount = {
  readonly cap: Paint;
  readonly legend: Paint;
  /** @example '1u', '2.25u', 'ISO enter' */
  readonly size: string;
  /** From the top, 1 first: sculpted profiles differ by row. */
  readonly row: number;
  readonly count: number;
  readonly keys: readonly number[];
};

export function sizeOf(key: LayoutKey): string {
  if (key.height2 !== key.height || key.width2 !== key.width) {
    if (key.stepped) return `${Math.max(key.width, key.width2)}u stepped`;
    return key.width2 > key.width && key.height > 1.5 ? 'ISO enter' : 'big-ass enter';
  }
  if (key.height > 1)
    return key.width > 1 ? `${key.width}u × ${key.height}u` : `${key.height}u tall`;
  return `${key.width}u`;
}

export const isCap = (key: LayoutKey): boolean => !key.ghost && !key.decal;

export function countCaps(design: Design): readonly CapCount[] {
  const { keys } = layoutOf(design);
  const top = Math.min(...keys.filter(isCap).map((key) => keyBounds(key).y0));
  const counts = new Map<string, CapCount>();
  for (const [index, key] of keys.entries()) {
    if (!isCap(key)) continue;
    const [cap, legend] = [capPaint(design, index), legendPaint(design, index)];
    const size = sizeOf(key);
    const row = Math.floor(keyBounds(key).y0 - top + 0.01) + 1;
    const name = [cap.hex, cap.code, legend.hex, legend.code, size, row].join('|');
    const known = counts.get(name) ?? { cap, legend, size, row, count: 0, keys: [] };
    counts.set(name, { ...known, count: known.count + 1, keys: [...known.keys, index] });
  }
  return [...counts.values()].toSorted(
    (a, b) =>
      a.row - b.row ||
      (a.cap.code ?? a.cap.hex).localeCompare(b.cap.code ?? b.cap.hex) ||
      a.size.localeCompare(b.size),
  );
}
