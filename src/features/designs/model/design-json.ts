/**
 * Reading never throws, and says what is wrong in words. `parseDesign(designToJson(design))` gives the
 * design.
 */
import type { KeyZone } from '#drawing/board/board-spec.ts';
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

class DesignFault extends Error {}

const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function bagAt(value: unknown, place: string): Bag {
  if (!isBag(value)) throw new DesignFault(`${place} must be an object.`);
  return value;
}

function paintAt(value: unknown, place: string): Paint {
  const { hex, code } = bagAt(value, place);
  if (typeof hex !== 'string' || !HEX.test(hex))
    throw new DesignFault(`${place} needs a colour like #f1efe8.`);
  if (code === undefined || code === null) return { hex };
  if (typeof code !== 'string' || !PAINT_CODE.test(code) || code.length > LONGEST_PAINT_CODE)
    throw new DesignFault(`${place} names a colour that no palette can have.`);
  return { hex, code };
}

function oneOf<Value extends string>(
  value: unknown,
  choices: readonly Value[],
  place: string,
): Value {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new DesignFault(`${place} must be one of ${choices.join(', ')}.`);
  return found;
}

function layoutAt(value: unknown): LayoutName | KeyboardLayout {
  if (typeof value === 'string') {
    if (isLayoutName(value)) return value;
    throw new DesignFault('There is no layout with this name.');
  }
  const read = parseKle(value);
  if (!read.ok) throw new DesignFault(`The layout is not valid: ${read.error.message}`);
  return read.value;
}

function zonesAt(value: unknown): Record<DesignZone, Paint> {
  const bag = bagAt(value, 'zones');
  const paints = designZones.map((zone) => [zone, paintAt(bag[zone], `zones.${zone}`)] as const);
  return Object.fromEntries(paints) as Record<DesignZone, Paint>;
}

function keyAt(value: unknown, place: string): KeyPaint {
  const bag = bagAt(value, place);
  const zone: KeyZone | null =
    bag['zone'] === undefined ? null : oneOf(bag['zone'], keyZones, `${place}.zone`);
  return {
    ...(bag['cap'] === undefined ? {} : { cap: paintAt(bag['cap'], `${place}.cap`) }),
    ...(bag['legend'] === undefined ? {} : { legend: paintAt(bag['legend'], `${place}.legend`) }),
    ...(zone === null ? {} : { zone }),
  };
}

function keysAt(value: unknown, keyCount: number): Record<number, KeyPaint> {
  const keys: Record<number, KeyPaint> = {};
  for (const [name, paint] of Object.entries(bagAt(value ?? {}, 'keys'))) {
    const index = Number(name);
    if (!/^\d{1,4}$/.test(name) || index >= keyCount)
      throw new DesignFault(`The layout has no key ${name}.`);
    keys[index] = keyAt(paint, `keys.${name}`);
  }
  return keys;
}

export function parseDesign(json: unknown): Result<Design, string> {
  try {
    const bag = bagAt(json, 'A design');
    const layout = layoutAt(bag['layout']);
    return succeed({
      layout,
      zones: zonesAt(bag['zones']),
      keys: keysAt(bag['keys'], layoutOf({ layout }).keys.length),
      legends: oneOf(bag['legends'] ?? 'on', legendStyles, 'legends'),
      profile: oneOf(bag['profile'] ?? 'cherry', capProfiles, 'profile'),
      caseStyle: oneOf(bag['caseStyle'] ?? 'seamless', caseStyles, 'caseStyle'),
    });
  } catch (fault) {
    if (fault instanceof DesignFault) return fail(fault.message);
    throw fault;
  }
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
