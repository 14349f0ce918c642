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
  type Vector,
} from '../../solid/field.ts';
import { GLOSS, METAL, within, type Part } from '../../solid/part.ts';
import { boardCorner, type CornerKeys } from '../../artisan/board-corner.ts';
import { capField } from '../../artisan/cap-base.ts';
import { posedParts } from '../../artisan/sculpt.ts';
import { cord, solid, type ObjectModel, type Order } from '../object-model.ts';
import { inkOf, strokesOf } from './legend-paint.ts';

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

function wholeKnob({ colours: { main, accent } }: Order): Part[] {
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

const DARK = { colour: '#5b6b78', legends: '#f0f2f3' };
const LIGHT = { colour: '#c9ccce', legends: '#2b3036' };
const ones = (letters: string): CornerKeys['keys'] => [...letters].map((letter) => [letter, 1]);
/** The far end of a numpad; the knob has the place at its right. */
const NUMPAD: readonly CornerKeys[] = [
  { row: 0, start: -3, keys: ones('%/*'), ...DARK },
  ...['789-', '456+', '123='].map((letters, n) => ({
    row: n + 1,
    start: -3,
    keys: ones(letters),
    ...LIGHT,
  })),
];

/** In its place on a numpad, which is turned by so many degrees. */
const onBoard =
  (spin: number) =>
  (order: Order): Part[] =>
    posedParts(
      [
        ...boardCorner(NUMPAD, { left: -3, right: 0, rows: 4 }),
        ...posedParts(wholeKnob(order), { at: [0, 0, 0.56] }),
      ],
      { at: [0.35, -0.5, 0], spin, scale: 0.8 },
    );

/** Beside what everybody knows the size of. */
function besideCap(order: Order): Part[] {
  const strokes = strokesOf('K');
  const cap = solid(capField, within(-1.05, -1.05, -0.03, 1.05, 1.05, 0.64), '#c1462f', {
    second: '#fff1ea',
    paint: (x, y, z) => (z < 0.4 ? 0 : inkOf(strokes, x / 0.72, y / 0.72)),
    cell: 0.028,
  });
  return [
    ...posedParts(wholeKnob(order), { at: [0.7, 0.4, 0], scale: 1.1 }),
    ...posedParts([cap], { at: [-1.3, -0.3, 0], spin: 14, scale: 1.1 }),
  ];
}

const SCENES = [onBoard(0), fromBelow, besideCap, onBoard(52)] as const;

/** On a board, and beside a keycap, it is said that the knob is sold. */
const NAMED_AT: readonly (Vector | null)[] = [
  [0.75, -0.5, 1],
  null,
  [1.5, 0.4, 0.9],
  [0.75, -0.5, 1],
];

export const knob: ObjectModel = {
  parts: (order) => (SCENES[order.variant % 4] ?? fromBelow)(order),
  eye: { pitch: 36, yaw: -24, target: [0, 0, 0.5], span: 5, distance: 16 },
  close: { pitch: 30, yaw: -14, target: [0.12, -0.02, 0.68], span: 3.3, distance: 11 },
  callouts({ variant }) {
    const at = NAMED_AT[variant % 4];
    return at ? { column: 0.88, names: [{ name: 'Knob', at }], guides: [] } : null;
  },
};
