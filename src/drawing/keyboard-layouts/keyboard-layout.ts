/**
 * Reading never throws: a fault comes back with its row and key. `parseKle(toKle(layout))` gives the
 * same layout.
 */
import { readKle, type KleProblem } from './keyboard-layout-read.ts';
import { writeKle } from './keyboard-layout-write.ts';

/** 0 to 2 top left, centre, right; 3 to 5 middle; 6 to 8 bottom; 9 to 11 on the front face. */
export type LegendPosition = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11;

export type Legend = {
  readonly position: LegendPosition;
  readonly text: string;
  readonly colour: string;
  /** KLE's scale, 1 to 9; 3 is normal. */
  readonly size: number;
};

/** Lengths are in key units (1 u); rotation is in degrees, clockwise, about (rotationX, rotationY). */
export type LayoutKey = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** A second rectangle, relative to the first, for ISO and big-ass enters and stepped caps. */
  readonly x2: number;
  readonly y2: number;
  readonly width2: number;
  readonly height2: number;
  readonly rotation: number;
  readonly rotationX: number;
  readonly rotationY: number;
  readonly legends: readonly Legend[];
  readonly colour: string;
  readonly profile: string;
  readonly nub: boolean;
  readonly ghost: boolean;
  readonly stepped: boolean;
  readonly decal: boolean;
  readonly switchMount: string;
  readonly switchBrand: string;
  readonly switchType: string;
};

/** Name, author, notes and the like, kept as they came. */
export type LayoutMeta = { readonly [key: string]: unknown };
export type KeyboardLayout = { readonly meta: LayoutMeta; readonly keys: readonly LayoutKey[] };

export type KleResult =
  | { readonly ok: true; readonly value: KeyboardLayout }
  | { readonly ok: false; readonly error: KleProblem };

/** Takes KLE data (an array of rows) or its text. */
export function parseKle(json: unknown): KleResult {
  return readKle(json);
}

/** KLE data that other tools can read; keys keep their order. */
export function toKle(layout: KeyboardLayout): unknown[] {
  return writeKle(layout);
}

/** The key's footprint without rotation, both rectangles included. */
export function keyBounds(key: LayoutKey): { x0: number; y0: number; x1: number; y1: number } {
  return {
    x0: Math.min(key.x, key.x + key.x2),
    y0: Math.min(key.y, key.y + key.y2),
    x1: Math.max(key.x + key.width, key.x + key.x2 + key.width2),
    y1: Math.max(key.y + key.height, key.y + key.y2 + key.height2),
  };
}
