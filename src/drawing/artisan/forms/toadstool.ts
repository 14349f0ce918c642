/** The toadstools: three on a mound of moss, with lights in it. */
import {
  blend,
  carve,
  ellipsoid,
  join,
  lean,
  move,
  ripple,
  rod,
  sphere,
  torus,
  type Field,
  type Vector,
} from '../../solid/field.ts';
import { shadesOf } from '../../board/tone.ts';
import { hash3, noise3 } from '../../solid/noise.ts';
import { LAMP, MATT, SATIN, within } from '../../solid/part.ts';
import { DECK } from '../cap-base.ts';
import { piece, step, type Sculpt } from '../sculpt.ts';

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

/** How high a hood is for its radius. */
const HOOD = 0.78;

const hood = ({ radius: r }: Stool): Field =>
  carve(
    0.05,
    ellipsoid([0, 0, 0], [r, r, r * HOOD]),
    ellipsoid([0, 0, -r * 0.62], [r * 1.06, r * 1.06, r * 0.6]),
  );

const SPOTS = [
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

/** A wart: a lens that lies flat on the hood wherever it sits, so it narrows towards the rim. */
function wart(at: Vector, normal: Vector, across: number): Field {
  const [ax, ay, az] = at;
  const [nx, ny, nz] = normal;
  const high = across * 0.42;
  return (x, y, z) => {
    const [dx, dy, dz] = [x - ax, y - ay, z - az];
    const up = dx * nx + dy * ny + dz * nz;
    const out = Math.sqrt(Math.max(dx * dx + dy * dy + dz * dz - up * up, 0));
    const k0 = Math.hypot(out / across, up / high);
    const k1 = Math.hypot(out / (across * across), up / (high * high));
    return k1 < 1e-9 ? -high : (k0 * (k0 - 1)) / k1;
  };
}

const dots = ({ radius: r }: Stool): Field =>
  join(
    ...SPOTS.map(([turn, down], n) => {
      const [a, b] = [(turn * Math.PI) / 180, (down * Math.PI) / 180];
      const [x, y, z] = [Math.cos(a) * Math.sin(b), Math.sin(a) * Math.sin(b), Math.cos(b)];
      const flat = HOOD * Math.hypot(x, y, z / HOOD);
      return wart(
        [x * r, y * r, z * r * HOOD],
        [(x * HOOD) / flat, (y * HOOD) / flat, z / flat],
        r * (0.12 + 0.06 * hash3(n, 2, 3, 4)),
      );
    }),
  );

export const toadstool: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  const hoods = join(...STOOLS.map((s) => standing(s, hood(s))));
  const warts = join(...STOOLS.map((s) => standing(s, dots(s))));
  /** Each wart throws a small shadow away from the light, and its own foot is dimmer than its top. */
  const shadow: Field = (x, y, z) =>
    0.75 * step(0.05, -0.005, warts(x - 0.028, y + 0.011, z + 0.03));
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
    ellipsoid([0, 0, 0.44], [0.84, 0.82, 0.29]),
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
    ].map(([x = 0, y = 0]) => sphere([x, y, 0.67], 0.046)),
  );
  return [
    piece(clay, hoods, within(-0.85, -0.75, 0.7, 0.75, 0.7, 2.02), body, {
      speckle: clay.speckle,
      cell: 0.02,
      second: shadesOf(body)(-0.5),
      paint: shadow,
    }),
    piece(
      clay,
      ripple(warts, (x, y, z) => 0.007 * noise3(x * 26, y * 26, z * 26, clay.seed)),
      within(-0.85, -0.75, 0.7, 0.75, 0.7, 2.05),
      secondary,
      {
        surface: SATIN,
        cell: 0.012,
        second: shadesOf(secondary)(-0.4),
        paint: (x, y, z) => step(0.022, 0.002, hoods(x, y, z)),
      },
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
    piece(clay, moss, within(-0.9, -0.9, 0.45, 0.9, 0.9, 0.84), accent, {
      surface: MATT,
      cell: 0.02,
    }),
    piece(clay, lights, within(-0.75, -0.2, 0.6, 0.75, 0.7, 0.76), glow, {
      surface: { ...LAMP, glow: 0.2 },
      second: shadesOf(glow)(-0.5),
      paint: (_x, _y, z) => step(0.7, 0.64, z),
      cell: 0.012,
    }),
  ];
};
