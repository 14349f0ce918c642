/** The lists named here only ever grow at their end, for old codes hold places in them. */
import { capProfiles, caseStyles, designZones, keyZones, legendStyles } from './design.ts';
import type { Design, DesignZone, KeyPaint, Paint } from './design.ts';
import { LARGEST_DESIGN, LONGEST_PAINT_CODE, PAINT_CODE } from './design-json.ts';
import { parseKle, toKle, type KeyboardLayout } from '#drawing/keyboard-layouts/keyboard-layout.ts';
import {
  builtInLayouts,
  layoutNames,
  type LayoutName,
} from '#drawing/keyboard-layouts/built-in.ts';

export class CodeFault extends Error {}
export type NamedDesign = { readonly name: string; readonly design: Design };

const OWN_LAYOUT = 255;

function writer() {
  const bytes: number[] = [];
  const count = (value: number) => {
    let rest = value;
    while (rest > 127) {
      bytes.push((rest & 127) | 128);
      rest >>>= 7;
    }
    bytes.push(rest);
  };
  const text = (value: string) => {
    const encoded = new TextEncoder().encode(value);
    count(encoded.length);
    for (const byte of encoded) bytes.push(byte);
  };
  return { bytes, byte: (value: number) => void bytes.push(value), count, text };
}

function reader(bytes: Uint8Array) {
  let at = 0;
  const byte = () => {
    const value = bytes[at];
    if (value === undefined) throw new CodeFault('ends too early');
    at += 1;
    return value;
  };
  const count = (most: number) => {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const next = byte();
      value |= (next & 127) << shift;
      if (next < 128) {
        if (value > most) throw new CodeFault('names too large a number');
        return value;
      }
    }
    throw new CodeFault('names too large a number');
  };
  const text = (most: number) => {
    const length = count(most);
    const part = bytes.subarray(at, at + length);
    if (part.length < length) throw new CodeFault('ends too early');
    at += length;
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(part);
    } catch {
      throw new CodeFault('holds text that is none');
    }
  };
  return { byte, count, text, isDone: () => at === bytes.length };
}

type Reader = ReturnType<typeof reader>;
const pick = <Value>(list: readonly Value[], index: number): Value => {
  const value = list[index];
  if (value === undefined) throw new CodeFault('names a choice that does not exist');
  return value;
};

function paintBook() {
  const places = new Map<string, number>();
  const paints: Paint[] = [];
  const placeOf = (paint: Paint) => {
    const key = `${paint.hex} ${paint.code ?? ''}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, paints.length);
    return paints.push(paint) - 1;
  };
  return { paints, placeOf };
}

function sortedKeys(design: Design): (readonly [number, KeyPaint])[] {
  return Object.entries(design.keys)
    .map(([index, paint]) => [Number(index), paint] as const)
    .toSorted(([a], [b]) => a - b);
}

export function designBytes({ name, design }: NamedDesign): number[] {
  const book = paintBook();
  const zones = designZones.map((zone) => book.placeOf(design.zones[zone]));
  const keys = sortedKeys(design).map(([index, paint]) => ({
    index,
    flags:
      (paint.cap ? 1 : 0) |
      (paint.legend ? 2 : 0) |
      (paint.zone ? (keyZones.indexOf(paint.zone) + 1) << 2 : 0),
    places: [paint.cap, paint.legend].flatMap((one) => (one ? [book.placeOf(one)] : [])),
  }));
  const out = writer();
  out.text(name);
  if (typeof design.layout === 'string') out.byte(layoutNames.indexOf(design.layout));
  else {
    out.byte(OWN_LAYOUT);
    out.text(JSON.stringify(toKle(design.layout)));
  }
  out.byte(legendStyles.indexOf(design.legends));
  out.byte(capProfiles.indexOf(design.profile));
  out.byte(caseStyles.indexOf(design.caseStyle));
  out.count(book.paints.length);
  for (const { hex, code } of book.paints) {
    for (const start of [1, 3, 5]) out.byte(Number.parseInt(hex.slice(start, start + 2), 16));
    out.text(code ?? '');
  }
  zones.forEach(out.count);
  out.count(keys.length);
  for (const { index, flags, places } of keys) {
    out.count(index);
    out.byte(flags);
    places.forEach(out.count);
  }
  return out.bytes;
}

function readLayout(from: Reader): LayoutName | KeyboardLayout {
  const place = from.byte();
  if (place !== OWN_LAYOUT) return pick(layoutNames, place);
  const read = parseKle(from.text(LARGEST_DESIGN));
  if (!read.ok) throw new CodeFault('holds an invalid layout');
  return read.value;
}

function readPaint(from: Reader): Paint {
  const digits = [from.byte(), from.byte(), from.byte()].map((v) =>
    v.toString(16).padStart(2, '0'),
  );
  const hex = `#${digits.join('')}`;
  const code = from.text(LONGEST_PAINT_CODE);
  if (code === '') return { hex };
  if (!PAINT_CODE.test(code)) throw new CodeFault('names a colour that no palette can have');
  return { hex, code };
}

function readKeys(from: Reader, paints: readonly Paint[], keyCount: number) {
  const keys: Record<number, KeyPaint> = {};
  const count = from.count(keyCount);
  for (let n = 0; n < count; n += 1) {
    const index = from.count(keyCount - 1);
    const flags = from.byte();
    if (flags > 15) throw new CodeFault('names a choice that does not exist');
    keys[index] = {
      ...(flags & 1 ? { cap: pick(paints, from.count(paints.length)) } : {}),
      ...(flags & 2 ? { legend: pick(paints, from.count(paints.length)) } : {}),
      ...(flags >> 2 === 0 ? {} : { zone: pick(keyZones, (flags >> 2) - 1) }),
    };
  }
  return keys;
}

export function readDesignBytes(bytes: Uint8Array): NamedDesign {
  const from = reader(bytes);
  const name = from.text(400);
  const layout = readLayout(from);
  const keyCount = (typeof layout === 'string' ? builtInLayouts[layout] : layout).keys.length;
  const legends = pick(legendStyles, from.byte());
  const profile = pick(capProfiles, from.byte());
  const caseStyle = pick(caseStyles, from.byte());
  const paints = Array.from({ length: from.count(2500) }, () => readPaint(from));
  const zones = Object.fromEntries(
    designZones.map((zone) => [zone, pick(paints, from.count(paints.length))]),
  ) as Record<DesignZone, Paint>;
  const keys = readKeys(from, paints, keyCount);
  if (!from.isDone()) throw new CodeFault('holds more than a design');
  return { name, design: { layout, zones, keys, legends, profile, caseStyle } };
}
