import type { Field, Vector } from '../solid/field.ts';
import { oklchToRgb, parseColour, rgbToHex, rgbToOklch } from '../colour.ts';
import type { Bounds, Paint, Part, Surface } from '../solid/part.ts';
import type { ArtisanPalette } from './artisan-spec.ts';

export type Clay = {
  readonly palette: ArtisanPalette;
  /** The surface that the buyer chose, for the greater parts. */
  readonly surface: Surface;
  readonly speckle: number;
  readonly seed: number;
};

export type Sculpt = (clay: Clay) => readonly Part[];

type Extra = {
  readonly surface?: Surface;
  readonly second?: string;
  readonly paint?: Paint;
  readonly cell?: number;
  readonly speckle?: number;
};

export function piece(
  clay: Clay,
  field: Field,
  bounds: Bounds,
  colour: string,
  extra: Extra = {},
): Part {
  return {
    field,
    bounds,
    colour,
    surface: extra.surface ?? clay.surface,
    cell: extra.cell ?? 0.024,
    speckle: extra.speckle ?? 0,
    ...(extra.second === undefined ? {} : { second: extra.second }),
    ...(extra.paint === undefined ? {} : { paint: extra.paint }),
  };
}

/** 0 below `low`, 1 above `high`, smooth between. */
export const step = (low: number, high: number, value: number): number => {
  const t = Math.min(Math.max((value - low) / (high - low), 0), 1);
  return t * t * (3 - 2 * t);
};

/** 1 in a band round `centre`, with soft edges. */
export const band = (centre: number, half: number, value: number, edge = 0.012): number =>
  1 - step(half - edge, half + edge, Math.abs(value - centre));

/** Nearer than `least` in lightness, one colour is lost on the other; it is then moved `moved` away. */
const SEEN = { least: 0.2, moved: 0.3 } as const;

/** The colour, or one like it that is seen on `ground`. */
export function seenOn(ground: string, colour: string): string {
  const [under, over] = [parseColour(ground), parseColour(colour)];
  if (under === null || over === null) return colour;
  const [low, high] = [rgbToOklch(under).l, rgbToOklch(over)];
  if (Math.abs(high.l - low) >= SEEN.least) return colour;
  return rgbToHex(oklchToRgb({ ...high, l: low + (low > 0.5 ? -SEEN.moved : SEEN.moved) }));
}

export type Pose = {
  readonly at: Vector;
  /** Degrees: towards the viewer, then about the upright axis. */
  readonly tip?: number;
  readonly spin?: number;
  readonly scale?: number;
};

/** Sets a part down elsewhere with its paint; `bounds` is where it then lies. */
export function posed(part: Part, pose: Pose, bounds: Bounds): Part {
  const radians = (degrees = 0) => (degrees * Math.PI) / 180;
  const [ct, st] = [Math.cos(radians(pose.tip)), Math.sin(radians(pose.tip))];
  const [cs, ss] = [Math.cos(radians(pose.spin)), Math.sin(radians(pose.spin))];
  const scale = pose.scale ?? 1;
  const [ax, ay, az] = pose.at;
  const through = (read: Field): Field => {
    return (wx, wy, wz) => {
      const [x, y, z] = [(wx - ax) / scale, (wy - ay) / scale, (wz - az) / scale];
      const [ty, tz] = [ct * y - st * z, st * y + ct * z];
      return read(cs * x + ss * ty, cs * ty - ss * x, tz);
    };
  };
  const field = through(part.field);
  const { paint, ...rest } = part;
  return {
    ...rest,
    bounds,
    field: (x, y, z) => field(x, y, z) * scale,
    ...(paint === undefined ? {} : { paint: through(paint) }),
  };
}

/** Sets parts down together; each keeps the least box round where it then lies. */
export function posedParts(parts: readonly Part[], pose: Pose): Part[] {
  const radians = (degrees = 0) => (degrees * Math.PI) / 180;
  const [ct, st] = [Math.cos(radians(pose.tip)), Math.sin(radians(pose.tip))];
  const [cs, ss] = [Math.cos(radians(pose.spin)), Math.sin(radians(pose.spin))];
  const scale = pose.scale ?? 1;
  const place = ([x, y, z]: Vector): Vector => {
    const [sx, sy] = [cs * x - ss * y, ss * x + cs * y];
    const [tx, ty, tz] = [sx, ct * sy + st * z, ct * z - st * sy];
    return [tx * scale + pose.at[0], ty * scale + pose.at[1], tz * scale + pose.at[2]];
  };
  return parts.map((part) => {
    const { low, high } = part.bounds;
    const corners = [low[0], high[0]].flatMap((x) =>
      [low[1], high[1]].flatMap((y) => [low[2], high[2]].map((z) => place([x, y, z]))),
    );
    const edge = (pick: (...values: number[]) => number): Vector => [
      pick(...corners.map(([x]) => x)),
      pick(...corners.map(([, y]) => y)),
      pick(...corners.map(([, , z]) => z)),
    ];
    return posed(part, pose, { low: edge(Math.min), high: edge(Math.max) });
  });
}
