/** Sculpts of the sea: a koi in its pond, a nautilus, a diver's helmet and a lighthouse. */
import {
  around,
  blend,
  box,
  carve,
  cone,
  drum,
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
  type Vector,
} from '../../solid/field.ts';
import { cloud, noise3 } from '../../solid/noise.ts';
import { GLOSS, LAMP, METAL, RESIN, SATIN, within } from '../../solid/part.ts';
import { DECK } from '../cap-base.ts';
import { band, piece, posed, step, type Sculpt } from '../sculpt.ts';

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

const TURNS = 2.35;
/** In the plane of x and z: angle and radius of the shell's middle line. */
const spiral = (t: number): readonly [x: number, z: number, r: number] => {
  const angle = 0.35 - t * TURNS * 2 * Math.PI;
  const grow = Math.exp(-1.32 * t * TURNS * 0.72);
  return [Math.cos(angle) * 0.42 * grow, Math.sin(angle) * 0.42 * grow, 0.36 * grow];
};

export const nautilus: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  const coil = blend(
    0.05,
    ...Array.from({ length: 44 }, (_, n) => {
      const [x, z, r] = spiral(n / 43);
      return ellipsoid([x, 0, z], [r, r * 0.92 + 0.03, r]);
    }),
  );
  const ribs = ripple(
    coil,
    (x, _y, z) => 0.011 * Math.sin(Math.atan2(z, x) * 17 - Math.hypot(x, z) * 7),
  );
  const [mx, mz] = spiral(0);
  const shell = carve(0.03, ribs, ellipsoid([mx + 0.06, 0, mz + 0.26], [0.3, 0.28, 0.2]));
  const arms = join(
    ...[-0.22, -0.16, -0.09, -0.03, 0.03, 0.09, 0.16, 0.22].map((y, n) =>
      blend(
        0.05,
        rod([mx + 0.06, y, mz + 0.16], [mx + 0.2, y * 1.25, mz + 0.25], 0.05, 0.042),
        rod(
          [mx + 0.2, y * 1.25, mz + 0.25],
          [mx + 0.34, y * 1.5, mz + 0.1 + 0.05 * (n % 3)],
          0.042,
          0.026,
        ),
        rod(
          [mx + 0.34, y * 1.5, mz + 0.1 + 0.05 * (n % 3)],
          [mx + 0.35 + 0.05 * (n % 2), y * 1.6, mz - 0.06 + 0.06 * (n % 3)],
          0.026,
          0.012,
        ),
      ),
    ),
  );
  const stripes: Field = (x, y, z) => {
    const wave = Math.sin(
      Math.atan2(z, x) * 9 + Math.hypot(x, z) * 6 + 0.6 * noise3(x * 5, y * 5, z * 5, clay.seed),
    );
    return step(0.1, 0.3, wave) * step(0.2, 0.5, Math.hypot(x, z) + 0.12 * Math.abs(y));
  };
  const eyes = join(...[1, -1].map((s) => sphere([mx + 0.13, s * 0.28, mz + 0.1], 0.105)));
  const sand = ripple(
    ellipsoid([0, 0, 0.46], [0.96, 0.94, 0.28]),
    (x, y) => 0.014 * Math.sin(y * 26 + 3 * Math.sin(x * 5)),
  );
  const whole = within(-1.05, -0.95, 0.5, 1.05, 1.05, 2.05);
  const pose = { at: [0.12, -0.12, 1.2], spin: 170 } as const;
  return [
    ...[
      piece(clay, shell, whole, body, {
        second: accent,
        paint: stripes,
        speckle: clay.speckle,
        cell: 0.021,
      }),
      piece(clay, arms, whole, secondary, { surface: { ...RESIN, gloss: 0.8 }, cell: 0.019 }),
      piece(clay, eyes, whole, glow, {
        surface: LAMP,
        second: '#120d0b',
        paint: (x, y, z) =>
          1 -
          step(0.045, 0.055, Math.hypot(x - mx - 0.15, (Math.abs(y) - 0.37) * 0.5, z - mz - 0.11)),
        cell: 0.019,
      }),
    ].map((part) => posed(part, pose, whole)),
    piece(clay, sand, within(-0.8, -0.8, 0.45, 0.8, 0.78, 0.8), secondary, {
      surface: SATIN,
      speckle: 0.3,
    }),
  ];
};

export const diver: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  const front = (y: number, z: number) => (field: Field) => move(tip(field, -78), [0, y, z]);
  const pane = front(0.5, 1.16);
  const side = mirror(move(lean(torus([0, 0, 0], 0.17, 0.055), 74), [0.56, 0.1, 1.2]));
  const dome = carve(
    0.03,
    sphere([0, 0, 1.16], 0.6),
    move(tip(drum([0, 0, 0], 0.29, 0.3, 0.02), -78), [0, 0.62, 1.16]),
  );
  const rivets = move(around(sphere([0.68, 0, 0], 0.05), 12, 0.13), [0, 0, 0.66]);
  const collar = blend(
    0.05,
    drum([0, 0, 0.62], 0.72, 0.07, 0.05),
    drum([0, 0, 0.75], 0.56, 0.1, 0.03),
  );
  const bars = join(
    pane(rod([-0.3, 0, 0.03], [0.3, 0, 0.03], 0.026)),
    pane(rod([0, -0.3, 0.03], [0, 0.3, 0.03], 0.026)),
  );
  const bolts = pane(around(sphere([0.335, 0, 0.05], 0.038), 8, 0.39));
  const valve = join(
    rod([0.42, -0.42, 1.4], [0.62, -0.62, 1.5], 0.1, 0.09),
    rod([0, 0, 1.72], [0, 0, 1.86], 0.1, 0.085),
    torus([0, 0, 1.9], 0.08, 0.035),
  );
  const shine = clay.surface.clear > 0.5 ? clay.surface : METAL;
  return [
    piece(clay, dome, within(-0.65, -0.65, 0.55, 0.65, 0.65, 1.8), body, {
      surface: shine,
      speckle: clay.speckle,
      second: accent,
      paint: (x, _y, z) =>
        0.5 * step(0.1, 0.5, cloud(x * 3, z * 3, 1, clay.seed)) * step(1.2, 0.7, z),
    }),
    piece(clay, collar, within(-0.78, -0.78, 0.5, 0.78, 0.78, 0.92), secondary, { surface: shine }),
    piece(
      clay,
      join(pane(torus([0, 0, 0], 0.32, 0.085)), side),
      within(-0.8, -0.2, 0.7, 0.8, 0.75, 1.65),
      secondary,
      { surface: METAL, cell: 0.017 },
    ),
    piece(clay, join(rivets, bolts), within(-0.78, -0.78, 0.6, 0.78, 0.8, 1.62), accent, {
      surface: METAL,
      cell: 0.014,
    }),
    piece(clay, join(bars, valve), within(-0.5, -0.8, 0.8, 0.8, 0.75, 2.02), accent, {
      surface: METAL,
      cell: 0.015,
    }),
    piece(
      clay,
      join(pane(ellipsoid([0, 0, -0.1], [0.3, 0.3, 0.1])), mirror(sphere([0.5, 0.09, 1.2], 0.16))),
      within(-0.7, -0.1, 0.8, 0.7, 0.65, 1.5),
      glow,
      { surface: LAMP, cell: 0.017 },
    ),
  ];
};

export const lighthouse: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  const [tx, ty] = [0.1, -0.12];
  const tower = blend(
    0.06,
    cone([tx, ty], 0.5, 1.72, 0.31, 0.2),
    drum([tx, ty, 0.78], 0.34, 0.06, 0.03),
  );
  const rocks = ripple(
    blend(
      0.12,
      ellipsoid([0.06, -0.1, 0.5], [0.58, 0.55, 0.36]),
      ellipsoid([-0.36, 0.3, 0.5], [0.28, 0.24, 0.22]),
      ellipsoid([0.5, 0.26, 0.5], [0.24, 0.22, 0.16]),
    ),
    (x, y, z) => 0.06 * cloud(x * 4, y * 4, z * 4, clay.seed),
  );
  const sea = ripple(
    box([0, -0.02, DECK + 0.02], [0.78, 0.78, 0.12], 0.1),
    (x, y) => 0.03 * Math.sin(x * 9 + 2.5 * Math.sin(y * 5)) * Math.cos(y * 8 + x * 2),
  );
  const gallery = join(
    drum([tx, ty, 1.74], 0.3, 0.035, 0.02),
    move(around(rod([0.28, 0, 0], [0.28, 0, 0.12], 0.012), 14), [tx, ty, 1.76]),
    torus([tx, ty, 1.89], 0.28, 0.014),
  );
  const roof = join(
    cone([tx, ty], 2.04, 2.24, 0.22, 0.03),
    sphere([tx, ty, 2.26], 0.045),
    drum([tx, ty, 2.04], 0.225, 0.02, 0.015),
  );
  const door = box([tx, ty + 0.3, 0.9], [0.07, 0.06, 0.12], 0.05);
  const windows = join(
    sphere([tx - 0.02, ty + 0.25, 1.25], 0.045),
    sphere([tx + 0.02, ty + 0.22, 1.52], 0.04),
  );
  return [
    piece(clay, tower, within(tx - 0.4, ty - 0.4, 0.5, tx + 0.4, ty + 0.4, 1.78), '#f7f2ea', {
      second: body,
      paint: (x, y, z) => step(-0.06, 0.06, Math.sin(z * 12.5 + Math.atan2(y - ty, x - tx))),
      surface: SATIN,
      cell: 0.02,
    }),
    piece(clay, rocks, within(-0.75, -0.75, 0.4, 0.8, 0.65, 0.98), accent, {
      surface: SATIN,
      speckle: 0.2,
      cell: 0.02,
    }),
    piece(clay, sea, within(-0.85, -0.85, 0.4, 0.85, 0.82, 0.74), secondary, {
      surface: clay.surface.clear > 0.5 ? clay.surface : RESIN,
      speckle: clay.speckle,
      second: '#ffffff',
      paint: (x, y, z) =>
        0.7 * step(0.655, 0.675, z) +
        0.55 *
          band(
            0.66,
            0.035,
            Math.hypot(x - 0.06, (y + 0.1) * 1.05) + 0.05 * noise3(x * 6, y * 6, 1, clay.seed),
          ),
    }),
    piece(
      clay,
      join(gallery, roof, door),
      within(tx - 0.4, ty - 0.4, 0.7, tx + 0.4, ty + 0.42, 2.32),
      accent,
      { surface: SATIN, cell: 0.015 },
    ),
    piece(
      clay,
      join(drum([tx, ty, 1.91], 0.15, 0.13, 0.04), windows),
      within(tx - 0.25, ty - 0.25, 1.15, tx + 0.25, ty + 0.35, 2.06),
      glow,
      { surface: { ...LAMP, glow: 1 }, cell: 0.015 },
    ),
  ];
};
