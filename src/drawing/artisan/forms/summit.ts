/** The summit: snow, a forest and a lit hut by the water. */
import { cone, join, lean, move, box, type Field } from '../../solid/field.ts';
import { cloud, noise3 } from '../../solid/noise.ts';
import { LAMP, MATT, RESIN, SATIN, within } from '../../solid/part.ts';
import { DECK } from '../cap-base.ts';
import { piece, step, type Sculpt } from '../sculpt.ts';

/** The greater of two heights, with a round valley of that width where they meet. */
const higher = (a: number, b: number, valley: number): number =>
  Math.max(a, b) + Math.max(valley - Math.abs(a - b), 0) ** 2 / (4 * valley);

/** The higher of several peaks, with ridges between their faces. */
const ridge = (x: number, y: number, seed: number): number => {
  const peak = (px: number, py: number, height: number, spread: number) => {
    const [dx, dy] = [x - px, y - py];
    const angle = Math.atan2(dy, dx);
    // Fewer at the back, where they would stand out beside the peak like slivers of it.
    const sharp = 0.3 + 0.7 * step(-0.3, 0.1, dy);
    const d =
      Math.hypot(dx, dy) *
      (1 + sharp * (0.16 * Math.cos(angle * 5 + seed) + 0.07 * Math.cos(angle * 11)));
    return height - d * spread;
  };
  const high = [
    peak(-0.42, -0.05, 0.98, 1.7),
    peak(0.5, -0.02, 0.86, 1.6),
    peak(-0.1, 0.22, 0.5, 1.2),
  ].reduce((a, b) => higher(a, b, 0.12), peak(0.08, -0.22, 1.5, 1.75));
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
    [-0.16, 0.66, 0.75],
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
