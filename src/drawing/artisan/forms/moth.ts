/** The moth: it rests on bark and shows its wings. */
import {
  blend,
  ellipsoid,
  join,
  lean,
  mirror,
  move,
  ripple,
  rod,
  sphere,
  spin,
  type Field,
  type Vector,
} from '../../solid/field.ts';
import { shadesOf } from '../../board/tone.ts';
import { fur } from '../fur.ts';
import { noise3 } from '../../solid/noise.ts';
import { LAMP, MATT, SATIN, within } from '../../solid/part.ts';
import { band, piece, posed, seenOn, step, type Sculpt } from '../sculpt.ts';

/** A wing lies nearly flat and is swept back; its leading edge is straight. */
const wing = (
  centre: readonly [number, number, number],
  size: readonly [number, number, number],
  sweep: number,
  rise: number,
): Field => mirror(move(lean(spin(ellipsoid([0, 0, 0], size), sweep), -rise), centre));

/** The middle line of a feeler, which bends once; its comb grows from it. */
const FEELER = [
  [0.07, 0.52, 1.06],
  [0.3, 0.74, 1.3],
  [0.52, 0.78, 1.36],
] as const;
const alongFeeler = (t: number): Vector => {
  const [from, to, share] =
    t < 0.6 ? [FEELER[0], FEELER[1], t / 0.6] : [FEELER[1], FEELER[2], (t - 0.6) / 0.4];
  const at = (axis: 0 | 1 | 2) => from[axis] + (to[axis] - from[axis]) * share;
  return [at(0), at(1), at(2)];
};

const flatMoth: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  const mark = seenOn(body, accent);
  // Darker than the wings, or it would lie on them unseen.
  const coat = shadesOf(secondary)(-0.4);
  const fore = wing([0.52, -0.02, 0.86], [0.62, 0.33, 0.05], -38, 16);
  const hind = wing([0.42, -0.5, 0.74], [0.42, 0.32, 0.045], 28, 10);
  const spot = (x: number, y: number) => {
    const d = Math.hypot(Math.abs(x) - 0.66, (y + 0.16) * 1.1);
    return Math.max(band(0.15, 0.035, d), 1 - step(0.06, 0.075, d));
  };
  const veins = (x: number, y: number) =>
    band(0, 0.16, Math.sin(Math.hypot(x, y - 0.75) * 17 + 0.7 * Math.sin(Math.abs(x) * 9)), 0.1) *
    step(0.7, 0.85, Math.hypot(x, y - 0.75));
  const thorax = blend(
    0.1,
    ripple(ellipsoid([0, 0.16, 0.92], [0.25, 0.27, 0.23]), fur(clay.seed, 0.034)),
    ripple(ellipsoid([0, -0.26, 0.86], [0.18, 0.36, 0.16]), fur(clay.seed, 0.012)),
  );
  const collar = ripple(ellipsoid([0, 0.36, 0.98], [0.23, 0.12, 0.18]), fur(clay.seed + 2, 0.03));
  const feather = mirror(
    blend(0.03, rod(FEELER[0], FEELER[1], 0.03, 0.022), rod(FEELER[1], FEELER[2], 0.024, 0.012)),
  );
  const comb = mirror(
    join(
      ...[0.16, 0.28, 0.4, 0.52, 0.64, 0.76, 0.88].map((t) => {
        const at = alongFeeler(t);
        const long = 0.17 - 0.08 * t;
        return join(
          rod(at, [at[0] + long, at[1] - 0.3 * long, at[2] - 0.3 * long], 0.019, 0.011),
          rod(at, [at[0] - 0.2 * long, at[1] + 0.9 * long, at[2] + 0.5 * long], 0.019, 0.011),
        );
      }),
    ),
  );
  return [
    piece(clay, fore, within(-1.25, -0.7, 0.5, 1.25, 0.65, 1.25), body, {
      second: mark,
      paint: (x, y) => Math.max(spot(x, y), 0.75 * veins(x, y)),
      speckle: clay.speckle,
      cell: 0.014,
    }),
    piece(clay, hind, within(-1, -1, 0.5, 1, 0.05, 1), secondary, {
      second: seenOn(secondary, body),
      paint: (x, y) => band(0.52, 0.05, Math.hypot(Math.abs(x) * 0.9, y + 0.1)),
      speckle: clay.speckle,
      cell: 0.014,
    }),
    piece(clay, thorax, within(-0.35, -0.85, 0.5, 0.35, 0.55, 1.25), coat, {
      surface: MATT,
      second: seenOn(coat, accent),
      paint: (_, y) => (y < 0 ? 0.6 * band(0, 0.5, Math.sin(y * 26), 0.4) : 0),
      cell: 0.018,
    }),
    piece(clay, collar, within(-0.3, 0.15, 0.7, 0.3, 0.55, 1.22), accent, {
      surface: MATT,
      cell: 0.016,
    }),
    piece(
      clay,
      join(ellipsoid([0, 0.5, 0.98], [0.14, 0.11, 0.12]), feather, comb),
      within(-0.75, 0.35, 0.82, 0.75, 0.98, 1.5),
      secondary,
      { surface: SATIN, cell: 0.013 },
    ),
    piece(
      clay,
      mirror(sphere([0.13, 0.51, 1.0], 0.07)),
      within(-0.24, 0.42, 0.9, 0.24, 0.6, 1.1),
      glow,
      { surface: LAMP, cell: 0.011 },
    ),
  ];
};

/** It rests on bark, its back to the viewer, so that the wings show. */
export const moth: Sculpt = (clay) => {
  const pose = { at: [0, -0.42, 0.46], tip: 32, spin: 180, scale: 1.04 } as const;
  const bark = ripple(
    blend(
      0.16,
      ellipsoid([0, -0.36, 0.6], [0.5, 0.36, 0.5]),
      // No higher than the hind wings, or it would come through between them.
      ellipsoid([0.02, 0.12, 0.46], [0.44, 0.36, 0.2]),
    ),
    (x, y, z) =>
      0.035 * Math.sin(x * 21 + 3 * noise3(x * 3, y * 3, z * 3, clay.seed)) +
      0.03 * noise3(x * 9, y * 9, z * 9, clay.seed),
  );
  return [
    piece(
      clay,
      bark,
      within(-0.85, -0.85, 0.4, 0.85, 0.8, 1.36),
      shadesOf(clay.palette.base)(0.4),
      {
        surface: MATT,
        second: shadesOf(clay.palette.base)(-0.3),
        paint: (x, y, z) => step(-0.1, 0.6, noise3(x * 7, y * 7, z * 3, clay.seed)) * 0.6,
      },
    ),
    ...flatMoth(clay).map((part) => posed(part, pose, within(-1.4, -1.1, 0.45, 1.4, 1.05, 2.1))),
  ];
};
