/** The model of a screwdriver with its bits. */
import {
  around,
  blend,
  box,
  carve,
  common,
  cone,
  drum,
  join,
  move,
  rod,
  sphere,
  type Field,
} from '../../solid/field.ts';
import { METAL, within, type Part } from '../../solid/part.ts';
import { posedParts, type Pose } from '../../artisan/sculpt.ts';
import { laid, solid, type ObjectModel } from '../object-model.ts';

/** An upright bar with six sides. */
const hexagon =
  (radius: number, z0: number, z1: number): Field =>
  (x, y, z) => {
    const [ax, ay] = [Math.abs(x), Math.abs(y)];
    return Math.max(ay - radius, ax * 0.866 + ay * 0.5 - radius, z0 - z, z - z1);
  };

type Tip = 'cross' | 'hexagon';

/** Where it meets the screw: a cross that narrows, or six sides. */
const tipField = (tip: Tip, from: number, thick: number): Field =>
  tip === 'hexagon'
    ? hexagon(thick * 0.74, from, from + 0.24)
    : join(
        // Four wings round a core, as they fit the slots of a screw.
        common(
          0.004,
          cone([0, 0], from, from + 0.2, thick * 1.15, thick * 0.3),
          around(box([thick, 0, from], [thick * 1.2, thick * 0.2, 0.3], 0.004), 4),
        ),
        cone([0, 0], from, from + 0.17, thick * 0.62, thick * 0.16),
      );

/** Along the x axis from the origin: six-sided shank, neck, tip. */
function bit(colour: string, tip: Tip, thick: number, pose: Pose): Part[] {
  const groove = (x: number, y: number, z: number) =>
    Math.max(Math.abs(z - 0.24) - 0.018, 0.076 - Math.hypot(x, y));
  const whole = join(
    carve(0.008, hexagon(0.085, 0, 0.36), groove),
    cone([0, 0], 0.36, 0.46, 0.08, thick),
    drum([0, 0, 0.54], thick, 0.1, 0.005),
  );
  return posedParts(
    [
      solid(laid(whole), within(-0.02, -0.11, -0.11, 0.68, 0.11, 0.11), colour, {
        surface: METAL,
        cell: 0.0105,
      }),
      solid(laid(tipField(tip, 0.62, thick)), within(0.58, -0.1, -0.1, 0.9, 0.1, 0.1), colour, {
        surface: METAL,
        cell: 0.0055,
      }),
    ],
    pose,
  );
}

export const screwdriver: ObjectModel = {
  parts: ({ colours: { main, second, accent } }) => {
    const axis = 0.22;
    const grip = carve(
      0.02,
      blend(
        0.06,
        laid(drum([axis, 0, -0.62], 0.21, 0.5, 0.07)),
        laid(drum([axis, 0, -1.2], 0.17, 0.12, 0.05)),
      ),
      move(laid(around(rod([0.235, 0, -1.0], [0.235, 0, -0.26], 0.034), 12)), [0, 0, axis]),
    );
    // The cap at the handle's end, which turns by itself.
    const cap = join(
      laid(drum([axis, 0, -1.35], 0.16, 0.05, 0.03)),
      sphere([-1.38, 0, axis], 0.05),
    );
    const shaft = laid(
      join(drum([axis, 0, 0.28], 0.06, 0.5, 0.01), drum([axis, 0, 0.74], 0.1, 0.1, 0.02)),
    );
    return [
      solid(grip, within(-1.4, -0.25, -0.01, -0.05, 0.25, 0.46), main, {
        surface: METAL,
        cell: 0.014,
      }),
      solid(
        join(cap, laid(drum([axis, 0, -0.06], 0.15, 0.08, 0.03))),
        within(-1.45, -0.25, -0.01, 0.1, 0.25, 0.46),
        accent,
        { surface: METAL, cell: 0.014 },
      ),
      solid(shaft, within(-0.3, -0.13, 0.08, 0.88, 0.13, 0.36), second, {
        surface: METAL,
        cell: 0.012,
      }),
      ...bit(second, 'cross', 0.075, { at: [0.66, 0, axis] }),
      ...bit(second, 'hexagon', 0.05, { at: [0.42, 0.42, 0.085], spin: -2 }),
      ...bit(second, 'hexagon', 0.07, { at: [0.36, 0.78, 0.085], spin: 3 }),
    ];
  },
  eye: { pitch: 40, yaw: -28, target: [-0.02, 0.15, 0.12], span: 3.1 },
  close: { pitch: 30, yaw: 66, target: [1.0, 0.42, 0.12], span: 1.5 },
};
