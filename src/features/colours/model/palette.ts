/**
 * Compares a wish with what a maker mixes, by the formula of the database's `nearest_offered`, so
 * that both offer the same colour.
 */
import {
  contrastRatio,
  oklchToRgb,
  parseColour,
  rgbToHex,
  rgbToOklch,
  type Rgb,
} from '#drawing/colour.ts';
import { ciede2000, hardToTell, rgbToLab } from './colour-difference.ts';

/** `code` is the colorway's; `hex` is how it looked when it was chosen, and stays so. */
export type Paint = { readonly hex: string; readonly code?: string };

export type PaletteColour = {
  readonly code: string;
  readonly name: string;
  readonly physicalCode: string;
  readonly hex: string;
  readonly family: string;
  readonly canBeOrdered: boolean;
  /** Where a chip of it is ordered. */
  readonly chip?: string;
};
export type Palette = {
  readonly code: string;
  readonly title: string;
  readonly maker: string;
  readonly material: string;
  readonly note: string;
  readonly colours: readonly PaletteColour[];
};

const GREY: Rgb = { r: 0.5, g: 0.5, b: 0.5 };
export const rgbOf = (hex: string): Rgb => parseColour(hex) ?? GREY;
export const paintOf = (colour: PaletteColour): Paint => ({ hex: colour.hex, code: colour.code });

/** The goods that are chips of a palette; null where there are none. */
export function chipsOf({ colours }: Palette): string | null {
  return colours.find(({ chip }) => chip)?.chip?.split('?')[0] ?? null;
}

export type Neighbour = { readonly colour: PaletteColour; readonly difference: number };

/** The nearest that can be ordered; a tie goes to the smaller code. */
export function nearestColour(hex: string, colours: readonly PaletteColour[]): Neighbour | null {
  const wish = rgbToLab(rgbOf(hex));
  let best: Neighbour | null = null;
  for (const colour of colours) {
    if (!colour.canBeOrdered) continue;
    const difference = ciede2000(wish, rgbToLab(rgbOf(colour.hex)));
    const closer = best === null || difference < best.difference - 1e-9;
    const tied = best !== null && Math.abs(difference - best.difference) <= 1e-9;
    if (closer || (tied && best !== null && colour.code < best.colour.code))
      best = { colour, difference };
  }
  return best;
}

/** @example differenceWords(1.4) // 'almost the same' */
export function differenceWords(difference: number): string {
  if (difference < 0.5) return 'the same';
  if (difference < hardToTell) return 'almost the same';
  if (difference < 5) return 'close';
  return difference < 10 ? 'similar' : 'a different colour';
}

export const harmonies = {
  complement: [0, 180],
  analogous: [-30, 0, 30],
  triad: [0, 120, 240],
  split: [0, 150, 210],
  square: [0, 90, 180, 270],
} as const satisfies Record<string, readonly number[]>;
export type Harmony = keyof typeof harmonies;

export function harmonyOf(hex: string, harmony: Harmony): readonly string[] {
  const { l, c, h } = rgbToOklch(rgbOf(hex));
  return harmonies[harmony].map((turn) =>
    rgbToHex(oklchToRgb({ l, c, h: (h + turn + 360) % 360 })),
  );
}

export const LEAST_LEGEND_CONTRAST = 3;
export const legendContrast = (cap: Paint, legend: Paint): number =>
  contrastRatio(rgbOf(cap.hex), rgbOf(legend.hex));

/** Draws with the given chance (0 to 1): caps from the palette, and legends that can be read on them. */
export function randomPaints(
  colours: readonly PaletteColour[],
  chance: () => number,
): { readonly caps: readonly Paint[]; readonly legends: readonly Paint[] } {
  const offered = colours.filter(({ canBeOrdered }) => canBeOrdered);
  const caps = [0, 1, 2].flatMap(() => {
    const drawn = offered[Math.floor(chance() * offered.length)];
    return drawn ? [paintOf(drawn)] : [];
  });
  const legends = caps.flatMap((cap) => {
    const readable = offered.filter((one) => legendContrast(cap, paintOf(one)) >= 4.5);
    const best = offered.toSorted(
      (a, b) => legendContrast(cap, paintOf(b)) - legendContrast(cap, paintOf(a)),
    )[0];
    const drawn = readable[Math.floor(chance() * readable.length)] ?? best;
    return drawn ? [paintOf(drawn)] : [];
  });
  return { caps, legends };
}
