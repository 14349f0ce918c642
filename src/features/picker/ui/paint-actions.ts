// chunk: picker
/** What a tool does to a key, and how it is said. */
import {
  mirrorKeys,
  paintKeys,
  paintZone,
  replacePaint,
  swapPaints,
} from '#features/designs/model/design-edit.ts';
import {
  capPaint,
  keyName,
  layoutOf,
  legendPaint,
  legendZoneOf,
  rowOf,
  zoneAt,
  type Design,
  type DesignZone,
  type Paint,
} from '#features/designs/model/design.ts';
import { faintContrast } from '../model/faint-legends.ts';
import type { PaletteColour } from '#features/colours/model/palette.ts';
import {
  $design,
  $paint,
  $part,
  $tool,
  changeDesign,
  say,
  type Tool,
} from '../store/design-desk.ts';

let known: ReadonlyMap<string, PaletteColour> = new Map();
export function nameColours(colours: ReadonlyMap<string, PaletteColour>): void {
  known = colours;
}

/** @example paintName({ hex: '#f1efe8', code: 'veld-abs-vp02' }) // 'Chalk VP02' */
export function paintName(paint: Paint): string {
  const colour = paint.code === undefined ? undefined : known.get(paint.code);
  if (colour !== undefined) return `${colour.name} ${colour.physicalCode}`;
  // A shop without palettes has no colour to order, and none that it stopped selling.
  return paint.code === undefined || known.size === 0
    ? `idea ${paint.hex}`
    : `${paint.code}, discontinued`;
}

export const zoneNames: Readonly<Record<DesignZone, string>> = {
  alphas: 'Alphas',
  modifiers: 'Modifiers',
  accents: 'Accents',
  legends: 'Legends on alphas',
  modifierLegends: 'Legends on modifiers',
  accentLegends: 'Legends on accents',
  case: 'Case',
  plate: 'Plate',
  weight: 'Weight',
};

const paintAt = (design: Design, index: number): Paint =>
  $part.get() === 'cap' ? capPaint(design, index) : legendPaint(design, index);

function zoneFor(design: Design, index: number): DesignZone {
  const zone = zoneAt(design, index);
  return $part.get() === 'cap' ? zone : legendZoneOf(zone);
}

export const nameOfKey = (design: Design, index: number): string =>
  keyName(layoutOf(design).keys[index], index);

/** What stands on the desk at a key, for whoever walks over it without eyes. */
export function describeKey(index: number): string {
  const design = $design.get();
  const [cap, legend] = [capPaint(design, index), legendPaint(design, index)];
  const zone = zoneNames[zoneAt(design, index)].toLowerCase();
  const caution = faintContrast(design, index) === null ? '' : ', hard to read';
  return `${nameOfKey(design, index)}, ${zone}: ${paintName(cap)}, legend ${paintName(legend)}${caution}`;
}

type Act = (design: Design, index: number) => Design;
const acts: Readonly<Record<Exclude<Tool, 'pick' | 'brush'>, Act>> = {
  row: (design, index) =>
    paintKeys(design, rowOf(layoutOf(design), index), $part.get(), $paint.get()),
  group: (design, index) => paintZone(design, zoneFor(design, index), $paint.get()),
  fill: (design, index) => replacePaint(design, paintAt(design, index), $paint.get()),
  swap: (design, index) => swapPaints(design, paintAt(design, index), $paint.get()),
};

/** What the chosen tool does to keys that were reached at once; all but the brush take the last. */
export function actOn(indices: readonly number[]): void {
  const index = indices.at(-1);
  if (index === undefined) return;
  const [design, tool] = [$design.get(), $tool.get()];
  if (tool === 'pick') {
    $paint.set(paintAt(design, index));
    $tool.set('brush');
    say(`Picked up ${paintName($paint.get())}`);
    return;
  }
  const place = {
    brush: nameOfKey(design, index),
    row: `Row of ${nameOfKey(design, index)}`,
    group: zoneNames[zoneFor(design, index)],
    fill: `All ${paintName(paintAt(design, index))}`,
    swap: `${paintName(paintAt(design, index))} swapped with`,
  }[tool];
  const painted =
    tool === 'brush'
      ? paintKeys(design, indices, $part.get(), $paint.get())
      : acts[tool](design, index);
  changeDesign(painted, `${place}: ${paintName($paint.get())}`);
}

export function actOnZone(zone: DesignZone): void {
  const paint = $paint.get();
  changeDesign(paintZone($design.get(), zone, paint), `${zoneNames[zone]}: ${paintName(paint)}`);
}

export const mirror = (): void =>
  changeDesign(mirrorKeys($design.get()), 'The left half is mirrored to the right');
