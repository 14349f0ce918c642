/** Models of switches, whole, from below and apart; 1 unit is 10 mm. */
import { blend, box, carve, drum, join, mirror, move, rod, type Field } from '../../solid/field.ts';
import { GLOSS, MATT, METAL, SATIN, within, type Part } from '../../solid/part.ts';
import { posedParts } from '../../artisan/sculpt.ts';
import { helix, solid, type ObjectModel, type Order } from '../object-model.ts';

/** How a switch speaks, by its variant: a long pole, a bump, dampers, or a bar that clicks. */
const MECHANISMS = ['linear', 'tactile', 'silent', 'clicky'] as const;
type Mechanism = (typeof MECHANISMS)[number];
const mechanismOf = ({ variant }: Order): Mechanism => MECHANISMS[variant % 4] ?? 'linear';

const BRASS = '#c99a4a';
const COPPER = '#c87a4c';

/** A box whose upper end is narrower, for housings. */
const taper =
  (z0: number, z1: number, low: number, high: number, round: number): Field =>
  (x, y, z) => {
    const t = Math.min(Math.max((z - z0) / (z1 - z0), 0), 1);
    const half = low + (high - low) * t - round;
    const [qx, qy] = [Math.abs(x) - half, Math.abs(y) - half];
    const plan =
      Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) + Math.min(Math.max(qx, qy), 0) - round;
    const level = Math.max(z0 - z, z - z1);
    const k = 0.04;
    const h = Math.max(k - Math.abs(plan - level), 0) / k;
    return (Math.max(plan, level) + h * h * k * 0.25) * 0.93;
  };

/** Upwards from z 0, where the cap sits; the slider below it runs in the housing. */
const CROSS = join(
  box([0, 0, 0.17], [0.21, 0.06, 0.19], 0.012),
  box([0, 0, 0.17], [0.06, 0.21, 0.19], 0.012),
);
const SLIDER = blend(0.03, box([0, 0, -0.2], [0.35, 0.26, 0.2], 0.03), CROSS);

/** What reaches down from the slider: the pole in the spring, and rails; a leg with a bump for a tactile. */
function stemField(mechanism: Mechanism): Field {
  const long = mechanism === 'linear' ? 0.34 : 0.22;
  const leg = mirror(box([0.2, 0.26, -0.45], [0.06, 0.035, 0.13], 0.015));
  const bump = mirror(rod([0.15, 0.3, -0.42], [0.25, 0.3, -0.42], 0.05));
  return join(
    carve(0.01, SLIDER, box([0, 0, -0.42], [0.2, 0.18, 0.14], 0.02)),
    drum([0, 0, -0.3 - long], 0.075, long, 0.03),
    mirror(box([0.37, 0, -0.28], [0.04, 0.09, 0.22], 0.02)),
    leg,
    ...(mechanism === 'tactile' || mechanism === 'clicky' ? [bump] : []),
  );
}

/** Soft pads at the head and the foot of both rails, where a silent stem meets the housing. */
const PADS: Field = mirror(
  join(
    box([0.375, 0, -0.09], [0.05, 0.11, 0.05], 0.025),
    box([0.375, 0, -0.47], [0.05, 0.11, 0.06], 0.025),
  ),
);

function stemParts(order: Order): Part[] {
  const mechanism = mechanismOf(order);
  const stem = solid(
    stemField(mechanism),
    within(-0.44, -0.36, -1.02, 0.44, 0.38, 0.4),
    order.colours.accent,
    { surface: GLOSS, cell: 0.013 },
  );
  const pads = solid(PADS, within(-0.47, -0.2, -0.62, 0.47, 0.2, 0.03), '#f4f1ea', {
    surface: MATT,
    cell: 0.011,
  });
  return mechanism === 'silent' ? [stem, pads] : [stem];
}

/** The K of the shop, raised on the slope above the pins. */
const PLATE_MARK = join(
  ...(
    [
      [-0.07, 0.09, -0.07, -0.09],
      [-0.07, 0, 0.07, 0.09],
      [-0.02, 0.03, 0.07, -0.09],
    ] as const
  ).map(([x0, t0, x1, t1]) => rod([x0, t0, 0], [x1, t1, 0], 0.016)),
);

/** Down from the plate's upper side at z 0: flange, shell, and a clip on two sides. */
const clip: Field = (x, y, z) => {
  const side = Math.abs(y);
  const tongue = box([0, 0.705, -0.2], [0.17, 0.035, 0.18], 0.015)(x, side, z);
  const catchAt = box([0, 0.745, -0.17], [0.13, 0.04, 0.05], 0.02)(x, side, z);
  return Math.min(tongue, catchAt);
};
const clipGap: Field = (x, y, z) =>
  box([0.215, 0.7, -0.22], [0.035, 0.09, 0.22], 0.01)(Math.abs(x), Math.abs(y), z);

const SHELL = carve(
  0.01,
  join(taper(-0.5, 0.02, 0.64, 0.7, 0.08), box([0, 0, 0.05], [0.78, 0.78, 0.055], 0.03)),
  clipGap,
);
const LOWER: Field = join(
  carve(
    0.015,
    join(SHELL, clip),
    carve(0.02, box([0, 0, 0.12], [0.57, 0.57, 0.5], 0.05), drum([0, 0, -0.2], 0.24, 0.2, 0.03)),
  ),
  drum([0, 0, -0.63], 0.2, 0.2, 0.05),
);
const LOWER_OPEN: Field = carve(0.01, LOWER, drum([0, 0, 0], 0.15, 0.3, 0.02));
const FIXED_PIN = box([-0.38, 0.25, -0.62], [0.07, 0.028, 0.2], 0.02);
/** The second is the foot of the leaf. */
const PINS: Field = join(FIXED_PIN, box([0.25, 0.5, -0.62], [0.07, 0.028, 0.2], 0.02));

/** Up from the flange: the slope with its window for the stem, and the nameplate towards the pins. */
const UPPER_SHELL = join(
  taper(0.03, 0.62, 0.745, 0.5, 0.12),
  box([0, 0, 0.06], [0.765, 0.765, 0.05], 0.03),
  mirror((x, y, z) => box([0.77, 0.34, 0.02], [0.035, 0.13, 0.15], 0.02)(x, Math.abs(y), z)),
);
const SLOPE = { y: 0.635, z: 0.31, tip: (Math.atan2(0.245, 0.59) * 180) / Math.PI };
/** The slope's own plane: across, up along it, out of it. */
const onSlope =
  (field: Field): Field =>
  (x, y, z) => {
    const [c, s] = [Math.cos((SLOPE.tip * Math.PI) / 180), Math.sin((SLOPE.tip * Math.PI) / 180)];
    const [dy, dz] = [y - SLOPE.y, z - SLOPE.z];
    return field(x, c * dz - s * dy, c * dy + s * dz);
  };
const UPPER: Field = join(
  carve(
    0.012,
    carve(0.012, UPPER_SHELL, box([0, 0, 0.5], [0.385, 0.3, 0.5], 0.03)),
    join(
      onSlope(box([0, 0, 0.01], [0.26, 0.16, 0.035], 0.03)),
      onSlope((x, y, z) => box([0.42, 0, 0.01], [0.035, 0.2, 0.03], 0.015)(Math.abs(x), y, z)),
      box([0, -0.6, 0.45], [0.2, 0.14, 0.4], 0.03),
    ),
  ),
  onSlope(move(PLATE_MARK, [0, 0, -0.02])),
);

const TOP_BOUNDS = within(-0.84, -0.84, -0.16, 0.84, 0.84, 0.66);

/** All in one, its plate line at z 0. */
export function wholeSwitch(order: Order): Part[] {
  const { main, second } = order.colours;
  return [
    solid(LOWER, within(-0.83, -0.83, -0.86, 0.83, 0.83, 0.13), second, { cell: 0.0165 }),
    solid(PINS, within(-0.5, 0.16, -0.84, 0.38, 0.58, -0.4), BRASS, {
      surface: METAL,
      cell: 0.011,
    }),
    ...posedParts(stemParts(order), { at: [0, 0, 0.68] }),
    solid(move(UPPER, [0, 0, 0.08]), TOP_BOUNDS, main, {
      surface: topSurface(order),
      cell: 0.0145,
    }),
  ];
}

/** The light goes a little way into it; the eye does not. */
const MILKY = { ...SATIN, gloss: 0.8, clear: 0.3 };
const topSurface = (order: Order) => (mechanismOf(order) === 'clicky' ? MILKY : SATIN);

export const switchModel: ObjectModel = {
  parts: (order) => posedParts(wholeSwitch(order), { at: [0, 0, 0.84] }),
  eye: { pitch: 25, yaw: -30, target: [0, 0, 0.92], span: 2.75 },
};

/** One on its side, its foot to the viewer; by itself it reads as a plug, so one stands behind it. */
export const switchUnderside: ObjectModel = {
  parts: (order) => [
    ...posedParts(wholeSwitch(order), { at: [-0.55, -0.85, 0.84], spin: -8 }),
    ...posedParts(wholeSwitch(order), { at: [0.45, 0.75, 0.78], tip: -86 }),
  ],
  eye: { pitch: 28, yaw: -30, target: [0, 0, 0.74], span: 4.3 },
};

/** A strip of copper that the stem pushes aside, with the pin it ends in. */
const LEAF: Field = join(
  carve(
    0.01,
    box([0, 0, 0.25], [0.24, 0.022, 0.25], 0.012),
    box([0, 0, 0.3], [0.1, 0.1, 0.13], 0.03),
  ),
  blend(
    0.03,
    mirror(box([0.17, 0.075, 0.49], [0.045, 0.085, 0.02], 0.012)),
    mirror(rod([0.17, 0.15, 0.47], [0.17, 0.2, 0.24], 0.028)),
    mirror(rod([0.17, 0.2, 0.24], [0.17, 0.1, 0.06], 0.026)),
  ),
  box([0.14, 0, -0.14], [0.06, 0.022, 0.18], 0.012),
);

const SPRING = helix(0.165, 0.024, 0.088, 0, 0.86);

/** The bar that snaps: a wire from wall to wall, both ends bent down. */
const CLICK_BAR = blend(
  0.03,
  rod([-0.58, 0, 0], [0.58, 0, 0], 0.03),
  mirror(rod([0.55, 0, 0], [0.55, 0, -0.2], 0.03)),
);

/** What gets grease: a stem, on its rails beside its spring. */
export function stemAndSpring(order: Order): Part[] {
  const spring = solid(SPRING, within(-0.22, -0.22, -0.05, 0.22, 0.22, 0.92), '#d9c08a', {
    surface: METAL,
    cell: 0.0105,
  });
  return [
    ...posedParts(stemParts(order), { at: [0.3, 0, 1] }),
    ...posedParts([spring], { at: [-0.45, 0.1, 0.02] }),
  ];
}

function laidOut(order: Order): Part[] {
  const { main, second } = order.colours;
  const lower = [
    solid(LOWER_OPEN, within(-0.83, -0.83, -0.86, 0.83, 0.83, 0.13), second, { cell: 0.0165 }),
    solid(FIXED_PIN, within(-0.5, 0.16, -0.84, 0.38, 0.58, -0.4), BRASS, {
      surface: METAL,
      cell: 0.011,
    }),
  ];
  const upper = [solid(UPPER, TOP_BOUNDS, main, { surface: topSurface(order), cell: 0.0145 })];
  const leaf = [
    solid(LEAF, within(-0.28, -0.06, -0.34, 0.28, 0.28, 0.54), COPPER, {
      surface: METAL,
      cell: 0.0105,
    }),
  ];
  const spring = [
    solid(SPRING, within(-0.22, -0.22, -0.05, 0.22, 0.22, 0.92), '#d9c08a', {
      surface: METAL,
      cell: 0.0105,
    }),
  ];
  const bar = [
    solid(CLICK_BAR, within(-0.64, -0.06, -0.26, 0.64, 0.06, 0.06), '#d5d8dc', {
      surface: METAL,
      cell: 0.0105,
    }),
  ];
  return [
    ...posedParts(lower, { at: [-0.9, -0.7, 0.84] }),
    ...posedParts(upper, { at: [1.04, -1, 0.14] }),
    ...posedParts(leaf, { at: [-1.1, 0.85, 0.26], tip: -52, spin: 14 }),
    ...posedParts(spring, { at: [-0.25, 0.95, 0.02] }),
    ...posedParts(stemParts(order), { at: [0.56, 1.3, 1], spin: 10 }),
    // Across the lower housing, where it is hooked in.
    ...(mechanismOf(order) === 'clicky' ? posedParts(bar, { at: [-0.9, -1.04, 0.84] }) : []),
  ];
}

export const explodedSwitch: ObjectModel = {
  parts: laidOut,
  eye: { pitch: 40, yaw: -12, target: [0.08, 0.1, 0.35], span: 4.1 },
};
