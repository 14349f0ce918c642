/** Models of the tools that pull switches and caps, each with what it pulls. */
import {
  blend,
  box,
  carve,
  drum,
  join,
  move,
  rod,
  type Field,
  type Vector,
} from '../../solid/field.ts';
import { noise3 } from '../../solid/noise.ts';
import { METAL, SATIN, within, type Paint } from '../../solid/part.ts';
import { capField } from '../../artisan/cap-base.ts';
import { posedParts, step } from '../../artisan/sculpt.ts';
import { cord, solid, type ObjectModel } from '../object-model.ts';
import { wholeSwitch } from './switches.ts';
import { inkOf, strokesOf } from './legend-paint.ts';

const SWITCH_COLOURS = { main: '#ece5d6', second: '#3b4754', accent: '#b8402f' };

/** How far the strip lies from the middle line: bent at x 0, wide in the hand, narrow at the jaws. */
const STRIP: readonly Vector[] = [
  [0, 0, 0],
  [0.02, 0.13, 0],
  [0.12, 0.25, 0],
  [0.3, 0.33, 0],
  [0.7, 0.39, 0],
  [1.15, 0.37, 0],
  [1.5, 0.3, 0],
  [1.8, 0.262, 0],
  [2.06, 0.262, 0],
];

/** Steel as thin as a ruler, bent into two arms that spring apart. */
const strip: Field = (() => {
  const line = cord(STRIP, 0);
  return (x, y, z) => {
    const half = 0.17 - 0.1 * step(1.3, 1.75, x);
    return (Math.hypot(line(x, Math.abs(y), 0), Math.max(Math.abs(z) - half, 0)) - 0.02) * 0.95;
  };
})();

export const switchPuller: ObjectModel = {
  parts: ({ colours: { main, accent }, seed, variant }) => {
    // Each jaw ends in a lip that goes under the clip.
    const lip: Field = (x, y, z) =>
      box([2.05, 0.238, 0], [0.02, 0.032, 0.075], 0.008)(x, Math.abs(y), z);
    const grip: Field = (x, y, z) => {
      const ribs = 0.008 * step(-0.3, 0.3, Math.sin(x * 70));
      const sleeve = carve(
        0.01,
        box([0.72, 0.415, 0], [0.36, 0.035, 0.2], 0.03),
        box([0.72, 0.33, 0], [0.5, 0.05, 0.3], 0.01),
      );
      return sleeve(x, Math.abs(y), z) + ribs;
    };
    const order = { colours: SWITCH_COLOURS, variant: 0, seed };
    const lying = posedParts(wholeSwitch(order), { at: [0, 0, 0], tip: 90, spin: 90 });
    const tool = [
      solid(join(strip, lip), within(-0.04, -0.45, -0.22, 2.1, 0.45, 0.22), main, {
        surface: METAL,
        cell: 0.0105,
      }),
      solid(grip, within(0.34, -0.47, -0.22, 1.1, 0.47, 0.22), accent, { cell: 0.0135 }),
    ];
    if (variant % 2 === 1)
      return [
        ...posedParts(tool, { at: [-1.25, -0.2, 0.24], spin: -8 }),
        ...posedParts(wholeSwitch(order), { at: [0.55, 0.72, 0.3], spin: 24, scale: 0.36 }),
      ];
    return [
      ...posedParts(tool, { at: [-1.3, 0, 0.27] }),
      ...posedParts(lying, { at: [0.66, 0, 0.27], spin: 90, scale: 0.33 }),
    ];
  },
  eye: { pitch: 44, yaw: 30, target: [-0.2, 0, 0.14], span: 2.9 },
};

const BEECH: Paint = (x, y, z) =>
  0.7 * step(0.1, 0.7, noise3(x * 16, y * 16, z * 2.2, 4)) +
  0.3 * step(0.2, 0.5, noise3(x * 60, y * 60, z * 5, 9));

const CAP_LEGEND = strokesOf('K');

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
        [0.42, 0.24, 0.26],
        [0.38, 0.21, 0.2],
        [0.335, 0.13, 0.2],
        [0.33, 0, 0.2],
      ],
      0.026,
    );
    const wires: Field = (x, y, z) => stirrup(Math.abs(x), Math.abs(y), z);
    const cap = move((x, y, z) => capField(x / 0.38, y / 0.38, z / 0.42) * 0.37, [0, 0, 0.23]);
    const lifted = [
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
        second: '#fff1ea',
        paint: (x, y, z) => (z < 0.4 ? 0 : inkOf(CAP_LEGEND, x / 0.26, y / 0.26)),
        cell: 0.0125,
      }),
    ];
    return posedParts(lifted, { at: [0, 0, 0.16] });
  },
  eye: { pitch: 30, yaw: -24, target: [0, 0, 1.3], span: 3.15 },
  close: { pitch: 24, yaw: 34, target: [0, 0, 0.8], span: 1.9 },
};
