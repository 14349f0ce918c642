/**
 * Reading never throws, and says what is wrong in the words of `private.design_fault`: both are held to
 * tests/cases/designs.ts. `parseDesign(designToJson(design))` gives the design.
 */
import { isCap } from './design-counts.ts';
import {
  capProfiles,
  caseStyles,
  designZones,
  keyZones,
  layoutOf,
  legendStyles,
  type Design,
  type DesignZone,
  type KeyPaint,
  type Paint,
} from './design.ts';
import { parseKle, toKle, type KeyboardLayout } from '#drawing/keyboard-layouts/keyboard-layout.ts';
import { isLayoutName, type LayoutName } from '#drawing/keyboard-layouts/built-in.ts';
import { fail, succeed, type Result } from '#shared/result.ts';

type Bag = { readonly [key: string]: unknown };
const HEX = /^#[0-9a-f]{6}$/;
export const PAINT_CODE = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const LONGEST_PAINT_CODE = 60;
export const LARGEST_DESIGN = 90_000;
const KEY = /^(0|[1-9]\d{0,2})$/;

const faults = {
  shape: 'The design is not valid. Reload the page and try again.',
  size: 'A design can have at most 90 kB. Paint whole zones instead of single keys, or use a smaller layout.',
  noLayout: 'A design needs a layout: a name, or KLE data.',
  layoutName: 'There is no layout with this name.',
  kle: 'The layout must be KLE data with 1 to 1000 keys.',
  noCaps: 'The layout has no caps.',
  text: 'The layout has a character that can’t be saved. Remove it and try again.',
  choice: 'The legends, profile or case style are not recognised. Choose them again.',
  keys: 'The painted keys are not valid. Reload the page and try again.',
  key: 'A key has an invalid colour.',
  noKey: 'A painted key is not in the layout.',
} as const;

class DesignFault extends Error {}

const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const holdsOnly = (bag: Bag, names: readonly string[]): boolean =>
  Object.keys(bag).every((name) => names.includes(name));

/** Postgres keeps neither a zero byte nor half of a surrogate pair. */
const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Cs}/u.test(text);

/** The name as the shop keeps it: what can't be stored is left out, what is too long is cut. */
export const keptName = (name: string): string =>
  [...name].filter(isStorable).slice(0, 80).join('').trim();

/** As Postgres writes JSON: with a space after each comma and colon. */
function storedBytes(value: unknown): number {
  if (Array.isArray(value))
    return value.reduce((sum: number, one) => sum + storedBytes(one) + 2, value.length > 0 ? 0 : 2);
  if (!isBag(value)) return new TextEncoder().encode(JSON.stringify(value) ?? '').length;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return entries.reduce(
    (sum, [name, one]) => sum + storedBytes(name) + storedBytes(one) + 4,
    entries.length > 0 ? 0 : 2,
  );
}

function isStorableThroughout(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (Array.isArray(value)) return value.every(isStorableThroughout);
  return !isBag(value) || Object.entries(value).every(isStorableThroughout);
}

function parsePaint(value: unknown): Paint | null {
  if (!isBag(value) || !holdsOnly(value, ['hex', 'code'])) return null;
  const { hex, code } = value;
  if (typeof hex !== 'string' || !HEX.test(hex)) return null;
  if (code === undefined) return { hex };
  const isCode = typeof code === 'string' && PAINT_CODE.test(code);
  return isCode && code.length <= LONGEST_PAINT_CODE ? { hex, code } : null;
}

function oneOf<Value extends string>(
  value: unknown,
  choices: readonly Value[],
  fault: string,
): Value {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new DesignFault(fault);
  return found;
}

function layoutAt(value: unknown): LayoutName | KeyboardLayout {
  if (typeof value === 'string') {
    if (isLayoutName(value)) return value;
    throw new DesignFault(faults.layoutName);
  }
  if (!Array.isArray(value)) throw new DesignFault(faults.noLayout);
  if (!isStorableThroughout(value)) throw new DesignFault(faults.text);
  const read = parseKle(value);
  if (!read.ok) throw new DesignFault(faults.kle);
  if (!read.value.keys.some(isCap)) throw new DesignFault(faults.noCaps);
  return read.value;
}

function zonesAt(value: unknown): Record<DesignZone, Paint> {
  const bag = isBag(value) ? value : {};
  const paints = designZones.map((zone) => {
    const paint = parsePaint(bag[zone]);
    if (paint === null) throw new DesignFault(`The zone ${zone} needs a colour.`);
    return [zone, paint] as const;
  });
  return Object.fromEntries(paints) as Record<DesignZone, Paint>;
}

function keyAt(value: unknown): KeyPaint {
  if (!isBag(value) || !holdsOnly(value, ['cap', 'legend', 'zone']))
    throw new DesignFault(faults.key);
  const [cap, legend] = [value['cap'], value['legend']].map((paint) =>
    paint === undefined ? undefined : parsePaint(paint),
  );
  if (cap === null || legend === null) throw new DesignFault(faults.key);
  return {
    ...(cap ? { cap } : {}),
    ...(legend ? { legend } : {}),
    ...(value['zone'] === undefined ? {} : { zone: oneOf(value['zone'], keyZones, faults.key) }),
  };
}

function keysAt(value: unknown, keyCount: number): Record<number, KeyPaint> {
  if (!isBag(value)) throw new DesignFault(faults.keys);
  // One name for each key: 7 and 007 would be two colours of one.
  const isOfLayout = (name: string) => KEY.test(name) && Number(name) < keyCount;
  if (!Object.keys(value).every(isOfLayout)) throw new DesignFault(faults.noKey);
  return Object.fromEntries(Object.entries(value).map(([name, paint]) => [name, keyAt(paint)]));
}

/** What of it is drawn, as the database keeps it. */
function coreOf(bag: Bag) {
  const zones = isBag(bag['zones']) ? bag['zones'] : {};
  return {
    layout: bag['layout'],
    zones: Object.fromEntries(designZones.map((zone) => [zone, zones[zone] ?? null])),
    keys: bag['keys'] ?? {},
    legends: bag['legends'] ?? 'on',
    profile: bag['profile'] ?? 'cherry',
    caseStyle: bag['caseStyle'] ?? 'seamless',
  };
}

export function parseDesign(json: unknown): Result<Design, string> {
  if (!isBag(json)) return fail(faults.shape);
  try {
    const core = coreOf(json);
    if (storedBytes(core) > LARGEST_DESIGN) throw new DesignFault(faults.size);
    const layout = layoutAt(core.layout);
    return succeed({
      layout,
      zones: zonesAt(core.zones),
      legends: oneOf(core.legends, legendStyles, faults.choice),
      profile: oneOf(core.profile, capProfiles, faults.choice),
      caseStyle: oneOf(core.caseStyle, caseStyles, faults.choice),
      keys: keysAt(core.keys, layoutOf({ layout }).keys.length),
    });
  } catch (fault) {
    if (fault instanceof DesignFault) return fail(fault.message);
    throw fault;
  }
}

/** Why the shop would not keep it, in words for its maker; null where it would. */
export function designFault(design: Design): string | null {
  const read = parseDesign(designToJson(design));
  return read.ok ? null : read.error;
}

export type DesignJson = {
  readonly layout: string | unknown[];
  readonly zones: Design['zones'];
  readonly keys: Design['keys'];
  readonly legends: string;
  readonly profile: string;
  readonly caseStyle: string;
};

export function designToJson(design: Design): DesignJson {
  const { layout, zones, keys, legends, profile, caseStyle } = design;
  const written = typeof layout === 'string' ? layout : toKle(layout);
  return { layout: written, zones, keys, legends, profile, caseStyle };
}
