/** Models of desk mats and wrist rests. */
import { box, type Field } from '../../solid/field.ts';
import { cloud, noise3 } from '../../solid/noise.ts';
import { MATT, within, type Paint } from '../../solid/part.ts';
import { solid, type ObjectModel } from '../object-model.ts';
import { capField } from '../../artisan/cap-base.ts';
import { band, step } from '../../artisan/sculpt.ts';

/** Contour lines, waves, hills, a grid of keys, and the line that the sea leaves on the sand. */
const matPattern = (variant: number, seed: number): Paint => {
  const contour: Paint = (x, y) =>
    band(0, 0.12, Math.sin(cloud(x * 1.3, y * 1.3, 1, seed) * 26), 0.08);
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
    const line =
      0.14 * Math.sin(x * 2.1 + seed) + 0.07 * Math.sin(x * 4.7) + 0.04 * noise3(x * 7, 0, 0, seed);
    const wet =
      0.45 * step(0.01, -0.01, y - 0.12 - line) + 0.2 * step(0.01, -0.01, y + 0.3 - line * 0.6);
    return Math.max(wet, band(0, 0.022, y - 0.12 - line, 0.008));
  };
  return [contour, waves, hills, grid, tide][variant % 5] ?? contour;
};

export const deskMat: ObjectModel = {
  parts: ({ colours: { main, second, accent }, variant, seed }) => {
    const sheet = box([-0.1, 0, 0.035], [1.42, 0.78, 0.03], 0.025);
    const roll = (x: number, z: number) => {
      const [dx, dz] = [x - 1.3, z - 0.22];
      const r = Math.hypot(dx, dz);
      const turn = Math.atan2(dz, dx) / (2 * Math.PI);
      const level = 0.19 - 0.055 * (turn + Math.round((0.19 - r) / 0.055 - turn));
      return Math.abs(r - Math.min(Math.max(level, 0.05), 0.2)) - 0.021;
    };
    const rolled: Field = (x, y, z) => Math.max(roll(x, z) * 0.8, Math.abs(y) - 0.76);
    const hem: Paint = (x, y) => Math.max(step(0.735, 0.745, Math.abs(y)), step(-1.475, -1.485, x));
    const paint = matPattern(variant, seed);
    return [
      solid(sheet, within(-1.6, -0.85, -0.01, 1.36, 0.85, 0.08), main, {
        surface: MATT,
        second,
        paint,
        cell: 0.02,
      }),
      solid(rolled, within(1.02, -0.82, 0, 1.56, 0.82, 0.48), main, {
        surface: MATT,
        cell: 0.016,
        second: accent,
        paint: (_x, y) => step(0.73, 0.74, Math.abs(y)),
      }),
      solid(
        box([-0.1, 0, 0.033], [1.43, 0.79, 0.026], 0.022),
        within(-1.6, -0.85, -0.01, 1.36, 0.85, 0.08),
        accent,
        { surface: MATT, second: accent, paint: hem, cell: 0.02 },
      ),
    ];
  },
  eye: { pitch: 48, yaw: -20, target: [0, 0.02, 0.05], span: 3.5 },
};

/** 100 mm are a unit and a bit: a key is this wide. */
const KEY = 0.159;

type CapPlace = { readonly x: number; readonly y: number; readonly half: number };

/** The places of one row's caps from `x0` on, each as wide as it says; negative is a gap. */
function capPlaces(x0: number, y: number, widths: readonly number[]): CapPlace[] {
  let x = x0;
  return widths.flatMap((width) => {
    const half = (Math.abs(width) * KEY) / 2;
    x += 2 * half;
    return width < 0 ? [] : [{ x: x - half, y, half }];
  });
}

/** The nearest cap alone is asked for its shape: there are many, and they do not touch. */
function capsAt(places: readonly CapPlace[]): Field {
  const size = KEY / 2 - 0.002;
  return (px, py, pz) => {
    let nearest = Infinity;
    let [out, off] = [0, 0];
    for (const { x, y, half } of places) {
      const [dx, dy] = [Math.abs(px - x) - half, Math.abs(py - y) - KEY / 2];
      const gap = dx > dy ? dx : dy;
      if (gap >= nearest) continue;
      nearest = gap;
      out = dx + KEY / 2;
      off = py - y;
    }
    return capField(Math.max(out, 0) / size, off / size, (pz - 0.15) / 0.14) * size;
  };
}

const ones = (count: number): number[] => Array.from({ length: count }, () => 1);
/** A 60% board from the spacebar up, and what a wider one has beside each row. */
const ROWS: readonly (readonly [keys: readonly number[], beside: readonly number[]])[] = [
  [[1.25, 1.25, 1.25, 6.25, 1.25, 1.25, 1.25, 1.25], ones(3)],
  [
    [2.25, ...ones(10), 2.75],
    [-1, 1],
  ],
  [[1.75, ...ones(11), 2.25], []],
  [[1.5, ...ones(12), 1.5], ones(3)],
  [[...ones(13), 2], ones(3)],
];

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
    const left = -half + 0.06;
    const caps = capsAt(
      ROWS.flatMap(([keys, beside], row) =>
        capPlaces(left, -0.18 - row * KEY, isWide ? [...keys, -0.25, ...beside] : keys),
      ),
    );
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
      solid(
        box([0, -0.5, 0.09], [half, 0.46, 0.09], 0.05),
        within(-1.56, -1, -0.01, 1.56, -0.02, 0.2),
        '#4a4d52',
        { cell: 0.0155 },
      ),
      solid(caps, within(-1.5, -0.92, 0.13, 1.5, -0.08, 0.26), '#ece5d6', { cell: 0.0125 }),
    ];
  },
  eye: { pitch: 38, yaw: -20, target: [0, -0.08, 0.1], span: 3.4 },
};
