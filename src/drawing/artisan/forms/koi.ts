/** The koi: two carp that circle a lily in their pond. */
import {
  around,
  blend,
  box,
  carve,
  common,
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
import { shadesOf } from '../../board/tone.ts';
import { cloud } from '../../solid/noise.ts';
import { GLOSS, LAMP, RESIN, SATIN, within } from '../../solid/part.ts';
import { DECK } from '../cap-base.ts';
import { piece, seenOn, step, type Sculpt } from '../sculpt.ts';

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
/** The back with its fin: a low crest that rises and falls. */
const carpBack = blend(
  0.07,
  carpBody,
  ...Array.from({ length: 9 }, (_, n) => {
    const [x, y, z] = swim(0.3 + n * 0.035);
    return sphere([x, y, z + 0.13 - n * 0.008 + 0.035 * Math.sin((n / 8) * Math.PI)], 0.03);
  }),
);
const carpFins = join(
  fin(0.27, 0.1, 58, [0.18, 0.085, 0.026], -0.05),
  fin(0.27, -0.1, 122, [0.16, 0.085, 0.026], -0.05),
  fin(0.62, 0.06, 120, [0.11, 0.05, 0.022], -0.04),
  blend(0.05, fin(0.95, 0, 205, [0.2, 0.08, 0.03]), fin(0.95, 0, 153, [0.2, 0.08, 0.03])),
);
const carpEyes = join(
  ...[1, -1].map((side) => {
    const [x, y, z] = swim(0.07);
    const k = 1 + (side * 0.118) / Math.hypot(x, y);
    return sphere([x * k, y * k, z + 0.112], 0.034);
  }),
);
const opposite =
  (read: Field): Field =>
  (x, y, z) =>
    read(-x, -y, z);

/** A dish with a rim; the water stands a little below it. */
const dish = carve(
  0.05,
  box([0, -0.02, DECK + 0.08], [0.8, 0.8, 0.15], 0.12),
  drum([0, -0.01, DECK + 0.3], 0.73, 0.16, 0.04),
);
const water = ripple(
  drum([0, -0.01, DECK + 0.12], 0.74, 0.05, 0.01),
  (x, y) =>
    0.011 * Math.sin(Math.hypot(x + 0.06, y - 0.05) * 30) * step(0.74, 0.5, Math.hypot(x, y)),
);

/** What is painted on a carp lies this much over its skin. */
const COAT = 0.004;
const over =
  (body: Field): Field =>
  (x, y, z) =>
    body(x, y, z) - COAT;

/** The round mark that a tanchō is known for. */
const [crownX, crownY, crownZ] = swim(0.15);
const crown = common(0.004, over(carpBody), sphere([crownX, crownY, crownZ + 0.19], 0.105));

/** Saddles across the back, as a third colour. */
const saddles = common(
  0.006,
  over(carpBack),
  ripple(
    join(
      ...[0.4, 0.72].map((t, n) => {
        const [x, y, z] = swim(t);
        return sphere([x, y, z + 0.16 - 0.03 * n], 0.115 - 0.02 * n);
      }),
    ),
    (x, y, z) => 0.05 * cloud(x * 6, y * 6, z * 6, 3),
  ),
);

const pad = carve(
  0.01,
  drum([0, 0, DECK + 0.185], 0.2, 0.034, 0.02),
  move(spin(box([0.2, 0, 0], [0.2, 0.03, 0.2], 0.01), 130), [0, 0, DECK + 0.2]),
);

const flower = move(
  join(
    around(ellipsoid([0.08, 0, 0.05], [0.085, 0.045, 0.03]), 7),
    around(ellipsoid([0.045, 0, 0.09], [0.05, 0.035, 0.035]), 5),
    sphere([0, 0, 0.08], 0.04),
  ),
  [-0.02, 0.02, DECK + 0.22],
);

const pair = (one: Field): Field => join(one, opposite(one));

export const koi: Sculpt = (clay) => {
  const { body, secondary, accent, glow, base } = clay.palette;
  const all = within(-0.95, -0.95, 0.52, 0.95, 0.95, 1.1);
  // On the back alone: the sides are of one colour and show where a fish ends.
  const patches: Field = (x, y, z) =>
    step(-0.02, 0.03, cloud(x * 2.9, y * 2.9, z * 2.9, clay.seed + 4)) *
    step(DECK + 0.27, DECK + 0.3, z + 0.05 * cloud(x * 5, y * 5, 1, clay.seed));
  const rays: Field = (x, y) => 0.6 * step(-0.3, 0.6, Math.sin(Math.atan2(y - 0.3, x - 0.3) * 40));
  return [
    piece(clay, dish, within(-0.88, -0.88, 0.4, 0.88, 0.85, 0.76), base, {
      surface: { ...clay.surface, pearl: clay.surface.pearl * 0.2 },
    }),
    piece(clay, water, within(-0.8, -0.8, 0.5, 0.8, 0.8, 0.76), shadesOf(base)(0.35), {
      surface: { ...RESIN, gloss: 1 },
      speckle: clay.speckle,
    }),
    piece(clay, carpBack, all, body, { second: secondary, paint: patches, cell: 0.019 }),
    piece(clay, opposite(carpBack), all, body, {
      second: secondary,
      paint: (x, y, z) => patches(0.5 - x, -y, z),
      cell: 0.019,
    }),
    piece(clay, pair(saddles), all, accent, { cell: 0.015 }),
    piece(clay, pair(crown), all, glow, { cell: 0.013 }),
    piece(clay, pair(carpFins), all, body, {
      surface: { ...RESIN, gloss: 0.7 },
      second: seenOn(body, accent),
      paint: (x, y, z) => (x + y > 0 ? rays(x, y, z) : rays(-x, -y, z)),
      cell: 0.015,
    }),
    piece(clay, pair(carpEyes), all, '#14100e', { surface: GLOSS, cell: 0.013 }),
    piece(clay, pad, within(-0.24, -0.24, 0.64, 0.24, 0.24, 0.76), '#5d8f4e', {
      surface: SATIN,
      cell: 0.014,
    }),
    piece(clay, flower, within(-0.22, -0.2, 0.68, 0.2, 0.22, 0.92), '#ffe3ea', {
      surface: { ...LAMP, glow: 0.2 },
      second: '#e8b23f',
      paint: (x, y, z) => step(0.8, 0.86, z) * step(0.08, 0.02, Math.hypot(x + 0.02, y - 0.02)),
      cell: 0.011,
    }),
  ];
};
