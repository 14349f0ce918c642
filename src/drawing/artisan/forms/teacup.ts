/** The teacup: something large is swimming in the tea. */
import {
  blend,
  carve,
  drum,
  ellipsoid,
  lean,
  mirror,
  move,
  ripple,
  rod,
  spin,
  tip,
  torus,
  box,
  common,
} from '../../solid/field.ts';
import { RESIN, SATIN, within } from '../../solid/part.ts';
import { band, piece, step, type Sculpt } from '../sculpt.ts';

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
