/** The model of a knob, and of how it is fixed. */
import {
  around,
  blend,
  box,
  carve,
  drum,
  join,
  move,
  rod,
  torus,
  type Field,
} from '../../solid/field.ts';
import { GLOSS, METAL, within, type Part } from '../../solid/part.ts';
import { posedParts } from '../../artisan/sculpt.ts';
import { cord, solid, type ObjectModel, type Order } from '../object-model.ts';

const BODY: Field = carve(
  0.03,
  carve(
    0.02,
    blend(0.05, drum([0, 0, 0.56], 0.72, 0.56, 0.09), drum([0, 0, 0.1], 0.82, 0.1, 0.05)),
    around(box([0.8, 0, 0.6], [0.09, 0.022, 0.36], 0.01), 44),
  ),
  move(torus([0, 0, 0], 0.6, 0.02), [0, 0, 1.12]),
);

/** The shaft's hole has a flat side, and the grub screw presses on it. */
const shaft: Field = (x, y, z) => Math.max(drum([0, 0, 0.2], 0.17, 0.5, 0.01)(x, y, z), y - 0.085);
const HOLLOW: Field = carve(
  0.012,
  join(carve(0.02, BODY, drum([0, 0, 0], 0.64, 0.3, 0.05)), drum([0, 0, 0.22], 0.32, 0.2, 0.03)),
  join(shaft, rod([0, 0, 0.16], [0, 1, 0.16], 0.055)),
);

function fromAbove({ colours: { main, accent } }: Order): Part[] {
  return [
    solid(BODY, within(-0.88, -0.88, -0.01, 0.88, 0.88, 1.16), main, {
      surface: METAL,
      cell: 0.016,
    }),
    solid(
      box([-0.2, 0.46, 1.11], [0.03, 0.12, 0.03], 0.02),
      within(-0.3, 0.3, 1.02, -0.1, 0.6, 1.18),
      accent,
      { surface: GLOSS, cell: 0.01 },
    ),
  ];
}

function fromBelow({ colours: { main } }: Order): Part[] {
  const lying = solid(HOLLOW, within(-0.88, -0.88, -0.01, 0.88, 0.88, 1.16), main, {
    surface: METAL,
    cell: 0.0155,
  });
  const key = cord(
    [
      [0.2, 1.12, 0.05],
      [0.75, 1, 0.05],
      [1.26, 0.88, 0.05],
      [1.34, 0.82, 0.05],
      [1.34, 0.72, 0.05],
      [1.27, 0.44, 0.05],
    ],
    0.042,
  );
  const grub = carve(
    0.006,
    drum([0, 0, 0.1], 0.055, 0.09, 0.012),
    join(
      drum([0, 0, 0.17], 0.028, 0.05, 0.004),
      ...[0.04, 0.08, 0.12].map((z) => torus([0, 0, z], 0.058, 0.008)),
    ),
  );
  const steel = { surface: METAL, cell: 0.0115 };
  return [
    ...posedParts([lying], { at: [-0.25, -0.35, 0.82], tip: -84, spin: 160 }),
    solid(key, within(0.1, 0.36, -0.01, 1.42, 1.2, 0.12), '#6c6f75', steel),
    ...posedParts([solid(grub, within(-0.07, -0.07, 0, 0.07, 0.07, 0.2), '#6c6f75', steel)], {
      at: [-0.3, 1.05, 0.06],
      tip: 78,
    }),
  ];
}

export const knob: ObjectModel = {
  parts: (order) => (order.variant % 2 === 0 ? fromAbove(order) : fromBelow(order)),
  eye: { pitch: 36, yaw: -24, target: [0, 0, 0.5], span: 2.9 },
  close: { pitch: 30, yaw: -14, target: [0.12, -0.02, 0.68], span: 3.3 },
};
