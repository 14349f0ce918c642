/** The model of a jar of lubricant and its brush. */
import { blend, carve, drum, move, ripple, rod, torus } from '../../solid/field.ts';
import { MATT, METAL, SATIN, within, type Paint } from '../../solid/part.ts';
import { solid, type ObjectModel } from '../object-model.ts';
import { band, step } from '../../artisan/sculpt.ts';

export const lubeJar: ObjectModel = {
  parts: ({ colours: { main, second, accent }, variant }) => {
    const isOpen = variant % 2 === 1;
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
      isOpen ? [0.84, -0.62, 0.12] : [-0.25, -0.1, 0.86],
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
      solid(
        lid,
        isOpen
          ? within(0.1, -1.35, -0.01, 1.55, 0.1, 0.28)
          : within(-1, -0.85, 0.7, 0.5, 0.65, 1.02),
        accent,
        {
          surface: METAL,
          cell: 0.018,
        },
      ),
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
