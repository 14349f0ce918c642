/** The model of a jar of lubricant and its brush. */
import { carve, drum, join, move, ripple, rod, torus, type Field } from '../../solid/field.ts';
import { GLOSS, MATT, METAL, within, type Paint } from '../../solid/part.ts';
import { solid, type ObjectModel } from '../object-model.ts';
import { band, posedParts, step } from '../../artisan/sculpt.ts';
import { stemAndSpring } from './switches.ts';

/** The strokes of the label's letters, each in a box 1 wide and 2 high, from the top left. */
const LETTERS: Readonly<Record<string, readonly (readonly number[])[]>> = {
  G: [
    [
      0.95, 0.35, 0.6, 0, 0.3, 0.05, 0, 0.6, 0, 1.4, 0.3, 1.95, 0.65, 2, 0.95, 1.7, 0.95, 1.1, 0.55,
      1.1,
    ],
  ],
  R: [
    [0, 2, 0, 0, 0.6, 0, 0.9, 0.25, 0.9, 0.8, 0.6, 1.05, 0, 1.05],
    [0.5, 1.05, 0.95, 2],
  ],
  E: [
    [0.9, 0, 0, 0, 0, 2, 0.9, 2],
    [0, 0.95, 0.75, 0.95],
  ],
  A: [
    [0, 2, 0.48, 0, 0.96, 2],
    [0.18, 1.35, 0.78, 1.35],
  ],
  S: [
    [
      0.9, 0.3, 0.55, 0, 0.2, 0.08, 0.04, 0.45, 0.25, 0.85, 0.7, 1.12, 0.92, 1.5, 0.7, 1.95, 0.3, 2,
      0, 1.65,
    ],
  ],
  2: [[0.03, 0.45, 0.25, 0.06, 0.65, 0.02, 0.92, 0.4, 0.8, 0.85, 0, 2, 0.97, 2]],
};

/** A word as lines to keep off: `size` is half a letter's height, its middle at the origin. */
function lettering(word: string, size: number): Field {
  const wide = word.length * 1.5 - 0.5;
  const strokes = [...word].flatMap((letter, n) =>
    (LETTERS[letter] ?? []).flatMap((line) =>
      Array.from({ length: line.length / 2 - 1 }, (_, at) => {
        const point = (k: number) =>
          [
            ((line[2 * k] ?? 0) + n * 1.5 - wide / 2) * size,
            (1 - (line[2 * k + 1] ?? 0)) * size,
            0,
          ] as const;
        return rod(point(at), point(at + 1), 0);
      }),
    ),
  );
  return join(...strokes);
}

const NAME = lettering('GREASE', 0.06);
const NUMERAL = lettering('2', 0.115);

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
      isOpen ? [0.95, -0.74, 0.12] : [-0.25, -0.1, 0.86],
    );
    const stick = rod([0.42, 0.78, 0.075], [1.42, 0.44, 0.075], 0.06, 0.03);
    const ferrule = rod([0.24, 0.84, 0.07], [0.46, 0.766, 0.075], 0.052, 0.066);
    const hair = ripple(
      rod([0.26, 0.835, 0.07], [-0.16, 0.975, 0.045], 0.058, 0.006),
      (x, y) => 0.004 * Math.sin((y * 0.94 + x * 0.34) * 170),
    );
    const label: Paint = (x, y, z) => {
      const across = Math.atan2(x + 0.25, y + 0.1) * 0.6 + 0.22;
      const paper = band(0.42, 0.29, z) * step(0.56, 0.58, Math.hypot(x + 0.25, y + 0.1));
      const ink = Math.min(NAME(across, z - 0.58, 0) - 0.012, NUMERAL(across, z - 0.33, 0) - 0.022);
      return paper * step(-0.004, 0.005, ink);
    };
    // What it is for: a switch's stem and spring, taken out.
    const order = {
      colours: { main: '#c9ccce', second: '#8d9296', accent: '#b8402f' },
      variant: 0,
      seed: 7,
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
          ? within(0.26, -1.42, -0.01, 1.64, -0.06, 0.28)
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
      ...posedParts(stemAndSpring(order), {
        at: [0.72, isOpen ? 0.22 : -0.02, 0],
        spin: -14,
        scale: isOpen ? 0.44 : 0.48,
      }),
      solid(hair, within(-0.2, 0.74, -0.02, 0.36, 1.02, 0.15), '#a9794a', {
        surface: MATT,
        cell: 0.0105,
      }),
    ];
  },
  eye: { pitch: 34, yaw: -22, target: [0.15, 0.15, 0.4], span: 3.1 },
};
