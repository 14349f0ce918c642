/** The pattern of a 60% board, and the model of its circuit board. */
import { blend, box, carve, drum, join, type Field } from '../../solid/field.ts';
import { noise3 } from '../../solid/noise.ts';
import { GLOSS, METAL, SATIN, within, type Paint, type Part } from '../../solid/part.ts';
import { cord, solid, type ObjectModel, type Order } from '../object-model.ts';
import { band, posedParts, step } from '../../artisan/sculpt.ts';

export const ROWS = [
  { start: 0, wide: 0, keys: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2] },
  { start: 0, wide: 0, keys: [1.5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.5] },
  { start: 0, wide: 0, keys: [1.75, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2.25] },
  { start: 0, wide: 0, keys: [2.25, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2.75] },
  { start: 0, wide: 0, keys: [1.25, 1.25, 1.25, 6.25, 1.25, 1.25, 1.25, 1.25] },
] as const;
export const U = 0.2;

/** Centres of a 60% board's switches, row by row. */
const CENTRES: readonly (readonly number[])[] = ROWS.map(({ keys }) => {
  let x = -7.5;
  return keys.map((width) => {
    x += width;
    return (x - width / 2) * U;
  });
});

export const nearestCentre = (x: number, y: number): readonly [dx: number, dy: number] => {
  const row = Math.min(Math.max(Math.floor(y / U + 2.5), 0), 4);
  const dy = y - (row - 2) * U;
  let dx = Infinity;
  for (const centre of CENTRES[row] ?? []) if (Math.abs(x - centre) < Math.abs(dx)) dx = x - centre;
  return [dx, dy];
};

/** Square holes for switches. */
export const holes =
  (half: number): Field =>
  (x, y) => {
    const [dx, dy] = nearestCentre(x, y);
    return Math.max(Math.abs(dx), Math.abs(dy)) - half;
  };

export const slab = (z: number, half: number): Field =>
  box([0, 0, z], [1.54, 0.54, half], Math.min(half * 0.6, 0.02));

const STABILISER_SLOTS = ROWS.flatMap(({ keys }, row) => {
  let x = -7.5;
  return keys.flatMap((width) => {
    x += width;
    const reach = width >= 6 ? 0.525 : 0.125;
    const at = { x: (x - width / 2) * U, y: (row - 2) * U };
    return width < 2 ? [] : [-reach, reach].map((out) => ({ x: at.x + out, y: at.y }));
  });
});
/** Slots beside the switches of wide keys, for their stabilisers. */
export const slots: Field = (x, y) => {
  let nearest = Infinity;
  for (const slot of STABILISER_SLOTS)
    nearest = Math.min(
      nearest,
      Math.max(Math.abs(x - slot.x) - 0.034, Math.abs(y - slot.y) - 0.07),
    );
  return nearest;
};

/** The side that the switches go into: their holes, their pads and a frame round each. */
function pcbFace({ colours: { main, second }, seed }: Order): Part[] {
  const traces: Paint = (x, y) => {
    const [dx, dy] = nearestCentre(x, y);
    const pad = Math.max(
      1 - step(0.012, 0.016, Math.hypot(dx - 0.045, dy + 0.05)),
      1 - step(0.012, 0.016, Math.hypot(dx + 0.03, dy + 0.06)),
    );
    const frame = band(0.055, 0.004, Math.max(Math.abs(dx), Math.abs(dy)), 0.003);
    return Math.max(pad, 0.4 * tracesAt(x, y, dy, seed), 0.8 * frame);
  };
  const rings: Field = (x, y, z) => {
    const [dx, dy] = nearestCentre(x, y);
    return Math.max(Math.abs(Math.hypot(dx, dy) - 0.026) - 0.006, Math.abs(z - 0.09) - 0.012);
  };
  return posedParts(
    [
      board(main, second, traces, nearestCentre),
      solid(rings, within(-1.56, -0.56, 0.07, 1.56, 0.56, 0.11), second, {
        surface: METAL,
        cell: 0.0115,
      }),
    ],
    { at: [0, -0.28, 0] },
  );
}

/** The small board that carries the USB-C socket, and the cable to the greater one. */
function daughterboard(main: string, second: string): Part[] {
  const [x, y] = [-0.75, 0.72];
  const sheet = carve(
    0.004,
    box([x, y, 0.05], [0.3, 0.17, 0.025], 0.012),
    join(...[-0.24, 0.24].map((dx) => drum([x + dx, y + 0.11, 0.05], 0.025, 0.1, 0.005))),
  );
  const mouth = (half: number, high: number, from: number, to: number): Field => {
    const [middle, long] = [(from + to) / 2, (to - from) / 2];
    return (px, py, pz) =>
      Math.max(
        Math.hypot(Math.max(Math.abs(px - x) - half + high, 0), pz - 0.125) - high,
        Math.abs(py - middle) - long,
      );
  };
  const socket = carve(
    0.005,
    mouth(0.1, 0.05, y + 0.02, y + 0.23),
    mouth(0.085, 0.034, y + 0.06, y + 0.3),
  );
  const header = (cx: number, cy: number, z: number): Field =>
    carve(
      0.006,
      box([cx, cy, z], [0.09, 0.05, 0.04], 0.01),
      box([cx, cy - 0.02, z + 0.02], [0.07, 0.03, 0.04], 0.008),
    );
  const wires = join(
    ...[-0.045, -0.015, 0.015, 0.045].map((dx) =>
      cord(
        [
          [x + dx, y - 0.1, 0.12],
          [x + dx * 1.4, y - 0.22, 0.1],
          [x + 0.5 + dx, y - 0.2, 0.04 + Math.abs(dx)],
          [x + 0.95, y + 0.05 + dx, 0.04],
          [x + 1.3, y + 0.06 + dx, 0.04],
        ],
        0.014,
      ),
    ),
  );
  return [
    solid(sheet, within(x - 0.32, y - 0.2, 0.01, x + 0.32, y + 0.2, 0.09), main, {
      surface: GLOSS,
      second,
      paint: (px, py) =>
        0.8 * (1 - step(0.035, 0.042, Math.hypot(Math.abs(px - x) - 0.24, py - y - 0.11))),
      cell: 0.0105,
    }),
    solid(socket, within(x - 0.13, y, 0.06, x + 0.13, y + 0.26, 0.19), '#c9ccd0', {
      surface: METAL,
      cell: 0.0085,
    }),
    solid(
      box([x, y + 0.12, 0.125], [0.065, 0.09, 0.011], 0.006),
      within(x - 0.08, y + 0.02, 0.1, x + 0.08, y + 0.23, 0.15),
      '#26272b',
      { cell: 0.009 },
    ),
    solid(
      join(header(x, y - 0.1, 0.11), header(x + 1.36, y + 0.06, 0.04)),
      within(x - 0.12, y - 0.18, -0.01, x + 1.48, y + 0.14, 0.17),
      '#eef0ea',
      { cell: 0.0105 },
    ),
    solid(wires, within(x - 0.12, y - 0.3, 0.015, x + 1.36, y + 0.14, 0.16), '#2d2e31', {
      cell: 0.0105,
    }),
  ];
}

/** Where a switch's two pins go in, beside its middle post. */
const PINS = [
  [0.041, -0.026],
  [-0.028, -0.054],
] as const;
/** A low block of two round halves, one for each pin, as they are soldered below a board. */
const SOCKET = carve(
  0.003,
  blend(
    0.012,
    ...PINS.map(([x, y]) => drum([x, y, 0.1], 0.0265, 0.024, 0.006)),
    box([0.006, -0.041, 0.1], [0.04, 0.016, 0.024], 0.005),
  ),
  join(...PINS.map(([x, y]) => drum([x, y, 0.13], 0.0115, 0.012, 0.002))),
);
/** The metal at both ends, which is soldered to the board. */
const CONTACTS = join(
  box([0.08, -0.028, 0.098], [0.018, 0.014, 0.009], 0.003),
  box([-0.068, -0.052, 0.098], [0.018, 0.014, 0.009], 0.003),
);
/** The pad under each tab. */
const padAt = (dx: number, dy: number): number =>
  1 -
  step(
    0,
    0.004,
    Math.min(
      Math.max(Math.abs(dx - 0.079) - 0.021, Math.abs(dy + 0.028) - 0.018),
      Math.max(Math.abs(dx + 0.069) - 0.021, Math.abs(dy + 0.052) - 0.018),
    ),
  );

/** The other side, as it lies when the board is turned over: a socket for each switch, chips and a plug. */
export function pcbUnderside({ colours: { main, second, accent }, seed }: Order): Part[] {
  const centre = (x: number, y: number) => nearestCentre(-x, y);
  const traces: Paint = (x, y) => {
    const [dx, dy] = centre(x, y);
    const ring = band(0.0265, 0.005, Math.hypot(dx, dy), 0.002);
    return Math.max(0.4 * tracesAt(x, y, dy, seed), 0.9 * ring, padAt(dx, dy));
  };
  const perSwitch =
    (field: Field): Field =>
    (x, y, z) => {
      const [dx, dy] = centre(x, y);
      return field(dx, dy, z);
    };
  const chips = join(
    carve(
      0.003,
      box([0.5, 0.4, 0.115], [0.07, 0.07, 0.02], 0.006),
      drum([0.452, 0.352, 0.14], 0.008, 0.01, 0.002),
    ),
    box([0.68, 0.4, 0.11], [0.03, 0.045, 0.018], 0.006),
  );
  // The controller's legs stand out on all four sides, its memory's on two.
  const legs: Field = (x, y, z) => {
    const [ax, ay] = [Math.abs(x - 0.5), Math.abs(y - 0.4)];
    const [out, along] = ax > ay ? [ax, ay] : [ay, ax];
    const near = Math.min(Math.round(along / 0.0195), 3) * 0.0195;
    const leg = box([0.08, 0, 0.096], [0.018, 0.0055, 0.006], 0.002)(out, along - near, z);
    const row = Math.min(Math.max(Math.round((y - 0.4) / 0.023), -1), 1) * 0.023;
    const other = box([0.036, 0, 0.096], [0.016, 0.006, 0.006], 0.002);
    return Math.min(leg, other(Math.abs(x - 0.68), y - 0.4 - row, z));
  };
  const whole = within(-1.56, -0.56, 0.07, 1.56, 0.56, 0.16);
  return [
    board(main, second, traces, centre),
    solid(chips, within(0.4, 0.3, 0.07, 0.74, 0.5, 0.15), '#24262b', { cell: 0.007 }),
    solid(legs, within(0.39, 0.29, 0.07, 0.74, 0.51, 0.12), '#d5d8dc', {
      surface: METAL,
      cell: 0.0055,
    }),
    solid(perSwitch(SOCKET), whole, '#2a2b30', { surface: SATIN, cell: 0.0055 }),
    solid(perSwitch(CONTACTS), whole, '#d5d8dc', { surface: METAL, cell: 0.0055 }),
    // The plug for the cable to the daughterboard.
    solid(
      carve(
        0.006,
        box([1.3, -0.49, 0.13], [0.1, 0.045, 0.045], 0.01),
        box([1.3, -0.47, 0.15], [0.08, 0.03, 0.05], 0.008),
      ),
      within(1.15, -0.62, 0.06, 1.45, -0.42, 0.2),
      accent,
      { surface: SATIN, cell: 0.0095 },
    ),
  ];
}

const tracesAt = (x: number, y: number, dy: number, seed: number): number =>
  band(0, 0.14, Math.sin(y * 190), 0.1) *
  step(0.06, 0.07, Math.abs(dy)) *
  step(0, 0.1, noise3(x * 3, Math.round(y * 30), 0, seed));

export const board = (
  colour: string,
  second: string,
  paint: Paint,
  centre: typeof nearestCentre,
): Part =>
  solid(
    carve(0.004, slab(0.06, 0.03), (x, y) => Math.hypot(...centre(x, y)) - 0.022),
    within(-1.58, -0.58, 0.02, 1.58, 0.58, 0.1),
    colour,
    { surface: GLOSS, second, paint, cell: 0.0115 },
  );

export const pcb: ObjectModel = {
  parts: (order) =>
    order.variant % 2 === 0
      ? [...pcbFace(order), ...daughterboard(order.colours.main, order.colours.second)]
      : pcbUnderside(order),
  eye: { pitch: 52, yaw: -14, target: [-0.02, 0.1, 0.05], span: 3.45 },
  close: { pitch: 58, yaw: 8, target: [0.3, 0.06, 0.08], span: 0.94 },
};
