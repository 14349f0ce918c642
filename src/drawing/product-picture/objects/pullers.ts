/** Models of the tools that pull switches and caps, each with what it pulls. */
import { blend, box, carve, drum, join, move, rod, torus, type Field } from '../../solid/field.ts';
import { noise3 } from '../../solid/noise.ts';
import { METAL, SATIN, within, type Paint } from '../../solid/part.ts';
import { capField } from '../../artisan/cap-base.ts';
import { posedParts, step } from '../../artisan/sculpt.ts';
import { cord, solid, type ObjectModel } from '../object-model.ts';
import { wholeSwitch } from './switches.ts';

const SWITCH_COLOURS = { main: '#ece5d6', second: '#3b4754', accent: '#b8402f' };

export const switchPuller: ObjectModel = {
  parts: ({ colours: { main, accent }, seed }) => {
    const arm = blend(
      0.04,
      box([-0.14, 0.3, 0.22], [0.9, 0.035, 0.15], 0.03),
      rod([0.72, 0.3, 0.22], [0.98, 0.27, 0.22], 0.07, 0.06),
      box([1.12, 0.27, 0.22], [0.2, 0.03, 0.11], 0.015),
    );
    // Each jaw ends in a lip that goes under the clip.
    const jaw = join(arm, box([1.3, 0.255, 0.22], [0.03, 0.05, 0.1], 0.012));
    const arms: Field = (x, y, z) => jaw(x, Math.abs(y), z);
    const bow = carve(
      0.02,
      move(torus([0, 0, 0], 0.3, 0.12), [-1.02, 0, 0.22]),
      box([-0.72, 0, 0.22], [0.3, 0.26, 0.3], 0.02),
    );
    const grip: Field = (x, y, z) => {
      const ribs = 0.012 * step(-0.3, 0.3, Math.sin(x * 60));
      return box([-0.32, 0.36, 0.22], [0.5, 0.065, 0.16], 0.05)(x, Math.abs(y), z) + ribs;
    };
    const order = { colours: SWITCH_COLOURS, variant: 0, seed };
    const lying = posedParts(wholeSwitch(order), { at: [0, 0, 0], tip: 90, spin: 90 });
    return [
      solid(blend(0.05, arms, bow), within(-1.5, -0.45, -0.01, 1.4, 0.45, 0.42), main, {
        surface: METAL,
        cell: 0.0145,
      }),
      solid(grip, within(-0.88, -0.46, 0.03, 0.24, 0.46, 0.42), accent, { cell: 0.0145 }),
      ...posedParts(lying, { at: [1.2, 0, 0.25], spin: 90, scale: 0.31 }),
    ];
  },
  eye: { pitch: 42, yaw: 30, target: [0.02, 0, 0.14], span: 3.2 },
  close: { pitch: 36, yaw: 44, target: [1, 0, 0.2], span: 1.5 },
};

const BEECH: Paint = (x, y, z) =>
  0.7 * step(0.1, 0.7, noise3(x * 16, y * 16, z * 2.2, 4)) +
  0.3 * step(0.2, 0.5, noise3(x * 60, y * 60, z * 5, 9));

export const keycapPuller: ObjectModel = {
  parts: ({ colours: { main, second, accent } }) => {
    const handle = blend(
      0.16,
      rod([0, 0, 1.62], [0, 0, 2.3], 0.17, 0.225),
      drum([0, 0, 2.42], 0.2, 0.12, 0.1),
    );
    const ferrule = join(
      drum([0, 0, 1.46], 0.165, 0.11, 0.03),
      drum([0, 0, 1.4], 0.175, 0.025, 0.015),
      drum([0, 0, 1.53], 0.175, 0.025, 0.015),
    );
    // Out of the handle, down one side of the cap, under it, and back up.
    const stirrup = cord(
      [
        [0.07, 0.06, 1.44],
        [0.16, 0.12, 1.2],
        [0.38, 0.23, 0.86],
        [0.44, 0.24, 0.6],
        [0.43, 0.24, 0.36],
        [0.4, 0.23, 0.24],
        [0.31, 0.2, 0.2],
        [0.26, 0.1, 0.2],
        [0.26, 0, 0.2],
      ],
      0.026,
    );
    const wires: Field = (x, y, z) => stirrup(Math.abs(x), Math.abs(y), z);
    const cap = move((x, y, z) => capField(x / 0.38, y / 0.38, z / 0.42) * 0.37, [0, 0, 0.23]);
    return [
      solid(handle, within(-0.28, -0.28, 1.4, 0.28, 0.28, 2.6), main, {
        surface: SATIN,
        second: accent,
        paint: (x, y, z) => 0.55 * BEECH(x, y, z),
        cell: 0.017,
      }),
      solid(ferrule, within(-0.2, -0.2, 1.33, 0.2, 0.2, 1.6), second, {
        surface: METAL,
        cell: 0.013,
      }),
      solid(wires, within(-0.5, -0.3, 0.15, 0.5, 0.3, 1.5), '#c9ccd0', {
        surface: METAL,
        cell: 0.0105,
      }),
      solid(cap, within(-0.4, -0.4, 0.2, 0.4, 0.4, 0.5), '#b8402f', {
        surface: SATIN,
        cell: 0.0125,
      }),
    ];
  },
  eye: { pitch: 17, yaw: -24, target: [0, 0, 1.22], span: 3.1 },
  close: { pitch: 24, yaw: 30, target: [0, 0, 0.56], span: 1.6 },
};
