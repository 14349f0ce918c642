/** The legends of a design that can hardly be read on their caps, by WCAG's contrast. */
import { isCap } from '#features/designs/model/design-counts.ts';
import {
  capPaint,
  keyName,
  layoutOf,
  legendPaint,
  type Design,
  type Paint,
} from '#features/designs/model/design.ts';
import { LEAST_LEGEND_CONTRAST, legendContrast } from '#features/colours/model/palette.ts';

/** Keys whose legends, in one pair of colours, are hard to read. */
export type FaintLegends = {
  readonly cap: Paint;
  readonly legend: Paint;
  readonly ratio: number;
  /** What the keys are called. */
  readonly keys: readonly string[];
};

/** The contrast of a key's legend where it is too little to be read; null where it can be read. */
export function faintContrast(design: Design, index: number): number | null {
  const key = layoutOf(design).keys[index];
  if (design.legends === 'off' || !key || !isCap(key) || key.legends.length === 0) return null;
  const ratio = legendContrast(capPaint(design, index), legendPaint(design, index));
  return ratio < LEAST_LEGEND_CONTRAST ? ratio : null;
}

export function faintLegends(design: Design): readonly FaintLegends[] {
  const found = new Map<string, FaintLegends>();
  for (const [index, key] of layoutOf(design).keys.entries()) {
    const ratio = faintContrast(design, index);
    if (ratio === null) continue;
    const [cap, legend] = [capPaint(design, index), legendPaint(design, index)];
    const pair = `${cap.hex} ${legend.hex}`;
    const before = found.get(pair)?.keys ?? [];
    found.set(pair, { cap, legend, ratio, keys: [...before, keyName(key, index)] });
  }
  return [...found.values()];
}

/** @example namesInShort(['Q', 'W', 'E', 'R', 'T', 'Y', 'U']) // 'Q, W, E, R, T and 2 more' */
export function namesInShort(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
