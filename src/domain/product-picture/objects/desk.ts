/** Models of what lies on a desk: cables, mats, rests, cases and trays. */
import {
  blend,
  box,
  carve,
  drum,
  join,
  move,
  ripple,
  rod,
  sphere,
  torus,
  type Field,
} from '../../solid/field.ts';
import { cloud, noise3 } from '../../solid/noise.ts';
import { GLOSS, MATT, METAL, SATIN, within, type Paint } from '../../solid/part.ts';
import { helix, laid, solid, type ObjectModel } from '../object-model.ts';
import { capField } from '../../artisan/cap-base.ts';
import { band, step } from '../../artisan/sculpt.ts';

const braid =
  (along: number, round: number): Paint =>
  (x, y, z) =>
    step(0.1, 0.5, Math.sin((x + z * 0.3) * along) * Math.sin((y + z) * round));

export const coiledCable: ObjectModel = {
  parts: ({ colours: { main, second, accent } }) => {
    const coil = move(laid(helix(0.24, 0.062, 0.138, -0.78, 0.78)), [0, -0.3, 0.31]);
    const lead = blend(
      0.05,
      rod([0.78, -0.3, 0.08], [1.12, -0.24, 0.07], 0.06),
      rod([1.12, -0.24, 0.07], [1.3, 0.05, 0.07], 0.06),
      rod([1.3, 0.05, 0.07], [1.12, 0.42, 0.07], 0.06),
      rod([1.12, 0.42, 0.07], [0.66, 0.52, 0.07], 0.06),
    );
    const tail = blend(
      0.05,
      rod([-0.78, -0.3, 0.08], [-1.1, -0.2, 0.07], 0.06),
      rod([-1.1, -0.2, 0.07], [-1.22, 0.15, 0.07], 0.06),
      rod([-1.22, 0.15, 0.07], [-0.95, 0.5, 0.07], 0.06),
    );
    const barrel = (x0: number, x1: number, r: number): Field =>
      laid(drum([0.16, 0.52, (x0 + x1) / 2], r, (x1 - x0) / 2, 0.03));
    const aviator = join(
      barrel(-0.1, 0.26, 0.16),
      barrel(0.26, 0.34, 0.13),
      barrel(0.34, 0.62, 0.15),
      barrel(0.62, 0.72, 0.09),
    );
    const rings = join(
      ...[-0.04, 0.02, 0.08, 0.4, 0.46].map((x) => laid(torus([0.16, 0.52, x], 0.158, 0.014))),
    );
    const plug = join(
      box([-0.72, 0.52, 0.1], [0.24, 0.14, 0.085], 0.06),
      box([-0.36, 0.52, 0.1], [0.2, 0.1, 0.04], 0.035),
    );
    return [
      solid(join(coil, lead, tail), within(-1.4, -0.65, -0.01, 1.45, 0.65, 0.66), main, {
        second,
        paint: braid(70, 60),
        cell: 0.018,
      }),
      solid(join(aviator, rings), within(-0.2, 0.3, -0.02, 0.8, 0.74, 0.36), accent, {
        surface: METAL,
        cell: 0.016,
      }),
      solid(plug, within(-1, 0.35, 0, -0.1, 0.7, 0.22), accent, { surface: METAL, cell: 0.014 }),
    ];
  },
  eye: { pitch: 46, yaw: -18, target: [0.05, 0.05, 0.1], span: 3.3 },
};

/** Four patterns: contour lines, waves, hills and a grid of keys. */
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
  return [contour, waves, hills, grid][variant % 4] ?? contour;
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
    const slope: Field = (_x, y, z) => z - 0.4 + 0.13 * y;
    const bar: Field = (x, y, z) =>
      Math.max(box([0, 0, 0.22], [1.5, 0.36, 0.24], 0.16)(x, y, z), slope(x, y, z) * 0.97);
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
    const pour: Paint = (x, y, z) =>
      step(-0.08, 0.04, x * 0.5 + 0.35 * cloud(x * 2, y * 3, z * 3, seed));
    return [
      solid(bar, within(-1.56, -0.42, -0.01, 1.56, 0.42, 0.5), main, {
        surface: variant % 2 === 0 ? SATIN : GLOSS,
        second,
        paint: variant % 2 === 0 ? grain : pour,
        speckle: variant % 2 === 0 ? 0 : 0.3,
        cell: 0.02,
      }),
      solid(
        box([0, 0.02, 0.02], [1.46, 0.31, 0.03], 0.02),
        within(-1.5, -0.36, -0.02, 1.5, 0.38, 0.06),
        accent,
        { surface: MATT },
      ),
    ];
  },
  eye: { pitch: 32, yaw: -26, target: [0, 0, 0.15], span: 3.4 },
};

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

export const lubeJar: ObjectModel = {
  parts: ({ colours: { main, second, accent } }) => {
    const jar = carve(
      0.04,
      drum([-0.25, -0.1, 0.42], 0.6, 0.42, 0.1),
      drum([-0.25, -0.1, 0.6], 0.5, 0.42, 0.05),
    );
    const grease = ripple(
      drum([-0.25, -0.1, 0.4], 0.51, 0.32, 0.04),
      (x, y) =>
        0.03 * Math.sin(Math.atan2(y + 0.1, x + 0.25) * 2 + Math.hypot(x + 0.25, y + 0.1) * 14),
    );
    const lid = move(
      carve(0.02, drum([0, 0, 0], 0.64, 0.12, 0.05), torus([0, 0, 0.13], 0.5, 0.02)),
      [0.84, -0.62, 0.12],
    );
    const brush = blend(
      0.02,
      rod([0.3, 0.84, 0.07], [1.3, 0.5, 0.07], 0.055, 0.035),
      rod([0.02, 0.93, 0.07], [0.32, 0.83, 0.07], 0.065, 0.06),
    );
    const hair = rod([-0.2, 1.01, 0.05], [0.04, 0.92, 0.07], 0.02, 0.06);
    const label: Paint = (x, y, z) =>
      band(0.4, 0.2, z) * step(0.56, 0.58, Math.hypot(x + 0.25, y + 0.1));
    return [
      solid(jar, within(-0.9, -0.75, -0.01, 0.4, 0.55, 0.86), main, {
        surface: { gloss: 1, clear: 0.7, metal: 0, pearl: 0, glow: 0.04 },
        second: accent,
        paint: label,
        cell: 0.018,
      }),
      solid(grease, within(-0.8, -0.65, 0.06, 0.3, 0.45, 0.78), second, {
        surface: { gloss: 0.9, clear: 0.8, metal: 0, pearl: 0, glow: 0.05 },
      }),
      solid(lid, within(0.1, -1.35, -0.01, 1.55, 0.1, 0.28), accent, {
        surface: METAL,
        cell: 0.018,
      }),
      solid(brush, within(-0.1, 0.4, -0.01, 1.4, 1.05, 0.16), accent, {
        surface: SATIN,
        cell: 0.014,
      }),
      solid(hair, within(-0.26, 0.85, -0.01, 0.12, 1.05, 0.15), '#e8dcc4', {
        surface: MATT,
        cell: 0.01,
      }),
    ];
  },
  eye: { pitch: 34, yaw: -22, target: [0.15, 0.15, 0.4], span: 3.1 },
};
