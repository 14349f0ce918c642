/** The koi: two carp that circle a lily in their pond. */
import {
  around,
  blend,
  box,
  carve,
  drum,
  ellipsoid,
  join,
  lean,
  move,
  ripple,
  sphere,
  spin,
  type Field,
  type Vector,
} from '../../solid/field.ts';
import { cloud } from '../../solid/noise.ts';
import { GLOSS, LAMP, RESIN, SATIN, within } from '../../solid/part.ts';
import { DECK } from '../cap-base.ts';
import { piece, step, type Sculpt } from '../sculpt.ts';

/** The middle line of a carp that follows the edge of its pond, from mouth (0) to tail (1). */
const swim = (t: number): Vector => {
  const angle = 2.5 - t * 2.75;
  return [Math.cos(angle) * 0.47, Math.sin(angle) * 0.46, DECK + 0.24 + 0.03 * Math.sin(t * 5)];
};

const girth = (t: number): number =>
  t < 0.28
    ? 0.115 + 0.075 * Math.sin((t / 0.28) * 1.57)
    : 0.19 - 0.145 * ((t - 0.28) / 0.72) ** 0.9;

/** Places a flat fin beside or behind the middle line; `turn` is against the way it swims. */
const fin = (t: number, side: number, turn: number, size: Vector, lift = 0): Field => {
  const [x, y, z] = swim(t);
  const k = 1 + side / Math.hypot(x, y);
  const heading = ((2.5 - t * 2.75) * 180) / Math.PI - 90;
  return move(
    spin(lean(move(ellipsoid([0, 0, 0], size), [size[0] * 0.9, 0, 0]), -12), heading + turn),
    [x * k, y * k, z + lift],
  );
};

const carpBody = blend(
  0.1,
  ...Array.from({ length: 17 }, (_, n) => sphere(swim(n / 16), girth(n / 16))),
);
const carpFins = join(
  fin(0.27, 0.1, 58, [0.18, 0.085, 0.026], -0.05),
  fin(0.27, -0.1, 122, [0.16, 0.085, 0.026], -0.05),
  fin(0.62, 0.06, 120, [0.11, 0.05, 0.022], -0.04),
  blend(0.05, fin(0.95, 0, 205, [0.2, 0.08, 0.03]), fin(0.95, 0, 153, [0.2, 0.08, 0.03])),
  blend(
    0.06,
    ...[0.32, 0.4, 0.48, 0.55].map((t, n) => {
      const [x, y, z] = swim(t);
      return sphere([x, y, z + 0.15 + 0.02 * n * (2 - n)], 0.045);
    }),
  ),
);
const carpEyes = join(
  ...[1, -1].map((side) => {
    const [x, y, z] = swim(0.07);
    const k = 1 + (side * 0.095) / Math.hypot(x, y);
    return sphere([x * k, y * k, z + 0.062], 0.03);
  }),
);
const opposite =
  (read: Field): Field =>
  (x, y, z) =>
    read(-x, -y, z);

export const koi: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  const all = within(-0.95, -0.95, 0.52, 0.95, 0.95, 1.1);
  const water = ripple(
    blend(
      0.04,
      carve(
        0.05,
        box([0, -0.02, DECK + 0.08], [0.8, 0.8, 0.15], 0.12),
        drum([0, 0, DECK + 0.3], 0.74, 0.14, 0.04),
      ),
      drum([0, 0, DECK + 0.12], 0.75, 0.06, 0.02),
    ),
    (x, y) =>
      0.011 * Math.sin(Math.hypot(x + 0.06, y - 0.05) * 30) * step(0.74, 0.5, Math.hypot(x, y)),
  );
  const patches: Field = (x, y, z) =>
    step(-0.04, 0.03, cloud(x * 2.9, y * 2.9, z * 2.9, clay.seed + 4));
  const rays: Field = (x, y) => 0.7 * step(-0.3, 0.6, Math.sin(Math.atan2(y - 0.3, x - 0.3) * 40));
  const pad = (x: number, y: number, r: number) =>
    carve(
      0.01,
      drum([x, y, DECK + 0.2], r, 0.018, 0.016),
      move(spin(box([0.2, 0, 0], [0.2, 0.03, 0.2], 0.01), 130), [x, y, DECK + 0.2]),
    );
  const flower = move(
    join(
      around(ellipsoid([0.08, 0, 0.05], [0.085, 0.045, 0.03]), 7),
      around(ellipsoid([0.045, 0, 0.09], [0.05, 0.035, 0.035]), 5),
      sphere([0, 0, 0.08], 0.04),
    ),
    [-0.02, 0.02, DECK + 0.22],
  );
  return [
    piece(clay, water, within(-0.88, -0.88, 0.4, 0.88, 0.85, 0.76), secondary, {
      surface: { ...RESIN, gloss: 1 },
      speckle: clay.speckle,
    }),
    piece(clay, carpBody, all, '#fbf6ee', { second: body, paint: patches, cell: 0.019 }),
    piece(clay, carpFins, all, body, {
      surface: { ...RESIN, gloss: 0.7 },
      second: '#fbf6ee',
      paint: rays,
      cell: 0.015,
    }),
    piece(clay, opposite(carpBody), all, glow, {
      second: accent,
      paint: (x, y, z) => 1 - patches(-x + 0.5, -y, z),
      cell: 0.019,
    }),
    piece(clay, opposite(carpFins), all, glow, {
      surface: { ...RESIN, gloss: 0.7 },
      second: accent,
      paint: opposite(rays),
      cell: 0.015,
    }),
    piece(clay, join(carpEyes, opposite(carpEyes)), all, '#14100e', {
      surface: GLOSS,
      cell: 0.013,
    }),
    piece(
      clay,
      join(pad(0, 0, 0.19), pad(-0.66, -0.64, 0.1), pad(0.66, 0.62, 0.12)),
      within(-0.8, -0.8, 0.64, 0.82, 0.82, 0.76),
      '#5d8f4e',
      { surface: SATIN, cell: 0.014 },
    ),
    piece(clay, flower, within(-0.22, -0.2, 0.68, 0.2, 0.22, 0.92), '#ffe3ea', {
      surface: { ...LAMP, glow: 0.2 },
      second: body,
      paint: (x, y, z) => step(0.8, 0.86, z) * step(0.08, 0.02, Math.hypot(x + 0.02, y - 0.02)),
      cell: 0.011,
    }),
  ];
};
