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
} from '../../solid/field.ts';
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
