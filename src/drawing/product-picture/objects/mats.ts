/** Models of desk mats and wrist rests. */
import { box, carve, common, drum, ellipsoid, type Field } from '../../solid/field.ts';
import { cloud, noise3 } from '../../solid/noise.ts';
import { MATT, within, type Paint, type Part } from '../../solid/part.ts';
import { solid, type ObjectModel, type Order } from '../object-model.ts';
import { boardParts } from './small-board.ts';
import { band, posedParts, step, type Pose } from '../../artisan/sculpt.ts';

/** Where the sea stood, from the water up: how far from the middle, and how deep each swash reached. */
const TIDE_LINES = [
  [-0.4, 0.15, 2.1, 0.4],
  [-0.16, 0.13, 1.7, 2.3],
  [0.1, 0.15, 2.6, 1.1],
  [0.33, 0.1, 1.9, 3.4],
] as const;
/** Less than 0 on the sea's side of a line: arcs that meet in points, as waves leave them. */
function shore(x: number, y: number, line: number): number {
  const [at, deep, often, phase] = TIDE_LINES[line] ?? TIDE_LINES[0];
  return (
    y -
    at -
    deep * Math.abs(Math.sin(x * often + phase)) -
    0.35 * deep * Math.abs(Math.sin(x * often * 2.7 + 2 * phase)) -
    0.012 * noise3(x * 9, line, 0, 3)
  );
}

/** Contour lines, waves, hills, a grid of keys, and the line that the sea leaves on the sand. */
const matPattern = (variant: number, seed: number): Paint => {
  const height = (x: number, y: number) => cloud(x * 1.1, y * 1.1, 1, seed) * 22 + 0.8;
  // By how steep it is, so that a line is as wide everywhere.
  const contour: Paint = (x, y) => {
    const [here, e] = [height(x, y), 0.004];
    const steep = Math.hypot(height(x + e, y) - here, height(x, y + e) - here) / e;
    return step(0.0135, 0.007, Math.abs(Math.sin(here)) / Math.max(steep, 6));
  };
  const waves: Paint = (x, y) =>
    step(-0.1, 0.1, Math.sin(y * 15 + 1.6 * Math.sin(x * 2.6 + seed) + 0.6 * Math.sin(x * 5.2)));
  const hills: Paint = (x, y) => {
    const layers = [0.1, 0.3, 0.55].map(
      (at, n) =>
        step(
          -0.01,
          0.01,
          y - at + 0.2 * noise3(x * 1.6 + n * 9, n, 0, seed) + 0.05 * noise3(x * 5, n, 1, seed),
        ) *
        (0.3 + 0.3 * n),
    );
    return Math.max(...layers, 0.9 * step(0.19, 0.18, Math.hypot(x - 0.6, y + 0.32)));
  };
  const grid: Paint = (x, y) => {
    const [u, v] = [x * 6 - Math.floor(x * 6) - 0.5, y * 6 - Math.floor(y * 6) - 0.5];
    return band(0.38, 0.03, Math.max(Math.abs(u), Math.abs(v)), 0.02);
  };
  const tide: Paint = (x, y) => {
    const wet = TIDE_LINES.reduce(
      (sum, _, n) => sum + 0.25 * step(0.006, -0.006, shore(x, y, n)),
      0,
    );
    const ripples =
      band(0, 0.16, Math.sin(y * 60 + 5 * noise3(x * 2.2, y * 2, 0, seed)), 0.1) *
      step(-0.05, -0.12, shore(x, y, 0)) *
      step(0.1, 0.3, noise3(x * 3, y * 9, 4, seed));
    return wet - 0.3 * ripples;
  };
  return [contour, waves, hills, grid, tide][variant] ?? contour;
};
const PATTERNS = 5;

const RUBBER = '#2f3134';
/** A mat is 900 mm long; four millimetres and the thread, for the eye a little more. */
const MAT = { high: 0.062, wide: 0.78, long: 1.75 };
const TIDE = 4;

/** The cloth with its print, from one end to the other, and the hem round it. */
function sheetParts({ colours, variant, seed }: Order, from: number, to: number): Part[] {
  const { main, second, accent } = colours;
  const { high, wide } = MAT;
  const [middle, long] = [(from + to) / 2, (to - from) / 2];
  const cloth = box([middle, 0, high / 2], [long - 0.035, wide - 0.035, high / 2], 0.012);
  const flat = within(from - 0.08, -0.85, -0.01, to + 0.04, 0.85, high + 0.03);
  // Each stitch goes over the edge.
  const stitches: Paint = (x, y) =>
    0.45 * step(0.1, 0.6, Math.sin((Math.abs(y) > wide - 0.05 ? x : y) * 130));
  const foamLines: Field = (x, y, z) => {
    const edge = Math.min(Math.abs(shore(x, y, 0)) - 0.017, Math.abs(shore(x, y, 1)) - 0.012);
    return Math.max(edge * 0.7, cloth(x, y, z - 0.004));
  };
  const pattern = variant % PATTERNS;
  return [
    solid(cloth, flat, main, {
      surface: MATT,
      second,
      paint: matPattern(pattern, seed),
      cell: 0.02,
    }),
    ...(pattern === TIDE ? [solid(foamLines, flat, accent, { surface: MATT, cell: 0.0135 })] : []),
    solid(box([middle, 0, high / 2], [long, wide, high / 2 - 0.004], 0.024), flat, accent, {
      surface: MATT,
      second: RUBBER,
      paint: stitches,
      cell: 0.018,
    }),
  ];
}

/** As it comes: one end rolled up with the print inside. */
function roll({ colours: { main, accent } }: Order): Part[] {
  const spiral = (x: number, z: number): number => {
    const [dx, dz] = [x - 1.3, z - 0.22];
    const r = Math.hypot(dx, dz);
    const turn = Math.atan2(dz, dx) / (2 * Math.PI);
    const level = 0.19 - 0.055 * (turn + Math.round((0.19 - r) / 0.055 - turn));
    return r - Math.min(Math.max(level, 0.05), 0.2);
  };
  const cloth: Field = (x, y, z) =>
    Math.max((Math.abs(spiral(x, z)) - 0.021) * 0.8, Math.abs(y) - 0.76);
  const hem: Field = (x, y, z) =>
    Math.max((Math.abs(spiral(x, z)) - 0.024) * 0.8, Math.abs(Math.abs(y) - 0.765) - 0.02);
  return [
    solid(cloth, within(1.02, -0.82, 0, 1.56, 0.82, 0.48), main, {
      surface: MATT,
      cell: 0.016,
      second: RUBBER,
      paint: (x, _y, z) => step(-0.004, 0.004, spiral(x, z)),
    }),
    solid(hem, within(1.02, -0.82, 0, 1.56, 0.82, 0.48), accent, {
      surface: MATT,
      second: RUBBER,
      paint: (x, _y, z) => 0.5 * step(0.1, 0.6, Math.sin(Math.atan2(z - 0.22, x - 1.3) * 30)),
      cell: 0.0135,
    }),
  ];
}

/** A hand long, its buttons away from the viewer. */
function mouse(at: Pose): Part[] {
  const hump = common(
    0.05,
    box([0, 0, 0], [0.125, 0.235, 0.13], 0.115),
    ellipsoid([0, 0.03, 0], [0.19, 0.33, 0.135]),
  );
  const body = carve(0.008, hump, box([0, -0.18, 0.1], [0.004, 0.13, 0.12], 0.003));
  const wheel: Field = (x, y, z) => drum([0, 0, 0], 0.04, 0.014, 0.008)(z - 0.095, y + 0.13, x);
  return posedParts(
    [
      solid(body, within(-0.14, -0.25, -0.01, 0.14, 0.25, 0.15), '#35383d', { cell: 0.0095 }),
      solid(wheel, within(-0.03, -0.18, 0.04, 0.03, -0.08, 0.15), '#b9bcc0', { cell: 0.006 }),
    ],
    at,
  );
}

/** A key of the board is as wide on the mat as 19 mm are of 900. */
const BOARD_SCALE = 0.468;

function halfRolled(order: Order): Part[] {
  return [
    ...sheetParts(order, -1.52, 1.32),
    ...roll(order),
    ...mouse({ at: [0.5, 0.25, MAT.high], spin: -8 }),
  ];
}

function onTheDesk(order: Order): Part[] {
  const board = boardParts({ half: 1.5, isWide: true }, BOARD_SCALE);
  return posedParts(
    [
      ...sheetParts(order, -MAT.long, MAT.long),
      ...posedParts(board, { at: [-0.35, 0.42, MAT.high], scale: BOARD_SCALE }),
      ...mouse({ at: [0.85, 0.2, MAT.high], spin: -8 }),
    ],
    { at: [0, 0, 0], scale: 0.86 },
  );
}

/** Each pattern first half rolled, then in use. */
export const deskMat: ObjectModel = {
  parts: (order) => (order.variant < PATTERNS ? halfRolled(order) : onTheDesk(order)),
  eye: { pitch: 48, yaw: -20, target: [0.04, 0.02, 0.05], span: 3.6 },
};

/** The rest where it belongs: before a board of its length. */
export const wristRest: ObjectModel = {
  parts: ({ colours: { main, second, accent }, seed, variant }) => {
    const isWide = variant % 2 === 1;
    const half = isWide ? 1.5 : 1.25;
    const slope: Field = (_x, y, z) => z - 0.19 + 0.13 * (y - 0.08);
    const bar: Field = (x, y, z) =>
      Math.max(box([0, 0.38, 0.1], [half, 0.34, 0.16], 0.07)(x, y, z), slope(x, y, z) * 0.99);
    const grain: Paint = (x, y, z) => {
      const ring = Math.hypot(
        y * 2.2 + 0.5 * noise3(x * 0.8, y, z, seed) + 0.9,
        z * 2.2 + 0.3 * noise3(x * 0.9, 2, z, seed),
      );
      return (
        0.55 * step(-0.3, 0.7, Math.sin(ring * 34)) +
        0.3 * step(0.2, 0.6, noise3(x * 5, y * 60, z * 60, seed))
      );
    };
    return [
      solid(bar, within(-1.56, 0, -0.01, 1.56, 0.76, 0.24), main, {
        second,
        paint: grain,
        cell: 0.0155,
      }),
      solid(
        box([0, 0.38, 0.012], [half - 0.05, 0.29, 0.016], 0.01),
        within(-1.5, 0.06, -0.01, 1.5, 0.7, 0.04),
        accent,
        { surface: MATT },
      ),
      ...boardParts({ half, isWide }, 1),
    ];
  },
  eye: { pitch: 38, yaw: -20, target: [0, -0.08, 0.1], span: 3.4 },
  // From the typist's right, where its slope shows.
  close: { pitch: 27, yaw: 36, target: [0.04, -0.1, 0.1], span: 3.8 },
};
