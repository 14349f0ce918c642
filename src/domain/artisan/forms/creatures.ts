/** Sculpts of creatures: a moth, a fox and an owl. */
import {
  blend,
  carve,
  common,
  box,
  ellipsoid,
  join,
  lean,
  mirror,
  move,
  ripple,
  rod,
  sphere,
  spin,
  tip,
  torus,
  type Field,
} from '../../solid/field.ts';
import { noise3 } from '../../solid/noise.ts';
import { GLOSS, LAMP, MATT, SATIN, within } from '../../solid/part.ts';
import { band, piece, posed, step, type Sculpt } from '../sculpt.ts';

const fur =
  (seed: number, depth: number) =>
  (x: number, y: number, z: number): number =>
    depth * noise3(x * 16, y * 9, z * 16, seed);

/** A wing lies nearly flat and is swept back; its leading edge is straight. */
const wing = (
  centre: readonly [number, number, number],
  size: readonly [number, number, number],
  sweep: number,
  rise: number,
): Field => mirror(move(lean(spin(ellipsoid([0, 0, 0], size), sweep), -rise), centre));

const flatMoth: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  const fore = wing([0.52, -0.02, 0.86], [0.62, 0.33, 0.05], -38, 16);
  const hind = wing([0.42, -0.5, 0.74], [0.42, 0.32, 0.045], 28, 10);
  const spot = (x: number, y: number) => {
    const d = Math.hypot(Math.abs(x) - 0.66, (y + 0.16) * 1.1);
    return Math.max(band(0.15, 0.035, d), 1 - step(0.06, 0.075, d));
  };
  const veins = (x: number, y: number) =>
    band(0, 0.16, Math.sin(Math.hypot(x, y - 0.75) * 17 + 0.7 * Math.sin(Math.abs(x) * 9)), 0.1) *
    step(0.7, 0.85, Math.hypot(x, y - 0.75));
  const thorax = ripple(
    blend(
      0.12,
      ellipsoid([0, 0.16, 0.92], [0.25, 0.31, 0.25]),
      ellipsoid([0, -0.34, 0.8], [0.17, 0.42, 0.17]),
    ),
    fur(clay.seed, 0.022),
  );
  const collar = ripple(ellipsoid([0, 0.36, 0.98], [0.23, 0.12, 0.18]), fur(clay.seed + 2, 0.03));
  const feather = mirror(
    blend(
      0.03,
      rod([0.07, 0.52, 1.06], [0.3, 0.74, 1.3], 0.03, 0.022),
      rod([0.3, 0.74, 1.3], [0.52, 0.78, 1.36], 0.024, 0.012),
    ),
  );
  const comb = mirror(
    join(
      ...[0.15, 0.3, 0.45, 0.6, 0.75, 0.9].map((t) => {
        const at = [0.08 + 0.4 * t, 0.53 + 0.25 * t, 1.06 + 0.3 * t] as const;
        return rod(at, [at[0] + 0.1, at[1] - 0.02, at[2] - 0.1 + 0.03 * t], 0.017, 0.01);
      }),
    ),
  );
  return [
    piece(clay, fore, within(-1.25, -0.7, 0.5, 1.25, 0.65, 1.25), body, {
      second: accent,
      paint: (x, y) => Math.max(spot(x, y), 0.75 * veins(x, y)),
      speckle: clay.speckle,
      cell: 0.02,
    }),
    piece(clay, hind, within(-1, -1, 0.5, 1, 0.05, 1), secondary, {
      second: body,
      paint: (x, y) => band(0.52, 0.05, Math.hypot(Math.abs(x) * 0.9, y + 0.1)),
      speckle: clay.speckle,
      cell: 0.02,
    }),
    piece(clay, thorax, within(-0.35, -0.85, 0.5, 0.35, 0.55, 1.25), secondary, {
      surface: MATT,
      second: accent,
      paint: (_, y) => (y < 0 ? band(0, 0.5, Math.sin(y * 26), 0.4) : 0),
      cell: 0.018,
    }),
    piece(clay, collar, within(-0.3, 0.15, 0.7, 0.3, 0.55, 1.22), accent, {
      surface: MATT,
      cell: 0.016,
    }),
    piece(
      clay,
      join(ellipsoid([0, 0.5, 0.98], [0.14, 0.11, 0.12]), feather, comb),
      within(-0.65, 0.35, 0.82, 0.65, 0.85, 1.42),
      secondary,
      { surface: SATIN, cell: 0.013 },
    ),
    piece(
      clay,
      mirror(sphere([0.105, 0.57, 1.0], 0.07)),
      within(-0.2, 0.48, 0.9, 0.2, 0.68, 1.1),
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
      ellipsoid([0, -0.36, 0.6], [0.6, 0.36, 0.5]),
      ellipsoid([0.04, 0.28, 0.5], [0.62, 0.42, 0.3]),
    ),
    (x, y, z) =>
      0.035 * Math.sin(x * 21 + 3 * noise3(x * 3, y * 3, z * 3, clay.seed)) +
      0.03 * noise3(x * 9, y * 9, z * 9, clay.seed),
  );
  const moss = ripple(
    join(
      ellipsoid([-0.5, 0.42, 0.56], [0.22, 0.2, 0.12]),
      ellipsoid([0.52, 0.2, 0.56], [0.18, 0.24, 0.14]),
    ),
    fur(clay.seed, 0.03),
  );
  return [
    piece(clay, bark, within(-0.85, -0.85, 0.4, 0.85, 0.8, 1.36), clay.palette.accent, {
      surface: MATT,
      second: clay.palette.secondary,
      paint: (x, y, z) => step(-0.1, 0.6, noise3(x * 7, y * 7, z * 3, clay.seed)) * 0.6,
    }),
    piece(clay, moss, within(-0.8, -0.1, 0.45, 0.78, 0.7, 0.8), clay.palette.base, {
      surface: MATT,
      cell: 0.016,
    }),
    ...flatMoth(clay).map((part) => posed(part, pose, within(-1.4, -1.1, 0.45, 1.4, 1.05, 2.1))),
  ];
};

export const fox: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  const skull = blend(
    0.16,
    ellipsoid([0, -0.02, 0.98], [0.56, 0.46, 0.42]),
    mirror(ellipsoid([0.4, 0.14, 0.8], [0.28, 0.24, 0.2])),
    rod([0, 0.3, 0.83], [0, 0.66, 0.76], 0.23, 0.09),
  );
  const ear = mirror(
    common(
      0.05,
      move(lean(ellipsoid([0, 0, 0], [0.24, 0.13, 0.46]), 18), [0.36, -0.1, 1.36]),
      box([0.5, -0.1, 1.6], [0.6, 0.6, 0.6], 0.1),
    ),
  );
  const inner = mirror(move(lean(ellipsoid([0, 0, 0], [0.14, 0.06, 0.3]), 18), [0.37, 0.0, 1.36]));
  const ruff = ripple(
    blend(
      0.12,
      mirror(ellipsoid([0.45, 0.06, 0.68], [0.32, 0.34, 0.2])),
      ellipsoid([0, 0.05, 0.6], [0.6, 0.55, 0.22]),
    ),
    fur(clay.seed, 0.02),
  );
  const mask = (x: number, y: number, z: number) =>
    step(0.0, 0.05, 0.84 + 0.12 * Math.sin(Math.abs(x) * 5) - z) * step(-0.05, 0.06, y);
  const closed = mirror(
    carve(0.01, torus([0.28, 0, 0], 0.135, 0.036), box([0.27, 0.5, 0], [0.3, 0.5, 0.2], 0)),
  );
  return [
    piece(clay, skull, within(-0.75, -0.6, 0.5, 0.75, 0.85, 1.45), body, {
      second: secondary,
      paint: mask,
      speckle: clay.speckle,
    }),
    piece(clay, ear, within(-0.8, -0.35, 0.95, 0.8, 0.15, 1.9), body, {
      second: accent,
      paint: (_x, _y, z) => step(1.52, 1.58, z),
      speckle: clay.speckle,
    }),
    piece(clay, inner, within(-0.65, -0.2, 1.02, 0.65, 0.15, 1.68), secondary, {
      surface: MATT,
      cell: 0.018,
    }),
    piece(clay, ruff, within(-0.85, -0.6, 0.38, 0.85, 0.7, 0.95), secondary, { surface: MATT }),
    piece(
      clay,
      ellipsoid([0, 0.75, 0.82], [0.085, 0.06, 0.06]),
      within(-0.12, 0.65, 0.72, 0.12, 0.85, 0.92),
      accent,
      { surface: GLOSS, cell: 0.011 },
    ),
    piece(
      clay,
      move(tip(closed, -58), [0, 0.43, 1.12]),
      within(-0.5, 0.2, 0.9, 0.5, 0.65, 1.3),
      accent,
      { surface: SATIN, cell: 0.011 },
    ),
    piece(
      clay,
      move(tip(ellipsoid([0, 0, 0], [0.07, 0.02, 0.11]), 30), [0, 0.37, 1.25]),
      within(-0.1, 0.25, 1.1, 0.1, 0.5, 1.4),
      glow,
      { surface: LAMP, cell: 0.011 },
    ),
  ];
};

export const owl: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  const rows = (x: number, z: number) => Math.sin(z * 30 + 2.2 * Math.cos(x * 24));
  const trunk = blend(
    0.14,
    ellipsoid([0, -0.04, 0.98], [0.6, 0.52, 0.55]),
    ellipsoid([0, -0.02, 1.34], [0.5, 0.42, 0.36]),
    mirror(rod([0.3, -0.04, 1.55], [0.43, -0.06, 1.84], 0.14, 0.03)),
  );
  const wings = ripple(
    mirror(move(lean(ellipsoid([0, 0, 0], [0.14, 0.38, 0.5]), 14), [0.5, -0.1, 0.96])),
    (_x, y, z) => 0.014 * Math.sin(z * 24 + 3 * Math.cos(y * 14)),
  );
  const disc = mirror(move(tip(ellipsoid([0, 0, 0], [0.27, 0.12, 0.27]), -8), [0.2, 0.31, 1.38]));
  return [
    piece(clay, trunk, within(-0.75, -0.65, 0.42, 0.75, 0.6, 1.92), body, {
      second: secondary,
      paint: (x, y, z) =>
        step(0.12, 0.2, y) *
        step(1.18, 1.08, z) *
        (0.45 + 0.55 * step(-0.1, 0.3, rows(x, z))) *
        band(0, 0.36, x, 0.05),
      speckle: clay.speckle,
    }),
    piece(clay, wings, within(-0.9, -0.55, 0.4, 0.9, 0.4, 1.5), body, {
      second: accent,
      paint: (_x, y, z) => step(0.15, 0.5, Math.sin(z * 24 + 3 * Math.cos(y * 14))) * 0.8,
      speckle: clay.speckle,
    }),
    piece(clay, disc, within(-0.55, 0.15, 1.05, 0.55, 0.5, 1.7), secondary, {
      surface: MATT,
      second: accent,
      paint: (x, _y, z) => band(0.25, 0.018, Math.hypot(Math.abs(x) - 0.2, z - 1.38)),
      cell: 0.016,
    }),
    piece(
      clay,
      mirror(sphere([0.2, 0.36, 1.39], 0.155)),
      within(-0.4, 0.15, 1.2, 0.4, 0.55, 1.6),
      glow,
      {
        surface: LAMP,
        second: '#15100c',
        paint: (x, _y, z) => 1 - step(0.082, 0.094, Math.hypot(Math.abs(x) - 0.19, z - 1.4)),
        cell: 0.013,
      },
    ),
    piece(
      clay,
      mirror(sphere([0.165, 0.51, 1.455], 0.024)),
      within(-0.25, 0.4, 1.4, 0.25, 0.6, 1.5),
      '#ffffff',
      { surface: LAMP, cell: 0.007 },
    ),
    piece(
      clay,
      rod([0, 0.42, 1.27], [0, 0.53, 1.13], 0.07, 0.022),
      within(-0.1, 0.33, 1.08, 0.1, 0.6, 1.36),
      accent,
      { surface: GLOSS, cell: 0.011 },
    ),
    piece(
      clay,
      mirror(
        join(
          ...[-0.09, 0, 0.09].map((x) =>
            rod([0.23 + x, 0.36, 0.56], [0.23 + x, 0.5, 0.52], 0.06, 0.05),
          ),
        ),
      ),
      within(-0.45, 0.25, 0.42, 0.45, 0.6, 0.66),
      accent,
      { surface: SATIN, cell: 0.014 },
    ),
  ];
};
