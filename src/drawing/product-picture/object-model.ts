import type { EyeSetting } from '../solid/eye.ts';
import type { Field } from '../solid/field.ts';
import { SATIN, type Bounds, type Paint, type Part, type Surface } from '../solid/part.ts';
import type { ObjectColours, ObjectView } from './product-picture-spec.ts';

export type Order = {
  readonly colours: ObjectColours;
  /** Which of a kind's patterns or shapes. */
  readonly variant: number;
  readonly seed: number;
};

export type ObjectModel = {
  readonly parts: (order: Order) => readonly Part[];
  readonly eye: EyeSetting;
  /** What is worth a closer look; the middle where nothing is named. */
  readonly close?: Partial<EyeSetting>;
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

/** Lays a model down: its z axis then points to the right. */
export const laid =
  (field: Field): Field =>
  (x, y, z) =>
    field(z, y, x);
