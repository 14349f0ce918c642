/** The model of a stabiliser, and of what is in a set. */
import { blend, box, carve, drum, join, type Field, type Vector } from '../../solid/field.ts';
import { GLOSS, METAL, within, type Part } from '../../solid/part.ts';
import { posedParts, type Pose } from '../../artisan/sculpt.ts';
import { cord, solid, type ObjectModel, type Order } from '../object-model.ts';

const WIRE = '#d8b566';

/** Open above for the stem and in front for the wire, with an ear for the screw behind. */
const HOUSING: Field = carve(
  0.012,
  blend(
    0.02,
    box([0, 0, 0.36], [0.27, 0.37, 0.36], 0.04),
    box([0, 0.06, 0.05], [0.33, 0.5, 0.05], 0.03),
    drum([0, -0.5, 0.06], 0.19, 0.06, 0.03),
  ),
  join(
    box([0, -0.02, 0.62], [0.19, 0.25, 0.52], 0.03),
    box([0, 0.38, 0.3], [0.13, 0.2, 0.22], 0.03),
    (x, y, z) => box([0.28, 0, 0.42], [0.03, 0.2, 0.18], 0.015)(Math.abs(x), y, z),
    drum([0, -0.5, 0.1], 0.06, 0.2, 0.01),
  ),
);
/** The two hooks that the wire snaps into. */
const HOOKS: Field = (x, y, z) =>
  blend(
    0.02,
    box([0.22, 0.46, 0.17], [0.06, 0.035, 0.12], 0.02),
    box([0.22, 0.5, 0.27], [0.06, 0.07, 0.03], 0.02),
  )(Math.abs(x), y, z);

const STEM: Field = carve(
  0.012,
  join(
    box([0, -0.02, 0.5], [0.165, 0.22, 0.42], 0.03),
    box([0, -0.02, 1.06], [0.165, 0.05, 0.16], 0.012),
    box([0, -0.02, 1.06], [0.05, 0.165, 0.16], 0.012),
  ),
  box([0, 0.2, 0.3], [0.08, 0.16, 0.16], 0.03),
);

const SCREW: Field = carve(
  0.008,
  join(drum([0, 0, 0.1], 0.12, 0.045, 0.03), drum([0, 0, -0.08], 0.05, 0.16, 0.01)),
  join(
    box([0, 0, 0.16], [0.085, 0.02, 0.06], 0.005),
    box([0, 0, 0.16], [0.02, 0.085, 0.06], 0.005),
  ),
);
const WASHER: Field = carve(
  0.006,
  drum([0, 0, 0.02], 0.14, 0.02, 0.01),
  drum([0, 0, 0], 0.07, 0.1, 0.01),
);

const housing = (colour: string, pose: Pose): Part[] =>
  posedParts(
    [
      solid(join(HOUSING, HOOKS), within(-0.36, -0.72, -0.01, 0.36, 0.6, 0.74), colour, {
        cell: 0.0155,
      }),
    ],
    pose,
  );
const stem = (colour: string, pose: Pose): Part[] =>
  posedParts(
    [
      solid(STEM, within(-0.19, -0.27, 0.06, 0.19, 0.25, 1.24), colour, {
        surface: GLOSS,
        cell: 0.0145,
      }),
    ],
    pose,
  );
const steel = (field: Field, pose: Pose): Part[] =>
  posedParts(
    [
      solid(field, within(-0.16, -0.16, -0.26, 0.16, 0.16, 0.16), '#c9ccd0', {
        surface: METAL,
        cell: 0.011,
      }),
    ],
    pose,
  );

/** A bar of half that length, both ends bent towards the housings. */
function wire(half: number, pose: Pose): Part[] {
  const bend: readonly Vector[] = [
    [0, 0, 0],
    [half - 0.2, 0, 0],
    [half - 0.06, 0, 0],
    [half, -0.06, 0],
    [half, -0.2, 0],
    [half, -0.62, 0],
  ];
  const side = cord(bend, 0.04, 5);
  const whole: Field = (x, y, z) => side(Math.abs(x), y, z);
  const bounds = within(-half - 0.06, -0.68, -0.05, half + 0.06, 0.06, 0.05);
  return posedParts([solid(whole, bounds, WIRE, { surface: METAL, cell: 0.0135 })], pose);
}

function assembled({ colours: { main, second } }: Order): Part[] {
  return [
    ...wire(0.95, { at: [0, 0.5, 0.19] }),
    ...[-0.95, 0.95].flatMap((x) => [
      ...housing(main, { at: [x, 0, 0] }),
      ...stem(second, { at: [x, 0, 0] }),
      ...steel(SCREW, { at: [x, -0.5, 0.05] }),
    ]),
  ];
}

/** All that one is put together from, each half beside its end of the wire. */
function laidOut({ colours: { main, second } }: Order): Part[] {
  return [
    ...wire(1.4, { at: [0, 0.92, 0.05] }),
    ...[-1, 1].flatMap((side) => [
      ...housing(main, { at: [side * 1.4, -0.3, 0] }),
      ...stem(second, { at: [side * 0.8, -0.24, -0.08] }),
      ...steel(SCREW, { at: [side * 0.36, -0.36, 0.12], tip: 90 }),
      ...steel(WASHER, { at: [side * 0.36, 0.12, 0] }),
    ]),
  ];
}

export const stabiliser: ObjectModel = {
  parts: (order) => (order.variant % 2 === 0 ? assembled(order) : laidOut(order)),
  eye: { pitch: 34, yaw: -22, target: [0, 0.1, 0.42], span: 3.3 },
  close: { pitch: 48, yaw: 12, target: [0, 0.15, 0.2], span: 4.1 },
};
