/** The model of a jar of lubricant and its brush. */
import { carve, drum, join, move, ripple, rod, torus, type Field } from '../../solid/field.ts';
import { GLOSS, MATT, METAL, within, type Paint } from '../../solid/part.ts';
import { solid, type ObjectModel } from '../object-model.ts';
import { band, step } from '../../artisan/sculpt.ts';

/** The 2 of Grease No. 2, as a line to keep off. */
const numeral: Field = join(
  ...(
    [
      [-0.075, 0.07, -0.05, 0.115],
      [-0.05, 0.115, 0, 0.135],
      [0, 0.135, 0.05, 0.115],
      [0.05, 0.115, 0.072, 0.065],
      [0.072, 0.065, 0.04, 0],
      [0.04, 0, -0.075, -0.125],
      [-0.075, -0.125, 0.08, -0.125],
    ] as const
  ).map(([x0, y0, x1, y1]) => rod([x0, y0, 0], [x1, y1, 0], 0)),
);

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
    const stick = rod([0.42, 0.78, 0.075], [1.42, 0.44, 0.075], 0.06, 0.03);
    const ferrule = rod([0.24, 0.84, 0.07], [0.46, 0.766, 0.075], 0.052, 0.066);
    const hair = ripple(
      rod([0.26, 0.835, 0.07], [-0.16, 0.975, 0.045], 0.058, 0.006),
      (x, y) => 0.004 * Math.sin((y * 0.94 + x * 0.34) * 170),
    );
    const label: Paint = (x, y, z) => {
      const around = Math.atan2(x + 0.25, y + 0.1) * 0.6;
      const paper = band(0.4, 0.2, z) * step(0.56, 0.58, Math.hypot(x + 0.25, y + 0.1));
      return paper * step(0.018, 0.026, numeral(around + 0.16, z - 0.4, 0));
    };
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
      solid(stick, within(0.32, 0.34, -0.01, 1.5, 0.88, 0.16), accent, {
        surface: GLOSS,
        cell: 0.014,
      }),
      solid(ferrule, within(0.14, 0.66, -0.01, 0.56, 0.94, 0.16), '#c9ccd0', {
        surface: METAL,
        cell: 0.0115,
      }),
      solid(hair, within(-0.2, 0.74, -0.02, 0.36, 1.02, 0.15), '#a9794a', {
        surface: MATT,
        cell: 0.0105,
      }),
    ];
  },
  eye: { pitch: 34, yaw: -22, target: [0.15, 0.15, 0.4], span: 3.1 },
};
