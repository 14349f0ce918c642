/** The quote asks again. */
import { mapPaints } from './design-edit.ts';
import { isCap } from './design-counts.ts';
import { designZones, layoutOf, samePaint, zoneAt, type Design, type Paint } from './design.ts';
import {
  nearestColour,
  paintOf,
  type Neighbour,
  type Palette,
  type PaletteColour,
} from '#features/colours/model/palette.ts';

/** A variant that is made to a design. */
export type DesignKit = {
  readonly variantId: string;
  readonly title: string;
  readonly productTitle: string;
  readonly productPath: string;
  readonly priceMinor: number;
  readonly currency: string;
  readonly mostCaps: number;
  readonly shipsOn: string | null;
  /** Codes of palettes by zone; a zone that is not here is not part of the product. */
  readonly offers: { readonly [zone: string]: readonly string[] };
};

export type BlockedPaint = {
  readonly zone: string;
  readonly paint: Paint;
  readonly reason: 'idea' | 'withdrawn' | 'not_offered';
  readonly keys: readonly number[];
  readonly nearest: Neighbour | null;
};

export const capsOf = (design: Design): number => layoutOf(design).keys.filter(isCap).length;

export function kitFor(design: Design, kits: readonly DesignKit[]): DesignKit | null {
  const caps = capsOf(design);
  const fitting = kits.filter(({ mostCaps }) => mostCaps >= caps);
  return fitting.toSorted((a, b) => a.mostCaps - b.mostCaps)[0] ?? null;
}

/** Legends of all caps are one zone to a maker. */
const madeZone = (zone: string): string => (zone.endsWith('egends') ? 'legends' : zone);

type Use = { readonly zone: string; readonly paint: Paint; readonly keys: readonly number[] };

function usesOf(design: Design): Use[] {
  const uses: Use[] = designZones.map((zone) => ({
    zone: madeZone(zone),
    paint: design.zones[zone],
    keys: [],
  }));
  for (const [name, { cap, legend }] of Object.entries(design.keys)) {
    const keys = [Number(name)];
    if (cap) uses.push({ zone: zoneAt(design, Number(name)), paint: cap, keys });
    if (legend) uses.push({ zone: 'legends', paint: legend, keys });
  }
  return design.legends === 'off' ? uses.filter(({ zone }) => zone !== 'legends') : uses;
}

export function coloursByCode(palettes: readonly Palette[]): ReadonlyMap<string, PaletteColour> {
  return new Map(palettes.flatMap(({ colours }) => colours.map((one) => [one.code, one] as const)));
}

function offeredIn(kit: DesignKit, zone: string, palettes: readonly Palette[]) {
  const codes = kit.offers[zone] ?? [];
  return palettes.flatMap(({ code, colours }) => (codes.includes(code) ? colours : []));
}

export function blockedPaints(
  design: Design,
  kit: DesignKit,
  palettes: readonly Palette[],
): readonly BlockedPaint[] {
  const known = coloursByCode(palettes);
  const found = new Map<string, BlockedPaint>();
  for (const { zone, paint, keys } of usesOf(design)) {
    if (kit.offers[zone] === undefined) continue;
    const offered = offeredIn(kit, zone, palettes);
    const colour = paint.code === undefined ? undefined : known.get(paint.code);
    if (colour?.canBeOrdered && offered.includes(colour)) continue;
    const reason =
      paint.code === undefined ? 'idea' : colour?.canBeOrdered ? 'not_offered' : 'withdrawn';
    const name = `${zone} ${paint.hex} ${paint.code ?? ''}`;
    const before = found.get(name)?.keys ?? [];
    const nearest = nearestColour(paint.hex, offered);
    found.set(name, { zone, paint, reason, keys: [...before, ...keys], nearest });
  }
  return [...found.values()];
}

/** Every blocked colour becomes the nearest that is offered. */
export function withNearest(design: Design, blocked: readonly BlockedPaint[]): Design {
  return mapPaints(design, (paint, zone) => {
    const one = blocked.find((b) => b.zone === madeZone(zone) && samePaint(b.paint, paint));
    return one?.nearest ? paintOf(one.nearest.colour) : paint;
  });
}
