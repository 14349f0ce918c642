/** The model of a plate, with what it holds. */
import { carve, drum, join, type Field, type Vector } from '../../solid/field.ts';
import { GLOSS, METAL, SATIN, within, type Paint, type Part } from '../../solid/part.ts';
import { posedParts, step } from '../../artisan/sculpt.ts';
import { solid, type ObjectModel, type Order } from '../object-model.ts';
import { holes, slab, slots } from './board-layers.ts';
import {
  circuit,
  keycaps,
  looseCap,
  looseSwitch,
  openCase,
  switches,
  type Stretch,
} from './open-board.ts';

/** What a plate is cut from: metal that shines, plastic like milk, or woven glass in resin. */
const SHEETS = {
  metal: { surface: METAL, thick: 0.026 },
  // Plastic is as thick as it must be to stay flat.
  plastic: { surface: { ...SATIN, gloss: 0.7, clear: 0.55 }, thick: 0.042 },
  glass: { surface: { ...GLOSS, gloss: 0.7 }, thick: 0.026 },
} as const;
type Sheet = keyof typeof SHEETS;

const SCREWS = join(
  ...[-1.48, 1.48].flatMap((x) => [-0.48, 0.48].map((y) => drum([x, y, 0], 0.022, 0.2, 0.005))),
);
const CUT = join(holes(0.073), slots, SCREWS);

/** Its upper side at z 0. */
function sheetOf(of: Sheet, { colours: { main, second, accent } }: Order): Part[] {
  const { surface, thick } = SHEETS[of];
  const weave: Paint = (x, y) => 0.3 * step(-0.2, 0.2, Math.sin(x * 210) * Math.sin(y * 210));
  const sheet = solid(
    carve(0.006, slab(-thick, thick), CUT),
    within(-1.58, -0.58, -0.1, 1.58, 0.58, 0.02),
    main,
    { surface, cell: 0.0115, ...(of === 'glass' ? { second, paint: weave } : {}) },
  );
  // The gold that a circuit board's maker leaves round the screws.
  const rings: Field = (x, y, z) => {
    const ring = Math.hypot(Math.abs(x) - 1.48, Math.abs(y) - 0.48);
    return Math.max(Math.abs(ring - 0.036) - 0.012, Math.abs(z + 0.005) - 0.01);
  };
  const gold = solid(rings, within(-1.56, -0.56, -0.03, 1.56, 0.56, 0.02), accent, {
    surface: METAL,
    cell: 0.0095,
  });
  return of === 'glass' ? [sheet, gold] : [sheet];
}

const rows = (...ends: readonly (readonly [from: number, to: number])[]): Stretch[] =>
  ends.map(([from, to], row) => ({ row, from, to })).filter(({ from, to }) => from <= to);
const none = [1, 0] as const;

/** Leant into an open case over its circuit board, with the first switches and keycaps in it. */
function overTheCase(order: Order): Part[] {
  const held = [
    ...sheetOf('metal', order),
    ...switches(rows([3, 5], [2, 4], [2, 3], none, none), { at: [0, 0, 0] }),
    ...keycaps(rows([0, 2], [0, 1], [0, 1], [0, 0], none), { at: [0, 0, 0.03] }),
  ];
  const scene = [
    ...openCase({ at: [0, 0.3, 0] }),
    ...circuit({ at: [0, 0.3, 0.14] }),
    // Its front edge on the circuit board, its back on the case's wall.
    ...posedParts(held, { at: [0, -0.05, 0.356], tip: 7.7 }),
    ...looseCap('K', { at: [-0.55, 1.32, 0], spin: 12 }),
    ...looseSwitch({ at: [-0.1, 1.28, 0.09] }),
  ];
  return posedParts(scene, { at: [-0.2, -0.06, 0], scale: 0.8 });
}

/** Near enough to look through its holes; switches are pressed into it from one end. */
function fromOneEnd(order: Order): Part[] {
  const held = [
    ...sheetOf('metal', order),
    ...switches(rows([1, 5], [1, 4], [1, 3], [1, 1], none), { at: [0, 0, 0] }),
    ...keycaps(rows([0, 0], [0, 0], [0, 0], none, none), { at: [0, 0, 0.03] }),
  ];
  return [
    ...posedParts(held, { at: [0, 0, 0.09] }),
    ...looseCap('K', { at: [-1.05, 0.85, 0], spin: 12 }),
    ...looseSwitch({ at: [-0.6, 0.8, 0.09], spin: 20 }),
    ...looseSwitch({ at: [-0.28, 0.9, 0.09], spin: -14 }),
  ];
}

/** Two rows of switches pressed in, and some for the third beside it. */
function rowByRow(order: Order): Part[] {
  const held = [
    ...sheetOf('plastic', order),
    ...switches(rows([0, 13], [0, 13], [0, 2], none, none), { at: [0, 0, 0] }),
  ];
  const scene = [
    ...posedParts(held, { at: [0, -0.1, 0.09], spin: 26 }),
    ...looseSwitch({ at: [-0.5, 0.72, 0.09], spin: 20 }),
    ...looseSwitch({ at: [-0.26, 0.86, 0.09], spin: -14 }),
    ...looseCap('K', { at: [0.06, 0.92, 0], spin: 12 }),
  ];
  return posedParts(scene, { at: [-0.2, 0, 0], scale: 0.8 });
}

/** As a board is when its keys are half on. */
function halfFull(order: Order): Part[] {
  const held = [
    ...sheetOf('glass', order),
    ...switches(rows([5, 8], [5, 7], [5, 7], [5, 6], none), { at: [0, 0, 0] }),
    ...keycaps(rows([9, 13], [8, 13], [8, 12], [7, 11], [4, 7]), { at: [0, 0, 0.03] }),
  ];
  const scene = [
    ...posedParts(held, { at: [0, -0.1, 0.09], spin: -10 }),
    ...looseCap('K', { at: [0, 0.9, 0], spin: 12 }),
    ...looseSwitch({ at: [0.42, 0.86, 0.09], spin: 20 }),
  ];
  return posedParts(scene, { at: [-0.2, 0, 0], scale: 0.8 });
}

const SCENES = [overTheCase, rowByRow, halfFull, fromOneEnd] as const;

/** Among the parts of a board it is said which of them is sold; from near it is all there is to see. */
const NAMED_AT: readonly (Vector | null)[] = [
  [0.98, 0.1, 0.3],
  [0.98, 0.34, 0.08],
  [0.82, 0.19, 0.07],
  null,
];

export const plate: ObjectModel = {
  parts: (order) => (SCENES[order.variant % 4] ?? overTheCase)(order),
  eye: { pitch: 46, yaw: -18, target: [0, 0.12, 0.2], span: 3.5, distance: 9 },
  close: { pitch: 38, yaw: -14, target: [-0.5, 0.22, 0.05], span: 2.3 },
  callouts({ variant }) {
    const at = NAMED_AT[variant % 4];
    return at ? { column: 0.86, names: [{ name: 'Plate', at }], guides: [] } : null;
  },
};
