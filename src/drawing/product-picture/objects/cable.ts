/** Models of cables. */
import {
  around,
  blend,
  box,
  carve,
  drum,
  join,
  rod,
  type Field,
  type Vector,
} from '../../solid/field.ts';
import { GLOSS, METAL, within, type Paint, type Part } from '../../solid/part.ts';
import { cord, laid, solid, type ObjectModel } from '../object-model.ts';
import { posedParts, step, type Pose } from '../../artisan/sculpt.ts';

const braid =
  (along: number, round: number): Paint =>
  (x, y, z) =>
    step(0.1, 0.5, Math.sin((x + z * 0.3) * along) * Math.sin((y + z) * round));

/** A flat tube with round sides, as a USB-C plug's mouth is: across, its half width and half height. */
const oval = (x0: number, x1: number, half: number, high: number): Field => {
  const [middle, long] = [(x0 + x1) / 2, (x1 - x0) / 2];
  return (x, y, z) => {
    const side = Math.hypot(Math.max(Math.abs(y) - half + high, 0), z) - high;
    return Math.max(side, Math.abs(x - middle) - long);
  };
};

/** What a plug is held by, the end of its cord at the origin. */
const SLEEVE = blend(
  0.02,
  join(
    rod([-0.14, 0, 0], [0.06, 0, 0], 0.068, 0.08),
    ...[-0.13, -0.07, -0.01].map((x) => laid(drum([0, 0, x], 0.085, 0.018, 0.01))),
  ),
  box([0.23, 0, 0], [0.19, 0.135, 0.078], 0.05),
);
type Mouth = {
  readonly shell: Field;
  /** Where the shell is dark. */
  readonly dark: Paint;
  readonly tongue: Field;
  readonly tongueColour: string;
};
const USB_C: Mouth = {
  shell: carve(0.006, oval(0.4, 0.64, 0.105, 0.043), oval(0.46, 0.8, 0.088, 0.026)),
  dark: () => 0,
  tongue: oval(0.46, 0.632, 0.074, 0.014),
  tongueColour: '#26272b',
};
const CONTACTS = join(
  ...[-0.058, 0.058].map((y) => box([0.66, y, 0.066], [0.035, 0.027, 0.03], 0.006)),
);
/** Flat and wider, half full of a tongue; behind its two holes it is solid, or each would show something else. */
const USB_A: Mouth = {
  shell: carve(
    0.006,
    box([0.62, 0, 0], [0.24, 0.124, 0.06], 0.014),
    join(box([1, 0, 0], [0.29, 0.109, 0.045], 0.006), CONTACTS),
  ),
  dark: (x, y, z) => step(-0.006, -0.012, z - 0.06) * step(0.01, 0, CONTACTS(x, y, z)),
  tongue: box([0.66, 0, -0.02], [0.18, 0.103, 0.019], 0.006),
  tongueColour: '#f0efec',
};

/** A plug that points to the right. */
function usbPlug(mouth: Mouth, shell: string, sleeve: string, pose: Pose): Part[] {
  const bounds = within(0.36, -0.17, -0.08, 0.88, 0.17, 0.08);
  return posedParts(
    [
      solid(SLEEVE, within(-0.24, -0.15, -0.1, 0.44, 0.15, 0.1), sleeve, {
        surface: GLOSS,
        cell: 0.013,
      }),
      solid(mouth.shell, bounds, shell, {
        surface: METAL,
        second: '#26272b',
        paint: mouth.dark,
        cell: 0.0095,
      }),
      solid(mouth.tongue, bounds, mouth.tongueColour, { cell: 0.0095 }),
    ],
    pose,
  );
}

/** Two halves that screw into each other, with a knurled ring between. */
function aviator(colour: string, pose: Pose): Part[] {
  const barrel = (x0: number, x1: number, r: number): Field =>
    laid(drum([0, 0, (x0 + x1) / 2], r, (x1 - x0) / 2, 0.025));
  const knurled = carve(
    0.01,
    barrel(-0.05, 0.2, 0.165),
    laid(around(rod([0.172, 0, -0.1], [0.172, 0, 0.25], 0.018), 22)),
  );
  const whole = join(
    barrel(-0.4, -0.28, 0.09),
    barrel(-0.3, -0.07, 0.135),
    knurled,
    barrel(0.2, 0.23, 0.145),
    barrel(0.25, 0.46, 0.135),
    barrel(0.44, 0.56, 0.09),
  );
  return posedParts(
    [
      solid(whole, within(-0.43, -0.19, -0.19, 0.6, 0.19, 0.19), colour, {
        surface: METAL,
        cell: 0.0135,
      }),
    ],
    pose,
  );
}

/** Its turns press on each other, and their seam is soft: a narrow gap or a sharp crease would be too fine for the mesh. */
const COIL = {
  radius: 0.235,
  cord: 0.062,
  pitch: 0.119,
  seam: 0.02,
  at: [-0.05, -0.5, 0.31],
  turns: 6.5,
} as const;

/** The middle of the cord so many turns to the right of the coil's middle: half turns lie on the floor. */
const onCoil = (turns: number): Vector => {
  const { radius, pitch, at } = COIL;
  const angle = turns * 2 * Math.PI;
  return [
    at[0] + turns * pitch,
    at[1] + radius * Math.sin(angle),
    at[2] + radius * Math.cos(angle),
  ];
};

/** Ends on the floor on both sides, where its leads take over. */
const coil: Field = (x, y, z) => {
  const { radius, pitch, seam, at, turns } = COIL;
  const [across, up] = [y - at[1], z - at[2]];
  const turn = Math.atan2(across, up) / (2 * Math.PI);
  const nearest = Math.round((x - at[0]) / pitch - turn);
  const [first, last] = [Math.ceil(-turns - turn), Math.floor(turns - turn)];
  const wound = Math.min(Math.max(nearest, first), last);
  const out = Math.sqrt(across * across + up * up) - radius;
  const along = x - at[0] - (wound + turn) * pitch;
  const next = wound + Math.sign(along);
  const near = Math.sqrt(out * out + along * along);
  const beside = pitch - Math.abs(along);
  const gap = next < first || next > last ? seam : Math.sqrt(out * out + beside * beside) - near;
  const soft = Math.max(seam - gap, 0);
  return (near - (soft * soft) / seam / 4 - COIL.cord) * 0.88;
};
/** A lead goes the coil's way before it leaves it. */
const leaving = (side: 1 | -1): Vector[] =>
  [0.14, 0.07, 0].map((before) => onCoil(side * (COIL.turns - before)));

export const coiledCable: ObjectModel = {
  parts: ({ colours: { main, second, accent } }) => {
    const low = 0.07;
    const toPlug = cord(
      [
        ...leaving(-1),
        [-0.89, -0.37, low],
        [-1.01, -0.26, low],
        [-1.2, -0.2, low],
        [-1.38, -0.07, low],
        [-1.4, 0.14, low],
        [-1.27, 0.27, low],
        [-1.06, 0.3, 0.09],
      ],
      COIL.cord,
      5,
    );
    const toConnector = cord(
      [
        ...leaving(1),
        [0.79, -0.63, low],
        [0.9, -0.75, low],
        [1.11, -0.72, low],
        [1.29, -0.53, low],
        [1.38, -0.22, low],
        [1.33, 0.1, 0.08],
        [1.16, 0.28, 0.12],
        [0.98, 0.33, 0.16],
        [0.86, 0.33, 0.165],
      ],
      COIL.cord,
      5,
    );
    const toComputer = cord(
      [
        [0.02, 0.33, 0.165],
        [-0.08, 0.38, 0.13],
        [-0.2, 0.56, low],
        [-0.2, 0.8, low],
        [0, 1, low],
        [0.26, 1.03, low],
        [0.5, 0.99, 0.09],
      ],
      COIL.cord,
    );
    return [
      solid(
        join(coil, toPlug, toConnector, toComputer),
        within(-1.5, -0.85, -0.01, 1.46, 1.1, 0.64),
        main,
        { second, paint: braid(70, 60), cell: 0.0185 },
      ),
      ...aviator(accent, { at: [0.42, 0.33, 0.165] }),
      ...usbPlug(USB_C, accent, second, { at: [-0.98, 0.31, 0.09], spin: 3 }),
      ...usbPlug(USB_A, accent, second, { at: [0.52, 0.98, 0.09], spin: -8 }),
    ];
  },
  eye: { pitch: 48, yaw: -14, target: [0.08, 0.12, 0.08], span: 3.3 },
  close: { pitch: 30, yaw: 16, target: [0.3, 0.3, 0.12], span: 2.3 },
};

/** Wound loosely as it comes out of the bag: each turn lies on the one before. */
const loose = (turn: number): Vector => {
  const angle = (turn + 0.36) * 2 * Math.PI;
  const wide = 0.88 + 0.05 * Math.sin(turn * 5.3) - 0.015 * turn;
  const sway = 0.05 * Math.sin(turn * 3.1 + 1);
  return [
    wide * 1.12 * Math.cos(angle) + sway,
    wide * 0.8 * Math.sin(angle) - sway - 0.12,
    0.06 + 0.09 * turn,
  ];
};
const WOUND: readonly Vector[] = [
  [0.56, 1.1, 0.08],
  [0.3, 1.08, 0.07],
  [-0.2, 0.86, 0.05],
  ...Array.from({ length: 44 }, (_, n) => loose(n / 12)),
  [1.05, 0.08, 0.27],
  [1.12, 0.38, 0.14],
  [1.17, 0.6, 0.08],
];

export const straightCable: ObjectModel = {
  parts: ({ colours: { main, second, accent }, variant }) => {
    const isCloseUp = variant % 2 === 1;
    const toComputer = variant < 2 ? USB_A : USB_C;
    const ends: readonly Pose[] = isCloseUp
      ? [
          { at: [0.35, -0.5, 0.19], scale: 2.1, spin: 30 },
          { at: [-0.62, -0.3, 0.19], scale: 2.1, spin: 62 },
        ]
      : [
          { at: [0.56, 1.1, 0.08], spin: 2, scale: 0.85 },
          { at: [1.17, 0.6, 0.08], spin: 74, scale: 0.85 },
        ];
    const lines: readonly (readonly Vector[])[] = [
      [
        [-3.4, -2.5, 0.11],
        [-1.8, -1.95, 0.11],
        [-0.6, -1.1, 0.11],
        [0, -0.74, 0.17],
        [0.35, -0.5, 0.19],
      ],
      [
        [-2.4, -1.5, 0.11],
        [-1.25, -1, 0.11],
        [-0.85, -0.7, 0.17],
        [-0.62, -0.3, 0.19],
      ],
    ];
    const cords = isCloseUp
      ? join(...lines.map((line) => cord(line, 0.11)))
      : cord(WOUND, 0.045, 4);
    return [
      solid(
        cords,
        isCloseUp
          ? within(-2.7, -2.3, -0.01, 0.5, -0.2, 0.32)
          : within(-2.1, -1.9, -0.02, 1.4, 1.2, 0.48),
        main,
        {
          second,
          paint: isCloseUp ? braid(44, 40) : braid(80, 70),
          cell: 0.018,
        },
      ),
      ...ends.flatMap((pose, end) => usbPlug(end === 1 ? toComputer : USB_C, accent, second, pose)),
    ];
  },
  eye: { pitch: 50, yaw: -14, target: [0.24, 0.22, 0.1], span: 3.5 },
  close: { pitch: 34, yaw: 8, target: [0.3, -0.1, 0.15], span: 3.1 },
};
