/** Models of cases and trays. */
import {
  blend,
  box,
  carve,
  common,
  join,
  move,
  ripple,
  rod,
  type Field,
  type Vector,
} from '../../solid/field.ts';
import { noise3 } from '../../solid/noise.ts';
import { MATT, METAL, SATIN, within, type Paint, type Part } from '../../solid/part.ts';
import { cord, solid, type ObjectModel, type Order } from '../object-model.ts';
import type { ObjectColours } from '../product-picture-spec.ts';
import { inkOf, strokesOf } from './legend-paint.ts';
import { capField } from '../../artisan/cap-base.ts';
import { posedParts, step } from '../../artisan/sculpt.ts';
import { boardParts } from './small-board.ts';

/** Threads of two colours. */
const threads =
  (seed: number): Paint =>
  (x, y, z) =>
    0.25 * step(0, 0.5, noise3(x * 30, y * 30, z * 30, seed));

/** The handle, on the front of the lid. */
function handle(colour: string): Part {
  const strap = ripple(
    cord(
      [
        [-0.42, 0.66, 0.46],
        [-0.4, 0.8, 0.43],
        [-0.3, 0.95, 0.36],
        [-0.1, 1, 0.34],
        [0.1, 0.95, 0.36],
        [0.2, 0.8, 0.43],
        [0.22, 0.66, 0.46],
      ],
      0.06,
    ),
    (x) => 0.004 * Math.sin(x * 70),
  );
  const tabs = join(
    box([-0.42, 0.71, 0.46], [0.09, 0.03, 0.1], 0.02),
    box([0.22, 0.71, 0.46], [0.09, 0.03, 0.1], 0.02),
  );
  const bounds = within(-0.55, 0.58, 0.26, 0.35, 1.08, 0.58);
  return solid(join(strap, tabs), bounds, colour, { surface: SATIN, cell: 0.016 });
}

/** What the zip is pulled by, hanging down in front of it. */
function pull(colour: string, [x, y, z]: Vector): Part {
  const tab = join(
    box([x, y, z - 0.09], [0.035, 0.016, 0.11], 0.012),
    box([x, y - 0.015, z], [0.07, 0.03, 0.035], 0.015),
  );
  const bounds = within(x - 0.1, y - 0.09, z - 0.22, x + 0.1, y + 0.05, z + 0.05);
  return solid(tab, bounds, colour, { surface: METAL, cell: 0.012 });
}

function closedCase({ colours: { main, second, accent }, seed }: Order): Part[] {
  const shell = blend(
    0.03,
    box([0, 0, 0.3], [1.36, 0.72, 0.29], 0.24),
    box([0, 0, 0.52], [1.2, 0.56, 0.1], 0.09),
  );
  const cloth = carve(0.03, shell, box([0, 0, 0.34], [2, 2, 0.03], 0.005));
  const weave = ripple(cloth, (x, y, z) => 0.003 * Math.sin(x * 95) * Math.sin(y * 95 + z * 95));
  const lip = box([0, 0, 0], [1.375, 0.735, 9], 0.25);
  const zip: Field = (x, y, z) => Math.max(lip(x, y, 0), Math.abs(z - 0.34) - 0.022);
  const badge = box([0.86, 0.3, 0.62], [0.16, 0.09, 0.015], 0.012);
  return [
    solid(weave, within(-1.42, -0.78, -0.01, 1.42, 0.78, 0.66), main, {
      surface: MATT,
      cell: 0.02,
      second,
      paint: threads(seed),
    }),
    solid(zip, within(-1.4, -0.76, 0.28, 1.4, 0.76, 0.4), second, {
      surface: METAL,
      second: '#1c1c1e',
      paint: (x, y) => step(-0.2, 0.2, Math.sin((x + y) * 120)),
      cell: 0.02,
    }),
    pull(accent, [0.62, 0.75, 0.35]),
    handle(second),
    solid(badge, within(0.66, 0.18, 0.58, 1.06, 0.42, 0.66), accent, {
      surface: METAL,
      cell: 0.012,
    }),
  ];
}

const WOOL = '#b9b2a4';

const [BASE_HIGH, LID_HIGH] = [0.3, 0.16];
const HINGE_Y = -0.73;
/** How far the lid stands up, in degrees: leaning back, it lets light onto its lining. */
const LID_TIP = 65;

/** A shell of cloth, open above and lined with wool; its floor is at z 0, and its zip ends at the hinge. */
function openHalf(
  high: number,
  hingeSide: 1 | -1,
  { colours: { main, second }, seed }: Order,
): Part[] {
  const outer = box([0, 0, high + 0.2], [1.36, 0.72, high + 0.2], 0.14);
  const inner = box([0, 0, 0.06 + high], [1.28, 0.64, high], 0.1);
  const shell = carve(
    0.02,
    common(0.02, outer, (_, _y, z) => z - high),
    inner,
  );
  const ring = box([0, 0, 0], [1.335, 0.695, 9], 0.14);
  const rim: Field = (x, y, z) =>
    Math.max(
      Math.abs(ring(x, y, 0)) - 0.032,
      Math.abs(z - high) - 0.02,
      Math.min(hingeSide * y - 0.6, 1.2 - Math.abs(x)),
    );
  const bounds = within(-1.4, -0.76, -0.01, 1.4, 0.76, high + 0.04);
  return [
    solid(shell, bounds, main, { surface: MATT, second, paint: threads(seed), cell: 0.02 }),
    solid(box([0, 0, 0.07], [1.3, 0.66, 0.02], 0.02), bounds, WOOL, {
      surface: MATT,
      second: '#d8d2c4',
      paint: (x, y, z) => 0.5 * step(0, 0.8, noise3(x * 50, y * 50, z * 50, seed)),
      cell: 0.02,
    }),
    solid(rim, bounds, second, {
      surface: METAL,
      second: '#1c1c1e',
      paint: (x, y) => step(-0.2, 0.2, Math.sin((x + y) * 120)),
      cell: 0.016,
    }),
  ];
}

/** The cloth that holds lid and base together along the back. */
function hinge({ colours: { main, second }, seed }: Order): Part {
  const z = BASE_HIGH - 0.02;
  return solid(
    rod([-1.18, HINGE_Y, z], [1.18, HINGE_Y, z], 0.075),
    within(-1.28, HINGE_Y - 0.1, z - 0.1, 1.28, HINGE_Y + 0.1, z + 0.1),
    main,
    { surface: MATT, second, paint: threads(seed), cell: 0.02 },
  );
}

/** With its rim at the hinge. */
function lid(order: Order): Part[] {
  const angle = (LID_TIP * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const at: Vector = [0, HINGE_Y - c * 0.72 - s * LID_HIGH, BASE_HIGH - c * LID_HIGH + s * 0.72];
  const front = posedParts([handle(order.colours.second)], { at: [0, 0, -0.36], spin: 180 });
  return posedParts([...openHalf(LID_HIGH, 1, order), ...front], { at, tip: LID_TIP });
}

/** Open, with a board in it. */
function caseWithBoard(order: Order): Part[] {
  const scale = 0.84;
  const open = [
    ...openHalf(BASE_HIGH, -1, order),
    ...lid(order),
    hinge(order),
    // Opened all the way, it hangs where the zip ends.
    pull(order.colours.accent, [0.62, 0.75, BASE_HIGH]),
    ...posedParts(boardParts({ half: 1.5, isWide: true }, scale), { at: [0, 0.42, 0.09], scale }),
  ];
  return posedParts(open, { at: [-0.1, 0.82, 0], scale: 0.78 });
}

/** Closed, behind a board that fits into it. */
function caseBehindBoard(order: Order): Part[] {
  const scale = 0.72;
  return [
    ...posedParts(closedCase(order), { at: [0, -0.62, 0], scale: 0.86 }),
    ...posedParts(boardParts({ half: 1.5, isWide: true }, scale), { at: [0.08, 1.2, 0], scale }),
  ];
}

export const carryCase: ObjectModel = {
  parts: (order) => (order.variant % 2 === 0 ? caseBehindBoard(order) : caseWithBoard(order)),
  eye: { pitch: 36, yaw: -24, target: [0, 0.05, 0.2], span: 3.4 },
};

const pitch = 0.3;
const [capsAcross, capRows] = [9, 3];

/** The middle of the place for a cap that is nearest. */
const placeNear = (at: number, count: number): number => {
  const last = (count - 1) / 2;
  return (Math.min(Math.max(Math.round(at / pitch + last), 0), count - 1) - last) * pitch;
};

/** As they lie on a board: the row of digits is alone in the second tray. */
const LETTERS = ['QWERTYUIO', 'ASDFGHJKL', 'ZXCVBNM,.'].map((row) => [...row].map(strokesOf));
const DIGITS = [[...'123456789'].map(strokesOf)];
const LEGEND_SIZE = 0.105;

/** 1 on the legend of the cap whose place is nearest. */
const legends =
  (rows: typeof LETTERS): Paint =>
  (x, y, z) => {
    if (z < 0.17) return 0;
    const [column, row] = [placeNear(x, capsAcross), placeNear(y, capRows)];
    const strokes = rows[Math.round(row / pitch) + 1]?.[Math.round(column / pitch) + 4] ?? [];
    return inkOf(strokes, (x - column) / LEGEND_SIZE, (y - row) / LEGEND_SIZE);
  };

/** A tray of pulp with grooves for rows of caps, and the caps in it as far as it is filled. */
function trayAt(
  [x0, y0, z0]: Vector,
  { main, second, accent }: ObjectColours,
  rows: typeof LETTERS,
) {
  const grooves: Field = (x, y, z) =>
    box([0, placeNear(y, capRows), 0.22], [1.4, 0.135, 0.16], 0.03)(x, y, z);
  const pulp = carve(0.02, box([0, 0, 0.11], [1.52, 0.54, 0.11], 0.05), grooves);
  const fibre: Paint = (x, y, z) => 0.35 * step(0.1, 0.6, noise3(x * 26, y * 26, z * 26, 5));
  const cap: Field = (x, y, z) => {
    const [dx, dy] = [x - placeNear(x, capsAcross), y - placeNear(y, capRows)];
    return capField(dx / 0.14, dy / 0.14, (z - 0.1) / 0.2) * 0.14;
  };
  const row = (index: number): Field => {
    const y = (index - 1) * pitch;
    return (px, py, pz) => Math.max(cap(px, py, pz), Math.abs(py - y) - pitch / 2);
  };
  const at = (field: Field): Field => move(field, [x0, y0, z0]);
  const round = within(x0 - 1.56, y0 - 0.58, z0 - 0.01, x0 + 1.56, y0 + 0.58, z0 + 0.26);
  return [
    solid(at(pulp), round, main, { surface: MATT, second, paint: fibre, cell: 0.016 }),
    ...rows.map((_, index) =>
      solid(at(row(index)), round, index === 0 ? accent : '#ece5d6', {
        surface: SATIN,
        second: index === 0 ? '#fff1ea' : '#33312c',
        paint: at(legends(rows)),
        cell: 0.0125,
      }),
    ),
  ];
}

export const tray: ObjectModel = {
  parts: ({ colours, variant }) =>
    variant % 2 === 0
      ? [...trayAt([0, -0.62, 0], colours, LETTERS), ...trayAt([0, 0.62, 0], colours, DIGITS)]
      : [...trayAt([0, 0, 0], colours, []), ...trayAt([0.05, 0.04, 0.24], colours, LETTERS)],
  eye: { pitch: 35, yaw: -22, target: [0.34, 0, 0.1], span: 4.3 },
  callouts: ({ variant }) => ({
    column: 0.87,
    names: [{ name: 'Trays', at: variant % 2 === 0 ? [1.5, 0.62, 0.16] : [1.5, 0.04, 0.3] }],
    guides: [],
  }),
};
