import type { Field } from './field.ts';

export type Bounds = {
  readonly low: readonly [x: number, y: number, z: number];
  readonly high: readonly [x: number, y: number, z: number];
};

export type Surface = {
  /** 0 dull to 1 like glass. */
  readonly gloss: number;
  /** How softly light goes through it: 0 opaque, 1 resin. */
  readonly clear: number;
  readonly metal: number;
  readonly pearl: number;
  /** Shines by itself. */
  readonly glow: number;
};

export type Paint = (x: number, y: number, z: number) => number;

export type Part = {
  readonly field: Field;
  readonly bounds: Bounds;
  readonly colour: string;
  /** A second colour and where it lies: 0 none to 1 full. */
  readonly second?: string;
  readonly paint?: Paint;
  readonly surface: Surface;
  /** Edge of a mesh cell; smaller shows finer detail. */
  readonly cell: number;
  /** Flecks to a unit of volume, by chance 0 to 1. */
  readonly speckle?: number;
  readonly fleck?: string;
};

export const MATT: Surface = { gloss: 0.18, clear: 0, metal: 0, pearl: 0, glow: 0 };
export const SATIN: Surface = { gloss: 0.45, clear: 0, metal: 0, pearl: 0, glow: 0 };
export const GLOSS: Surface = { gloss: 1, clear: 0.1, metal: 0, pearl: 0, glow: 0 };
export const RESIN: Surface = { gloss: 0.95, clear: 0.85, metal: 0, pearl: 0, glow: 0.04 };
export const PEARL: Surface = { gloss: 0.8, clear: 0.25, metal: 0, pearl: 1, glow: 0 };
export const METAL: Surface = { gloss: 0.75, clear: 0, metal: 1, pearl: 0, glow: 0 };
export const LAMP: Surface = { gloss: 0.9, clear: 0.5, metal: 0, pearl: 0, glow: 0.55 };

export const within = (
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
): Bounds => ({ low: [x0, y0, z0], high: [x1, y1, z1] });

/** How far a point lies outside a box; 0 within. */
export function outside({ low, high }: Bounds, x: number, y: number, z: number): number {
  const dx = Math.max(low[0] - x, 0, x - high[0]);
  const dy = Math.max(low[1] - y, 0, y - high[1]);
  const dz = Math.max(low[2] - z, 0, z - high[2]);
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** All parts as one field, cheap where parts are far away; a floor lies at z 0. */
export function sceneField(parts: readonly Part[]): Field {
  return (x, y, z) => {
    let nearest = z;
    for (const part of parts) {
      const gap = outside(part.bounds, x, y, z);
      if (gap >= nearest) continue;
      const d = part.field(x, y, z);
      if (d < nearest) nearest = d;
    }
    return nearest;
  };
}

/** The least box round all parts. */
export function boundsOf(parts: readonly Part[]): Bounds {
  const least = (axis: 0 | 1 | 2) => Math.min(...parts.map((part) => part.bounds.low[axis]));
  const most = (axis: 0 | 1 | 2) => Math.max(...parts.map((part) => part.bounds.high[axis]));
  return { low: [least(0), least(1), least(2)], high: [most(0), most(1), most(2)] };
}
