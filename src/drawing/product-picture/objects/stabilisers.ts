/** The model of a stabiliser, and of what is in a set. */
import { blend, box, carve, drum, join, type Field, type Vector } from '../../solid/field.ts';
import { GLOSS, METAL, within, type Paint, type Part } from '../../solid/part.ts';
import { band, posedParts, step, type Pose } from '../../artisan/sculpt.ts';
import { inkOf, strokesOf } from './legend-paint.ts';
import { glyphOf } from '../../board/glyphs.ts';
import { cord, solid, type Callouts, type ObjectModel, type Order } from '../object-model.ts';

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

/** Narrower by `by` for each unit above `from`. */
const taper =
  (field: Field, from: number, by: number): Field =>
  (x, y, z) => {
    const share = 1 - by * Math.max(z - from + 0.24, 0) * 0.6;
    return field(x / share, (y + 0.04) / share - 0.04, z) * 0.8;
  };

/** A strip of circuit board with the switch of the wide key, between the halves of its stabiliser. */
function stripWithSwitch(accent: string): Part[] {
  const strip = carve(
    0.01,
    box([0, 0.02, -0.06], [1.62, 0.86, 0.06], 0.02),
    join(...[-1.46, 1.46].map((x) => drum([x, 0.7, -0.06], 0.07, 0.2, 0.01))),
  );
  const traces: Paint = (x, y) =>
    0.5 * band(0.66, 0.02, Math.abs(y), 0.01) +
    0.5 * band(0.72, 0.015, Math.abs(y), 0.01) * step(0.4, 0.42, Math.abs(x));
  const shell = join(
    box([0, -0.04, 0.2], [0.46, 0.42, 0.2], 0.05),
    box([0, -0.04, 0.4], [0.54, 0.46, 0.04], 0.03),
    taper(box([0, -0.04, 0.62], [0.5, 0.42, 0.24], 0.08), 0.62, 0.5),
  );
  const cross = join(
    box([0, -0.04, 0.9], [0.24, 0.2, 0.1], 0.04),
    box([0, -0.04, 1.06], [0.165, 0.05, 0.16], 0.012),
    box([0, -0.04, 1.06], [0.05, 0.165, 0.16], 0.012),
  );
  return [
    solid(strip, within(-1.66, -0.88, -0.14, 1.66, 0.92, 0.02), '#23493c', {
      surface: GLOSS,
      second: '#c9a85c',
      paint: traces,
    }),
    solid(shell, within(-0.58, -0.54, -0.02, 0.58, 0.46, 0.9), accent, { cell: 0.018 }),
    solid(cross, within(-0.28, -0.28, 0.76, 0.28, 0.2, 1.24), '#b8402f', {
      surface: GLOSS,
      cell: 0.0145,
    }),
  ];
}

/** Each letter of the cap's legend, and where its middle is. */
const SHIFT = [...'Shift'].map((letter, n) => {
  const before = [...'Shift'].slice(0, n).reduce((sum, l) => sum + (glyphOf(l)?.[0] ?? 0) + 2.6, 0);
  return [-1.22 + 0.03 * (before + (glyphOf(letter)?.[0] ?? 0) / 2), strokesOf(letter)] as const;
});

/** The wide cap that a stabiliser holds level, its dish along its middle. */
function wideCap(colour: string, pose: Pose): Part[] {
  const body: Field = (x, y, z) => {
    const up = Math.min(Math.max(z, 0), 0.62);
    const [halfX, halfY, round] = [1.66 - 0.3 * up, 0.8 - 0.3 * up, 0.16];
    const [qx, qy] = [Math.abs(x) - halfX + round, Math.abs(y + 0.08 * up) - halfY + round];
    const plan =
      Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) + Math.min(Math.max(qx, qy), 0) - round;
    const high = Math.max(-z, z - 0.6 + 0.05 * Math.max(1 - (y / 0.62) ** 2, -0.2));
    const near = Math.max(0.1 - Math.abs(plan - high), 0) / 0.1;
    return (Math.max(plan, high) + near * near * 0.025) * 0.88;
  };
  const legend: Paint = (x, y, z) =>
    z < 0.4 || Math.abs(y + 0.2) > 0.3
      ? 0
      : Math.max(...SHIFT.map(([at, strokes]) => inkOf(strokes, (x - at) / 0.3, (y + 0.2) / 0.3)));
  const bounds = within(-1.72, -0.86, -0.03, 1.72, 0.86, 0.68);
  return posedParts([solid(body, bounds, colour, { second: '#f4efe6', paint: legend })], pose);
}

/** At work: screwed to a circuit board on both sides of a switch, the key lifted off. */
function assembled({ colours: { main, second, accent } }: Order): Part[] {
  return [
    ...stripWithSwitch(accent),
    ...wideCap('#4f6650', { at: [0, -0.3, 1.86] }),
    ...wire(0.95, { at: [0, 0.5, 0.19] }),
    ...[-0.95, 0.95].flatMap((x) => [
      ...housing(main, { at: [x, 0, 0] }),
      ...stem(second, { at: [x, 0, 0] }),
      ...steel(SCREW, { at: [x, -0.5, 0.05] }),
    ]),
  ];
}

/** How far each part is lifted off the board, and where the fixings lie before it. */
const APART = { housing: 0.62, stem: 1.5, cap: 3.2, wire: [1.56, 0.81], fixings: 1.46 } as const;

/** All that one is put together from, each part over the place it goes into. */
function takenApart({ colours: { main, second, accent } }: Order): Part[] {
  const [wireY, wireZ] = APART.wire;
  return posedParts(
    [
      ...stripWithSwitch(accent),
      ...wideCap('#4f6650', { at: [0, 0, APART.cap] }),
      ...wire(0.95, { at: [0, wireY, wireZ] }),
      ...[-0.95, 0.95].flatMap((x) => [
        ...housing(main, { at: [x, 0, APART.housing] }),
        ...stem(second, { at: [x, 0, APART.stem] }),
      ]),
      ...[0, 1].flatMap((n) => [
        ...steel(SCREW, { at: [0.62 + 0.82 * n, APART.fixings + 0.06, 0], tip: 90 }),
        ...steel(WASHER, { at: [0.24 + 0.82 * n, APART.fixings + 0.14, -0.12] }),
      ]),
    ],
    { at: [0, 0, 0.13] },
  );
}

const apartCallouts: Callouts = {
  column: 0.8,
  names: [
    { name: 'Stem', at: [1.1, 0.1, 2.2] },
    { name: 'Housing', at: [1.22, 0.1, 1.15] },
    { name: 'Wire', at: [0.95, 1.3, 0.94] },
    { name: 'Screws', at: [1.5, 1.36, 0.16] },
  ],
  guides: [-0.95, 0.95].flatMap((x): Callouts['guides'] => [
    [
      [x, 0, 3.06],
      [x, 0, 2.87],
    ],
    [
      [x, 0.22, 1.71],
      [x, 0.22, 1.4],
    ],
    [
      [x, 0.56, 0.76],
      [x, 0.56, 0.13],
    ],
    [
      [x, 0.93, 0.94],
      [x, 0.3, 0.94],
    ],
  ]),
};

const assembledCallouts: Callouts = {
  column: 0.8,
  names: [{ name: 'Stabiliser', at: [1.1, 0, 1.1] }],
  guides: [],
};

export const stabiliser: ObjectModel = {
  parts: (order) => (order.variant % 2 === 0 ? assembled(order) : takenApart(order)),
  eye: { pitch: 27, yaw: -20, target: [0, 0, 1.06], span: 4.9 },
  close: { pitch: 22, yaw: -22, target: [0.55, 0, 1.76], span: 5.75 },
  callouts: ({ variant }) => (variant % 2 === 0 ? assembledCallouts : apartCallouts),
};
