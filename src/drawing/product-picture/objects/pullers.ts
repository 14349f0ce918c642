/** Models of the tools that pull switches and caps. */
import {
  blend,
  box,
  carve,
  drum,
  join,
  lean,
  move,
  rod,
  tip,
  torus,
  type Field,
} from '../../solid/field.ts';
import { GLOSS, METAL, within } from '../../solid/part.ts';
import { solid, type ObjectModel } from '../object-model.ts';

const prong = (out: number): Field =>
  blend(
    0.08,
    rod([0.12, 0, 0.1], [0.4 + out, 0, 0.12], 0.07),
    rod([0.4 + out, 0, 0.12], [0.46 + out, 0, 0.34], 0.05),
  );

export const switchPuller: ObjectModel = {
  parts: ({ colours: { main, accent } }) => {
    const arm = (side: number): Field =>
      blend(
        0.05,
        box([-0.1, side * 0.26, 0.14], [0.95, 0.035, 0.14], 0.03),
        rod([0.82, side * 0.26, 0.14], [1.15, side * 0.16, 0.14], 0.06, 0.05),
        box([1.22, side * 0.12, 0.14], [0.12, 0.04, 0.12], 0.02),
      );
    const bow = carve(
      0.02,
      move(tip(torus([0, 0, 0], 0.26, 0.12), 0), [-1.02, 0, 0.14]),
      box([-0.75, 0, 0.14], [0.27, 0.22, 0.3], 0.02),
    );
    const grip = join(
      ...[1, -1].map((side) => box([-0.3, side * 0.31, 0.15], [0.52, 0.06, 0.15], 0.05)),
    );
    return [
      solid(
        join(blend(0.06, arm(1), bow), arm(-1)),
        within(-1.5, -0.45, -0.01, 1.4, 0.45, 0.32),
        main,
        { surface: METAL, cell: 0.016 },
      ),
      solid(grip, within(-0.9, -0.42, -0.01, 0.3, 0.42, 0.34), accent, { cell: 0.018 }),
    ];
  },
  eye: { pitch: 42, yaw: -32, target: [-0.05, 0, 0.1], span: 3.3 },
  close: { pitch: 34, yaw: 38, target: [0.95, 0, 0.14], span: 1.7 },
};

export const keycapPuller: ObjectModel = {
  parts: ({ colours: { main, second, accent } }) => {
    const handle = blend(
      0.1,
      box([-0.72, 0, 0.17], [0.55, 0.2, 0.17], 0.15),
      drum([-1.22, 0, 0.17], 0.26, 0.16, 0.12),
    );
    const loop = (tilt: number): Field =>
      move(
        lean(
          join(
            rod([0, 0.16, 0], [0.5, 0.32, 0], 0.028),
            rod([0.5, 0.32, 0], [1.1, 0.36, 0], 0.028),
            rod([1.1, 0.36, 0], [1.3, 0.2, 0], 0.028),
            rod([0, -0.16, 0], [0.5, -0.32, 0], 0.028),
            rod([0.5, -0.32, 0], [1.1, -0.36, 0], 0.028),
            rod([1.1, -0.36, 0], [1.3, -0.2, 0], 0.028),
            rod([1.3, 0.2, 0], [1.3, -0.2, 0], 0.028),
          ),
          tilt,
        ),
        [-0.2, 0, 0.2],
      );
    return [
      solid(
        carve(0.03, handle, drum([-1.24, 0, 0.17], 0.1, 0.3, 0.02)),
        within(-1.55, -0.35, -0.01, -0.1, 0.35, 0.38),
        main,
        { surface: GLOSS, cell: 0.018 },
      ),
      solid(join(loop(6), loop(-14)), within(-0.3, -0.45, 0, 1.3, 0.45, 0.72), second, {
        surface: METAL,
        cell: 0.012,
      }),
      solid(join(prong(-0.3)), within(-0.3, -0.1, 0, 0.3, 0.1, 0.42), accent, { cell: 0.016 }),
    ];
  },
  eye: { pitch: 42, yaw: -30, target: [-0.1, 0, 0.15], span: 3.2 },
  close: { pitch: 30, yaw: 34, target: [0.6, 0, 0.3], span: 1.9 },
};
