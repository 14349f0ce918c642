/** Models of cases and trays. */
import { blend, box, carve, join, ripple, rod, sphere, type Field } from '../../solid/field.ts';
import { noise3 } from '../../solid/noise.ts';
import { GLOSS, MATT, METAL, SATIN, within, type Paint } from '../../solid/part.ts';
import { solid, type ObjectModel } from '../object-model.ts';
import { capField } from '../../artisan/cap-base.ts';
import { step } from '../../artisan/sculpt.ts';

export const carryCase: ObjectModel = {
  parts: ({ colours: { main, second, accent }, seed }) => {
    const shell = blend(
      0.03,
      box([0, 0, 0.3], [1.36, 0.72, 0.29], 0.24),
      box([0, 0, 0.52], [1.2, 0.56, 0.1], 0.09),
    );
    const cloth = carve(0.03, shell, box([0, 0, 0.34], [2, 2, 0.03], 0.005));
    const weave = ripple(cloth, (x, y, z) => 0.003 * Math.sin(x * 95) * Math.sin(y * 95 + z * 95));
    const zip = blend(0.01, box([0, 0, 0.34], [1.345, 0.705, 0.022], 0.02));
    const pull = join(
      box([0.5, 0.74, 0.27], [0.035, 0.02, 0.1], 0.015),
      box([0.5, 0.73, 0.35], [0.07, 0.03, 0.03], 0.015),
    );
    const strap = join(
      blend(
        0.05,
        rod([-0.36, 0.72, 0.46], [-0.3, 0.96, 0.4], 0.05),
        rod([-0.3, 0.96, 0.4], [0.1, 0.96, 0.4], 0.055),
        rod([0.1, 0.96, 0.4], [0.16, 0.72, 0.46], 0.05),
      ),
    );
    const badge = box([0.86, 0.3, 0.62], [0.16, 0.09, 0.015], 0.012);
    return [
      solid(weave, within(-1.42, -0.78, -0.01, 1.42, 0.78, 0.66), main, {
        surface: MATT,
        cell: 0.02,
        second,
        paint: (x, y, z) => 0.25 * step(0, 0.5, noise3(x * 30, y * 30, z * 30, seed)),
      }),
      solid(join(zip), within(-1.4, -0.75, 0.28, 1.4, 0.75, 0.4), second, {
        surface: METAL,
        second: '#1c1c1e',
        paint: (x, y) => step(-0.2, 0.2, Math.sin((x + y) * 120)),
        cell: 0.02,
      }),
      solid(pull, within(0.4, 0.66, 0.15, 0.6, 0.8, 0.4), accent, { surface: METAL, cell: 0.012 }),
      solid(strap, within(-0.45, 0.6, 0.3, 0.25, 1.05, 0.54), accent, {
        surface: SATIN,
        cell: 0.016,
      }),
      solid(badge, within(0.66, 0.18, 0.58, 1.06, 0.42, 0.66), accent, {
        surface: METAL,
        cell: 0.012,
      }),
    ];
  },
  eye: { pitch: 36, yaw: -24, target: [0, 0.05, 0.2], span: 3.4 },
};

const PLACES = [-0.86, 0, 0.86].flatMap((x) => [-0.44, 0.44].map((y) => [x, y] as const));

export const tray: ObjectModel = {
  parts: ({ colours: { main, second, accent }, seed }) => {
    const wood = carve(
      0.02,
      box([0, 0, 0.15], [1.4, 0.96, 0.15], 0.07),
      join(...PLACES.map(([x, y]) => box([x, y, 0.3], [0.36, 0.36, 0.17], 0.05))),
    );
    const grain: Paint = (x, y, z) =>
      0.6 * step(-0.2, 0.7, Math.sin(y * 26 + 3 * noise3(x * 0.9, y * 1.5, z, seed))) +
      0.25 * step(0.3, 0.6, noise3(x * 4, y * 70, z * 50, seed));
    const small =
      (x: number, y: number): Field =>
      (px, py, pz) =>
        capField((px - x) / 0.36, (py - y) / 0.36, (pz - 0.14) / 0.36) * 0.36;
    const caps = (list: readonly (readonly [number, number])[]): Field =>
      join(...list.map(([x, y]) => blend(0.03, small(x, y), sphere([x, y, 0.36], 0.16))));
    return [
      solid(wood, within(-1.46, -1.02, -0.01, 1.46, 1.02, 0.32), main, {
        second,
        paint: grain,
        cell: 0.02,
      }),
      solid(
        caps(PLACES.filter((_, n) => n === 0 || n === 3 || n === 4)),
        within(-1.3, -0.85, 0.1, 1.3, 0.85, 0.56),
        accent,
        { surface: GLOSS, cell: 0.018, speckle: 0.3 },
      ),
    ];
  },
  eye: { pitch: 44, yaw: -24, target: [0, 0, 0.1], span: 3.5 },
};
