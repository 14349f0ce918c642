/** Sculpts of places and plants: a summit, toadstools, a succulent, a teacup and a crater. */
import {
  around,
  blend,
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
  box,
  common,
  type Field,
} from '../../solid/field.ts';
import { cloud, hash3, noise3 } from '../../solid/noise.ts';
import { GLOSS, LAMP, MATT, RESIN, SATIN, within } from '../../solid/part.ts';
import { DECK } from '../cap-base.ts';
import { band, piece, step, type Sculpt } from '../sculpt.ts';

/** The higher of several peaks, with ridges between their faces. */
const ridge = (x: number, y: number, seed: number): number => {
  const peak = (px: number, py: number, height: number, spread: number) => {
    const [dx, dy] = [x - px, y - py];
    const angle = Math.atan2(dy, dx);
    const d =
      Math.hypot(dx, dy) * (1 + 0.16 * Math.cos(angle * 5 + seed) + 0.07 * Math.cos(angle * 11));
    return height - d * spread;
  };
  const high = Math.max(
    peak(0.08, -0.22, 1.5, 1.75),
    peak(-0.42, -0.05, 0.98, 1.7),
    peak(0.5, -0.02, 0.86, 1.6),
    peak(-0.1, 0.22, 0.5, 1.2),
  );
  return high + 0.09 * cloud(x * 5, y * 5, 0, seed) + 0.03 * noise3(x * 15, y * 15, 0, seed);
};

const tree = (x: number, y: number, z: number, size: number): Field =>
  join(
    cone([x, y], z, z + 0.2 * size, 0.095 * size, 0.02),
    cone([x, y], z + 0.11 * size, z + 0.3 * size, 0.075 * size, 0.005),
  );

/** A hut by the water with a light in its windows. */
const cabin = {
  walls: box([0.26, 0.5, 0.72], [0.17, 0.13, 0.12], 0.015),
  roof: join(
    move(lean(box([0, 0, 0], [0.15, 0.19, 0.028], 0.02), 36), [0.37, 0.5, 0.9]),
    move(lean(box([0, 0, 0], [0.15, 0.19, 0.028], 0.02), -36), [0.15, 0.5, 0.9]),
    box([0.36, 0.42, 0.98], [0.03, 0.03, 0.08], 0.01),
  ),
  lights: join(
    box([0.2, 0.63, 0.73], [0.035, 0.012, 0.04], 0.005),
    box([0.33, 0.63, 0.73], [0.035, 0.012, 0.04], 0.005),
    box([0.095, 0.5, 0.73], [0.012, 0.045, 0.04], 0.005),
  ),
};

export const summit: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  const land: Field = (x, y, z) => {
    const top = (z - DECK - ridge(x, y, clay.seed)) * 0.42;
    const wall = Math.max(Math.abs(x), Math.abs(y + 0.02)) - 0.76;
    return Math.max(top, wall, DECK - 0.1 - z);
  };
  const snow = (x: number, y: number, z: number) =>
    step(
      1.18,
      1.26,
      z +
        0.16 * cloud(x * 5, y * 5, z * 3, clay.seed + 1) +
        0.05 * Math.sin(Math.atan2(y + 0.22, x - 0.08) * 9),
    );
  const lake = box([0, 0, DECK + 0.06], [0.78, 0.76, 0.12], 0.08);
  const forest = [
    [-0.5, 0.5, 1],
    [-0.36, 0.6, 0.8],
    [-0.62, 0.62, 0.7],
    [0.6, 0.36, 1.1],
    [0.68, 0.52, 0.85],
    [0.62, 0.66, 0.7],
    [-0.64, 0.38, 0.85],
    [-0.2, 0.52, 0.7],
  ] as const;
  return [
    piece(clay, land, within(-0.8, -0.82, 0.42, 0.8, 0.78, 2.2), body, {
      second: '#fbfcff',
      paint: snow,
      surface: clay.surface.clear > 0.5 ? clay.surface : SATIN,
      speckle: clay.speckle,
      cell: 0.022,
    }),
    piece(clay, lake, within(-0.85, -0.85, 0.4, 0.85, 0.82, 0.72), secondary, {
      surface: RESIN,
      speckle: clay.speckle,
    }),
    piece(
      clay,
      join(...forest.map(([x, y, s]) => tree(x, y, DECK + 0.13, s * 1.15))),
      within(-0.8, 0.25, 0.55, 0.8, 0.75, 1.1),
      accent,
      { surface: MATT, cell: 0.014 },
    ),
    piece(clay, cabin.walls, within(0.02, 0.3, 0.5, 0.5, 0.72, 0.95), '#8a5a3a', {
      surface: MATT,
      second: '#6d452c',
      paint: (_x, _y, z) => step(-0.2, 0.3, Math.sin(z * 90)),
      cell: 0.013,
    }),
    piece(clay, cabin.roof, within(-0.02, 0.25, 0.7, 0.54, 0.78, 1.08), '#fbfcff', {
      surface: SATIN,
      cell: 0.013,
    }),
    piece(clay, cabin.lights, within(0, 0.3, 0.55, 0.5, 0.74, 0.95), glow, {
      surface: { ...LAMP, glow: 1 },
      cell: 0.011,
    }),
  ];
};

type Stool = {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly radius: number;
  readonly tilt: number;
};
const STOOLS: readonly Stool[] = [
  { x: 0.06, y: -0.14, height: 1.0, radius: 0.56, tilt: 6 },
  { x: -0.5, y: 0.28, height: 0.52, radius: 0.27, tilt: -16 },
  { x: 0.5, y: 0.4, height: 0.34, radius: 0.2, tilt: 14 },
];

const standing = (stool: Stool, field: Field): Field =>
  move(lean(field, stool.tilt), [stool.x, stool.y, DECK + stool.height]);

const hood = ({ radius: r }: Stool): Field =>
  carve(
    0.05,
    ellipsoid([0, 0, 0], [r, r, r * 0.78]),
    ellipsoid([0, 0, -r * 0.62], [r * 1.06, r * 1.06, r * 0.6]),
  );

const dots = ({ radius: r }: Stool): Field => {
  const spots = [
    [0, 8],
    [52, 38],
    [128, 42],
    [200, 36],
    [275, 44],
    [335, 62],
    [22, 68],
    [88, 66],
    [160, 68],
    [235, 66],
  ] as const;
  return join(
    ...spots.map(([turn, down], n) => {
      const [a, b] = [(turn * Math.PI) / 180, (down * Math.PI) / 180];
      const at = [
        Math.cos(a) * Math.sin(b) * r,
        Math.sin(a) * Math.sin(b) * r,
        Math.cos(b) * r * 0.78,
      ] as const;
      const size = r * (0.1 + 0.06 * hash3(n, 2, 3, 4));
      return ellipsoid(at, [size, size, size * 0.7]);
    }),
  );
};

export const toadstool: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  const stems = blend(
    0.08,
    ...STOOLS.map((s) =>
      rod(
        [s.x - s.tilt * 0.004, s.y, DECK],
        [s.x, s.y, DECK + s.height],
        s.radius * 0.34,
        s.radius * 0.24,
      ),
    ),
  );
  const gills = join(
    ...STOOLS.map((s) =>
      standing(
        s,
        ellipsoid([0, 0, -s.radius * 0.06], [s.radius * 0.9, s.radius * 0.9, s.radius * 0.14]),
      ),
    ),
  );
  const moss = ripple(
    ellipsoid([0, 0, 0.42], [0.84, 0.82, 0.27]),
    (x, y, z) =>
      0.05 * noise3(x * 9, y * 9, z * 9, clay.seed) +
      0.02 * noise3(x * 24, y * 24, z * 24, clay.seed),
  );
  const skirt = move(torus([0, 0, 0], 0.165, 0.035), [0.045, -0.14, DECK + 0.62]);
  const lights = join(
    ...[
      [-0.1, 0.56],
      [0.25, 0.62],
      [-0.62, -0.1],
      [0.66, 0.05],
    ].map(([x = 0, y = 0]) => sphere([x, y, 0.68], 0.052)),
  );
  return [
    piece(
      clay,
      join(...STOOLS.map((s) => standing(s, hood(s)))),
      within(-0.85, -0.75, 0.7, 0.75, 0.7, 2.02),
      body,
      {
        speckle: clay.speckle,
        cell: 0.02,
        second: accent,
        paint: (_x, _y, z) => 0.35 * step(1.56, 1.44, z) * step(1.3, 1.36, z),
      },
    ),
    piece(
      clay,
      join(...STOOLS.map((s) => standing(s, dots(s)))),
      within(-0.85, -0.75, 0.7, 0.75, 0.7, 2.05),
      secondary,
      { surface: SATIN, cell: 0.015 },
    ),
    piece(clay, join(stems, skirt), within(-0.75, -0.45, 0.45, 0.75, 0.6, 1.55), secondary, {
      surface: SATIN,
      cell: 0.018,
    }),
    piece(clay, gills, within(-0.85, -0.75, 0.65, 0.75, 0.7, 1.6), secondary, {
      surface: MATT,
      second: accent,
      paint: (x, y) => 0.5 * step(0, 0.6, Math.sin(Math.atan2(y + 0.14, x - 0.06) * 60)),
      cell: 0.02,
    }),
    piece(clay, moss, within(-0.8, -0.8, 0.45, 0.8, 0.8, 0.82), accent, {
      surface: MATT,
      cell: 0.02,
    }),
    piece(clay, lights, within(-0.75, -0.2, 0.6, 0.75, 0.7, 0.76), glow, {
      surface: { ...LAMP, glow: 0.9 },
      cell: 0.012,
    }),
  ];
};

/** A leaf that points outwards and up, keeled below. */
const leaf = (length: number, width: number, rise: number, out: number, height: number): Field =>
  move(
    lean(
      blend(
        0.05,
        ellipsoid([length * 0.5, 0, 0], [length * 0.52, width, 0.09]),
        rod([length * 0.3, 0, -0.01], [length * 1.06, 0, 0.04], width * 0.62, 0.012),
      ),
      -rise,
    ),
    [out, 0, height],
  );

export const succulent: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  const rings = [
    { count: 9, phase: 0, leaf: leaf(0.64, 0.24, 14, 0.2, 0.66) },
    { count: 8, phase: 0.35, leaf: leaf(0.58, 0.22, 34, 0.14, 0.74) },
    { count: 7, phase: 0.1, leaf: leaf(0.5, 0.19, 52, 0.1, 0.82) },
    { count: 5, phase: 0.5, leaf: leaf(0.4, 0.15, 68, 0.07, 0.9) },
    { count: 3, phase: 0.2, leaf: leaf(0.3, 0.11, 80, 0.04, 0.96) },
  ];
  const tipped = (x: number, y: number, z: number) =>
    step(
      0.46,
      0.86,
      Math.hypot(x, y) * 0.86 +
        Math.max(0, z - 0.86) * 0.62 +
        0.06 * noise3(x * 8, y * 8, z * 8, clay.seed),
    );
  const pot = carve(
    0.04,
    blend(0.04, drum([0, 0, 0.6], 0.7, 0.14, 0.06), torus([0, 0, 0.7], 0.68, 0.06)),
    drum([0, 0, 0.8], 0.6, 0.14, 0.02),
  );
  const flower = join(
    rod([0.2, -0.3, 0.8], [0.3, -0.44, 1.62], 0.028, 0.02),
    ...[
      [0.3, -0.44, 1.66],
      [0.2, -0.42, 1.55],
      [0.38, -0.48, 1.5],
    ].map(([x = 0, y = 0, z = 0]) =>
      move(
        tip(
          join(
            around(ellipsoid([0.06, 0, 0.03], [0.075, 0.04, 0.03]), 5),
            sphere([0, 0, 0.02], 0.045),
          ),
          24,
        ),
        [x, y, z],
      ),
    ),
  );
  return [
    piece(
      clay,
      join(...rings.map((r) => around(r.leaf, r.count, r.phase))),
      within(-0.96, -0.96, 0.5, 0.96, 0.96, 1.5),
      body,
      { second: accent, paint: tipped, speckle: clay.speckle, surface: clay.surface, cell: 0.02 },
    ),
    piece(clay, pot, within(-0.78, -0.78, 0.45, 0.78, 0.78, 0.8), secondary, { surface: SATIN }),
    piece(clay, flower, within(0.05, -0.65, 0.75, 0.6, -0.2, 1.82), glow, {
      surface: GLOSS,
      cell: 0.013,
    }),
  ];
};

export const teacup: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  const outer = blend(
    0.06,
    ellipsoid([0, 0, 1.26], [0.62, 0.62, 0.66]),
    drum([0, 0, 0.66], 0.28, 0.05, 0.03),
  );
  const bowl = carve(
    0.03,
    common(0.02, outer, box([0, 0, 0.96], [0.8, 0.8, 0.42], 0.02)),
    ellipsoid([0, 0, 1.32], [0.545, 0.545, 0.62]),
  );
  const handle = move(tip(torus([0, 0, 0], 0.2, 0.058), 90), [0.7, 0, 1.04]);
  const cup = carve(0.01, blend(0.05, bowl, handle), ellipsoid([0, 0, 1.32], [0.53, 0.53, 0.6]));
  const saucer = carve(
    0.05,
    drum([0, 0, 0.58], 0.8, 0.07, 0.06),
    ellipsoid([0, 0, 0.9], [0.8, 0.8, 0.3]),
  );
  const tea = ripple(
    drum([0, 0, 1.1], 0.535, 0.1, 0.02),
    (x, y) => 0.011 * Math.sin(Math.hypot(x, y - 0.02) * 34) * step(0.5, 0.12, Math.hypot(x, y)),
  );
  const fluke = mirror(
    blend(
      0.06,
      move(spin(lean(ellipsoid([0, 0, 0], [0.22, 0.12, 0.045]), -26), 24), [0.19, 0.0, 1.68]),
    ),
  );
  const whale = blend(
    0.08,
    rod([0, -0.05, 1.14], [0, 0, 1.5], 0.17, 0.075),
    rod([0, 0, 1.5], [0, 0.02, 1.62], 0.075, 0.07),
    fluke,
  );
  const pattern = (x: number, y: number, z: number) => {
    const a = Math.atan2(y, x);
    const wave = 1.1 + 0.045 * Math.sin(a * 10);
    return Math.max(band(wave, 0.03, z), band(wave - 0.12, 0.018, z), band(1.345, 0.022, z));
  };
  return [
    piece(clay, cup, within(-0.7, -0.7, 0.58, 1.02, 0.7, 1.42), body, {
      second: accent,
      paint: pattern,
      surface: clay.surface,
      speckle: clay.speckle,
      cell: 0.018,
    }),
    piece(clay, saucer, within(-0.85, -0.85, 0.48, 0.85, 0.85, 0.7), body, {
      second: accent,
      paint: (x, y) => band(0.72, 0.025, Math.hypot(x, y)),
      surface: clay.surface,
      speckle: clay.speckle,
    }),
    piece(clay, tea, within(-0.58, -0.58, 0.96, 0.58, 0.58, 1.26), secondary, {
      surface: { ...RESIN, gloss: 1 },
      cell: 0.018,
    }),
    piece(clay, whale, within(-0.52, -0.3, 1.05, 0.52, 0.3, 1.9), glow, {
      surface: SATIN,
      cell: 0.016,
    }),
  ];
};

const HOLES = [
  [-0.12, 0.5, 0.75, 0.34],
  [0.52, 0.12, 0.7, 0.2],
  [-0.56, 0.0, 0.6, 0.22],
  [0.1, -0.2, 0.9, 0.26],
  [-0.3, -0.5, 0.7, 0.2],
  [0.46, 0.58, 0.36, 0.17],
  [-0.56, 0.5, 0.3, 0.15],
  [0.36, 0.3, 0.72, 0.1],
  [-0.3, 0.06, 0.86, 0.11],
  [0.5, -0.46, 0.6, 0.17],
  [0.12, 0.76, 0.3, 0.12],
  [0.74, 0.36, 0.3, 0.1],
] as const;

const RADIUS = 0.84;
const MIDDLE = 0.48;
/** Where each hollow lies on the ball, and how wide it is. */
const hollows = HOLES.map(([x, y, z, r]) => {
  const k = RADIUS / Math.hypot(x, y, z);
  return [x * k, y * k, z * k, r] as const;
});
const onBall = (n: number, out: number, size: number): Field => {
  const [x, y, z, r] = hollows[n] ?? [0, 0, 0, 0];
  return sphere([x * out, y * out, MIDDLE + z * out], r * size);
};
const regolith = carve(
  0.045,
  blend(0.07, sphere([0, 0, MIDDLE], RADIUS), ...HOLES.map((_, n) => onBall(n, 0.93, 1.06))),
  join(...HOLES.map((_, n) => onBall(n, 1.06, 0.92))),
);

/** A six-sided crystal with a point, standing on the floor of the great hollow. */
const gem = (aside: number, forward: number, length: number, width: number): Field => {
  const prism: Field = (x, y, z) => {
    let side = -1;
    for (let n = 0; n < 3; n += 1) {
      const [c, s] = [Math.cos((n * Math.PI) / 3), Math.sin((n * Math.PI) / 3)];
      side = Math.max(side, Math.abs(x * c + y * s));
    }
    const taper = Math.max(0, z - length * 0.62) * 0.8;
    return Math.max((side - width) * 0.95, (side + taper - width) * 0.72, -0.1 - z);
  };
  const [x, y, z] = hollows[0] ?? [0, 0, 0];
  return move(lean(tip(spin(prism, 17), forward), aside), [x * 0.86, y * 0.82, MIDDLE + z * 0.74]);
};
const GEMS = [
  [0, 12, 0.86, 0.11],
  [-24, 14, 0.62, 0.085],
  [26, 16, 0.66, 0.088],
  [-46, 18, 0.42, 0.065],
  [48, 20, 0.44, 0.066],
  [10, 40, 0.48, 0.07],
  [-14, 44, 0.42, 0.062],
] as const;

export const crater: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  const ground = ripple(
    regolith,
    (x, y, z) =>
      0.014 * cloud(x * 6, y * 6, z * 6, clay.seed) +
      0.006 * noise3(x * 20, y * 20, z * 20, clay.seed),
  );
  const gems = join(
    ...GEMS.map(([aside, forward, length, width]) => gem(aside, forward, length, width)),
  );
  return [
    piece(clay, ground, within(-0.98, -0.98, 0.42, 0.98, 0.98, 1.4), body, {
      second: secondary,
      paint: (x, y, z) => step(-0.05, 0.2, cloud(x * 2.4, y * 2.4, z * 2.4, clay.seed + 3)),
      surface: clay.surface.clear > 0.5 ? clay.surface : MATT,
      speckle: clay.speckle,
      cell: 0.021,
    }),
    piece(clay, gems, within(-0.8, -0.2, 0.75, 0.7, 1.2, 1.95), glow, {
      surface: { ...LAMP, gloss: 1, glow: 0.3, clear: 0.9 },
      second: accent,
      paint: (_x, y, z) => step(1.35, 0.95, z - 0.3 * (y - 0.4)),
      cell: 0.014,
    }),
  ];
};
