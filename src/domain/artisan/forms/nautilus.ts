/** The nautilus: a striped shell on sand. */
import {
  blend,
  carve,
  ellipsoid,
  join,
  ripple,
  rod,
  sphere,
  type Field,
} from '../../solid/field.ts';
import { noise3 } from '../../solid/noise.ts';
import { LAMP, RESIN, SATIN, within } from '../../solid/part.ts';
import { piece, posed, step, type Sculpt } from '../sculpt.ts';

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
    ...[-0.24, -0.18, -0.12, -0.06, 0, 0.06, 0.12, 0.18, 0.24].map((y, n) => {
      const [reach, fall] = [0.2 + 0.03 * ((n * 2) % 3), 0.04 + 0.05 * ((n * 5) % 3)];
      return blend(
        0.05,
        rod([mx + 0.02, y, mz + 0.14], [mx + 0.13, y * 1.15, mz + 0.19], 0.045, 0.04),
        rod([mx + 0.13, y * 1.15, mz + 0.19], [mx + reach, y * 1.3, mz + 0.19 - fall], 0.04, 0.014),
      );
    }),
    ellipsoid([mx - 0.02, 0, mz + 0.22], [0.2, 0.24, 0.1]),
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
