import type { EyeSetting } from '../solid/eye.ts';
import { rod, type Field, type Vector } from '../solid/field.ts';
import { SATIN, type Bounds, type Paint, type Part, type Surface } from '../solid/part.ts';
import type { ObjectColours, ObjectView } from './product-picture-spec.ts';

export type Order = {
  readonly colours: ObjectColours;
  /** Which of a kind's patterns or shapes. */
  readonly variant: number;
  readonly seed: number;
};

/** What is written beside a thing taken apart. */
export type Callouts = {
  /** From the topmost part down. */
  readonly names: readonly { readonly name: string; readonly at: Vector }[];
  /** Lines along which the parts go together. */
  readonly guides: readonly (readonly [from: Vector, to: Vector])[];
  /** Where the names begin: 0 to 1 across the picture. */
  readonly column: number;
};

export type ObjectModel = {
  readonly parts: (order: Order) => readonly Part[];
  readonly eye: EyeSetting;
  /** What is worth a closer look; the middle where nothing is named. */
  readonly close?: Partial<EyeSetting>;
  readonly callouts?: (order: Order) => Callouts | null;
};

export function eyeFor({ eye, close }: ObjectModel, view: ObjectView): EyeSetting {
  switch (view) {
    case 'whole':
      return eye;
    case 'other-side':
      return { ...eye, pitch: eye.pitch * 0.6, yaw: eye.yaw + 160 };
    case 'close':
      return { ...eye, span: eye.span * 0.55, ...close };
  }
}

type Extra = {
  readonly surface?: Surface;
  readonly second?: string;
  readonly paint?: Paint;
  readonly cell?: number;
  readonly speckle?: number;
};

export function solid(field: Field, bounds: Bounds, colour: string, extra: Extra = {}): Part {
  return { field, bounds, colour, surface: SATIN, cell: 0.024, ...extra };
}

/** A wire wound round the z axis between two heights. */
export function helix(
  radius: number,
  tube: number,
  pitch: number,
  low: number,
  high: number,
): Field {
  return (x, y, z) => {
    const turn = Math.atan2(y, x) / (2 * Math.PI);
    const held = Math.min(Math.max(z, low), high);
    const wound = (Math.round(held / pitch - turn) + turn) * pitch;
    const level = Math.min(Math.max(wound, low), high);
    const out = Math.hypot(x, y) - radius;
    return (Math.hypot(out, z - level) - tube) * 0.88;
  };
}

const CHUNK = 6;

/** A smooth line through the points, with `steps` rods from each to the next. */
export function cord(points: readonly Vector[], radius: number, steps = 8): Field {
  const at = (index: number): Vector =>
    points[Math.min(Math.max(index, 0), points.length - 1)] ?? [0, 0, 0];
  const spline = (index: number, t: number): Vector => {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const along = (n: 0 | 1 | 2) =>
      b[n] +
      0.5 * t * (c[n] - a[n] + t * (2 * a[n] - 5 * b[n] + 4 * c[n] - d[n])) +
      0.5 * t ** 3 * (3 * (b[n] - c[n]) + d[n] - a[n]);
    return [along(0), along(1), along(2)];
  };
  const knots = points
    .slice(1)
    .flatMap((_, index) => Array.from({ length: steps }, (_, n) => spline(index, n / steps)));
  knots.push(at(points.length - 1));
  const chunks = Array.from({ length: Math.ceil((knots.length - 1) / CHUNK) }, (_, n) => {
    const part = knots.slice(n * CHUNK, (n + 1) * CHUNK + 1);
    const middle = part[part.length >> 1] ?? at(0);
    const reach = Math.max(
      ...part.map((p) => Math.hypot(p[0] - middle[0], p[1] - middle[1], p[2] - middle[2])),
    );
    const rods = part.slice(1).map((to, index) => rod(part[index] ?? to, to, radius));
    return { middle, reach: reach + radius, rods };
  });
  return (x, y, z) => {
    let nearest = Infinity;
    for (const { middle, reach, rods } of chunks) {
      const gap = Math.hypot(x - middle[0], y - middle[1], z - middle[2]) - reach;
      if (gap >= nearest) continue;
      for (const field of rods) nearest = Math.min(nearest, field(x, y, z));
    }
    return nearest;
  };
}

/** Lays a model down: its z axis then points to the right. */
export const laid =
  (field: Field): Field =>
  (x, y, z) =>
    field(z, y, x);
