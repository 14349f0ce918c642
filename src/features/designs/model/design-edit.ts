/**
 * Every edit gives a new design and leaves the old one as it was, so that undo is keeping the old one;
 * an edit that changes nothing gives the same object.
 */
import {
  capPaint,
  designZones,
  layoutOf,
  legendPaint,
  legendZoneOf,
  samePaint,
  zoneAt,
  type Design,
  type DesignZone,
  type KeyPaint,
  type Paint,
} from './design.ts';
import { parseColour, rgbToHex } from '#drawing/colour.ts';
import type { KeyZone } from '#drawing/board/board-spec.ts';
import type { LayoutKey } from '#drawing/keyboard-layouts/keyboard-layout.ts';

export type KeyPart = 'cap' | 'legend';

const zoneOfPart = (zone: KeyZone, part: KeyPart): DesignZone =>
  part === 'cap' ? zone : legendZoneOf(zone);

const partPaint = (design: Design, index: number, part: KeyPart): Paint =>
  part === 'cap' ? capPaint(design, index) : legendPaint(design, index);

/** A key painted as its zone is follows the zone again. */
function keyPainted(design: Design, index: number, part: KeyPart, paint: Paint): KeyPaint {
  const { [part]: _, ...rest } = design.keys[index] ?? {};
  const ofZone = design.zones[zoneOfPart(zoneAt(design, index), part)];
  return samePaint(ofZone, paint) ? rest : { ...rest, [part]: paint };
}

export function paintKeys(
  design: Design,
  indices: readonly number[],
  part: KeyPart,
  paint: Paint,
): Design {
  const changed = indices.filter((index) => !samePaint(partPaint(design, index, part), paint));
  if (changed.length === 0) return design;
  const keys: Record<number, KeyPaint> = { ...design.keys };
  for (const index of changed) {
    const painted = keyPainted(design, index, part, paint);
    if (Object.keys(painted).length === 0) delete keys[index];
    else keys[index] = painted;
  }
  return { ...design, keys };
}

/** The zone takes the colour, and so do the keys in it that had one of their own. */
export function paintZone(design: Design, zone: DesignZone, paint: Paint): Design {
  const zones = { ...design.zones, [zone]: paint };
  const keys: Record<number, KeyPaint> = {};
  let overrides = 0;
  for (const [name, own] of Object.entries(design.keys)) {
    const index = Number(name);
    const kept: { -readonly [Key in keyof KeyPaint]: KeyPaint[Key] } = { ...own };
    for (const part of ['cap', 'legend'] as const) {
      if (zoneOfPart(zoneAt(design, index), part) !== zone || !kept[part]) continue;
      delete kept[part];
      overrides += 1;
    }
    if (Object.keys(kept).length > 0) keys[index] = kept;
  }
  if (overrides === 0 && samePaint(design.zones[zone], paint)) return design;
  return { ...design, zones, keys };
}

/** Every place of one colour takes another: `fill` of all that looks alike. */
export function replacePaint(design: Design, from: Paint, to: Paint): Design {
  return mapPaints(design, (paint) => (samePaint(paint, from) ? to : paint));
}

/** Two colours change places. */
export function swapPaints(design: Design, first: Paint, second: Paint): Design {
  return mapPaints(design, (paint) =>
    samePaint(paint, first) ? second : samePaint(paint, second) ? first : paint,
  );
}

export function mapPaints(
  design: Design,
  change: (paint: Paint, zone: DesignZone) => Paint,
): Design {
  const zones: Record<DesignZone, Paint> = { ...design.zones };
  for (const zone of designZones) zones[zone] = change(zones[zone], zone);
  const keys: Record<number, KeyPaint> = {};
  for (const [name, own] of Object.entries(design.keys)) {
    const index = Number(name);
    const zone = zoneAt(design, index);
    keys[index] = {
      ...own,
      ...(own.cap ? { cap: change(own.cap, zone) } : {}),
      ...(own.legend ? { legend: change(own.legend, legendZoneOf(zone)) } : {}),
    };
  }
  return { ...design, zones, keys };
}

const middleX = (key: LayoutKey): number => key.x + key.width / 2;

/** The keys of the left half lend their colours to those across from them. */
export function mirrorKeys(design: Design): Design {
  const { keys } = layoutOf(design);
  const xs = keys.flatMap((key) => [key.x, key.x + key.width]);
  const centre = (Math.min(...xs) + Math.max(...xs)) / 2;
  let mirrored = design;
  for (const [index, key] of keys.entries()) {
    if (middleX(key) >= centre - 0.01) continue;
    const across = 2 * centre - middleX(key);
    const other = keys.findIndex(
      (one) =>
        middleX(one) > centre &&
        Math.abs(one.y - key.y) < 0.5 &&
        Math.abs(middleX(one) - across) <= Math.max(one.width, key.width) / 2,
    );
    if (other < 0) continue;
    mirrored = paintKeys(mirrored, [other], 'cap', capPaint(design, index));
    mirrored = paintKeys(mirrored, [other], 'legend', legendPaint(design, index));
  }
  return mirrored;
}

/** Another layout keeps the zones; what was painted key by key belongs to the old one. */
export function changeLayout(design: Design, layout: Design['layout']): Design {
  return { ...design, layout, keys: {} };
}

const PLAIN_CAP = '#cccccc';
const PLAIN_LEGEND = '#000000';

/** One colour for all legends of a key: that of the largest on its top. */
function legendColour(key: LayoutKey): string | null {
  const drawn = key.legends.filter(({ position, text }) => position < 9 && text.trim() !== '');
  return drawn.toSorted((a, b) => b.size - a.size)[0]?.colour ?? null;
}

const ideaOf = (colour: string): Paint | null => {
  const rgb = parseColour(colour);
  return rgb && { hex: rgbToHex(rgb) };
};

/** What a layout brings along in colours becomes ideas, key by key; KLE's plain grey is none. */
export function takeLayoutColours(design: Design): Design {
  const keys = layoutOf(design).keys.map((key) => ({
    cap: ideaOf(key.colour),
    legend: ideaOf(legendColour(key) ?? ''),
  }));
  const isPlain = keys.every(
    ({ cap, legend }) =>
      (cap?.hex ?? PLAIN_CAP) === PLAIN_CAP && (legend?.hex ?? PLAIN_LEGEND) === PLAIN_LEGEND,
  );
  if (isPlain) return design;
  return keys.reduce((painted, { cap, legend }, index) => {
    const capped = cap ? paintKeys(painted, [index], 'cap', cap) : painted;
    return legend ? paintKeys(capped, [index], 'legend', legend) : capped;
  }, design);
}
