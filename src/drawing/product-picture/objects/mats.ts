/** Models of desk mats and wrist rests. */
import { box, type Field } from '../../solid/field.ts';
import { cloud, noise3 } from '../../solid/noise.ts';
import { MATT, within, type Paint } from '../../solid/part.ts';
import { solid, type ObjectModel } from '../object-model.ts';
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

export const wristRest: ObjectModel = {
  parts: ({ colours: { main, second, accent }, seed, variant }) => {
    // For a narrow board or a wide one: the same bar, longer.
    const half = variant % 2 === 0 ? 1.25 : 1.5;
    const slope: Field = (_x, y, z) => z - 0.4 + 0.13 * y;
    const bar: Field = (x, y, z) =>
      Math.max(box([0, 0, 0.22], [half, 0.36, 0.24], 0.16)(x, y, z), slope(x, y, z) * 0.97);
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
      solid(bar, within(-1.56, -0.42, -0.01, 1.56, 0.42, 0.5), main, {
        second,
        paint: grain,
        cell: 0.02,
      }),
      solid(
        box([0, 0.02, 0.02], [half - 0.04, 0.31, 0.03], 0.02),
        within(-1.5, -0.36, -0.02, 1.5, 0.38, 0.06),
        accent,
        { surface: MATT },
      ),
    ];
  },
  eye: { pitch: 32, yaw: -26, target: [0, 0, 0.15], span: 3.4 },
};
