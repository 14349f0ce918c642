/** Models of switches, stabilisers and the tools that pull them. */
import {
  around,
  blend,
  box,
  carve,
  drum,
  join,
  lean,
  mirror,
  move,
  rod,
  tip,
  torus,
  type Field,
} from '../../solid/field.ts';
import { GLOSS, METAL, RESIN, SATIN, within, type Part } from '../../solid/part.ts';
import { helix, solid, type ObjectModel, type Order } from '../object-model.ts';

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
    const k = 0.05;
    const h = Math.max(k - Math.abs(plan - level), 0) / k;
    return (Math.max(plan, level) + h * h * k * 0.25) * 0.93;
  };

const STEM_CROSS = join(
  box([0, 0, 0.2], [0.22, 0.065, 0.2], 0.012),
  box([0, 0, 0.2], [0.072, 0.22, 0.2], 0.012),
);
const stem: Field = join(
  blend(0.02, box([0, 0, -0.1], [0.34, 0.25, 0.12], 0.03), STEM_CROSS),
  mirror(box([0.36, 0, -0.2], [0.05, 0.12, 0.16], 0.02)),
);
const lower: Field = carve(
  0.02,
  blend(0.02, taper(0, 0.5, 0.68, 0.72, 0.07), box([0, 0, 0.52], [0.8, 0.8, 0.05], 0.03)),
  box([0, 0, 0.5], [0.52, 0.52, 0.34], 0.05),
);
const upper: Field = carve(
  0.015,
  carve(
    0.02,
    taper(0, 0.6, 0.72, 0.52, 0.1),
    join(
      box([0, 0.08, 0.6], [0.37, 0.29, 0.26], 0.04),
      box([0, -0.46, 0.45], [0.2, 0.09, 0.4], 0.03),
    ),
  ),
  mirror(box([0.74, 0, 0.1], [0.1, 0.24, 0.24], 0.03)),
);
const pins: Field = join(
  rod([0.28, -0.4, -0.26], [0.28, -0.4, 0.05], 0.04),
  rod([-0.3, 0.34, -0.26], [-0.3, 0.34, 0.05], 0.04),
  drum([0, 0, -0.06], 0.16, 0.16, 0.04),
);

const up = (field: Field, z: number): Field => move(field, [0, 0, z]);

function switchAt(order: Order, gap: number): Part[] {
  const { main, second, accent } = order.colours;
  const clear = order.variant % 2 === 1 ? RESIN : SATIN;
  const lift = 0.3;
  const base = lift;
  const top = base + 0.56 + gap * 2.5;
  const stemAt = base + 0.82 + gap * 1.62;
  const parts = [
    solid(up(lower, base), within(-0.86, -0.86, base - 0.02, 0.86, 0.86, base + 0.62), second, {
      cell: 0.018,
    }),
    solid(up(pins, base), within(-0.5, -0.5, base - 0.3, 0.5, 0.5, base + 0.08), '#c99a4a', {
      surface: METAL,
      cell: 0.016,
    }),
    solid(
      up(stem, stemAt + 0.1),
      within(-0.45, -0.4, stemAt - 0.3, 0.45, 0.4, stemAt + 0.54),
      accent,
      { surface: GLOSS, cell: 0.014 },
    ),
    solid(up(upper, top), within(-0.78, -0.78, top - 0.02, 0.78, 0.78, top + 0.64), main, {
      surface: clear,
      cell: 0.016,
    }),
  ];
  if (gap > 0)
    parts.push(
      solid(
        up(helix(0.17, 0.024, 0.088, 0, 0.62), base + 0.36),
        within(-0.22, -0.22, base + 0.3, 0.22, 0.22, base + 1.02),
        '#d9c08a',
        { surface: METAL, cell: 0.011 },
      ),
    );
  return parts;
}

export const switchModel: ObjectModel = {
  parts: (order) => switchAt(order, 0),
  eye: { pitch: 32, yaw: -28, target: [0, 0, 0.72], span: 3 },
};

export const explodedSwitch: ObjectModel = {
  parts: (order) => switchAt(order, 0.42),
  eye: { pitch: 20, yaw: -30, target: [0, 0, 1.24], span: 3.7 },
};

const stabHousing = (x: number): Field =>
  move(
    carve(
      0.02,
      carve(
        0.02,
        blend(
          0.03,
          box([0, 0, 0.34], [0.25, 0.42, 0.34], 0.05),
          box([0, 0, 0.08], [0.29, 0.5, 0.06], 0.03),
        ),
        box([0, -0.06, 0.5], [0.17, 0.24, 0.42], 0.04),
      ),
      box([0, 0.44, 0.2], [0.4, 0.08, 0.1], 0.02),
    ),
    [x, 0, 0],
  );
const stabStem = (x: number): Field =>
  move(
    join(
      box([0, -0.06, 0.52], [0.14, 0.2, 0.36], 0.03),
      move(
        join(box([0, 0, 0], [0.13, 0.04, 0.14], 0.01), box([0, 0, 0], [0.042, 0.13, 0.14], 0.01)),
        [0, -0.06, 0.98],
      ),
    ),
    [x, 0, 0],
  );

export const stabiliser: ObjectModel = {
  parts: ({ colours: { main, second } }) => [
    solid(
      join(stabHousing(-0.95), stabHousing(0.95)),
      within(-1.3, -0.55, -0.01, 1.3, 0.55, 0.72),
      main,
      { cell: 0.018 },
    ),
    solid(join(stabStem(-0.95), stabStem(0.95)), within(-1.2, -0.3, 0.1, 1.2, 0.2, 1.16), second, {
      surface: GLOSS,
      cell: 0.016,
    }),
    solid(
      blend(
        0.03,
        rod([-0.95, 0.46, 0.2], [0.95, 0.46, 0.2], 0.042),
        rod([-0.95, 0.46, 0.2], [-0.95, -0.2, 0.24], 0.042),
        rod([0.95, 0.46, 0.2], [0.95, -0.2, 0.24], 0.042),
      ),
      within(-1.05, -0.3, 0.1, 1.05, 0.55, 0.34),
      '#d8b566',
      { surface: METAL, cell: 0.014 },
    ),
  ],
  eye: { pitch: 34, yaw: -24, target: [0, 0, 0.4], span: 3.3 },
};

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
};

export const knob: ObjectModel = {
  parts: ({ colours: { main, accent } }) => {
    const body = carve(
      0.02,
      blend(0.05, drum([0, 0, 0.56], 0.72, 0.56, 0.09), drum([0, 0, 0.1], 0.82, 0.1, 0.05)),
      around(box([0.8, 0, 0.6], [0.09, 0.022, 0.36], 0.01), 44),
    );
    const dished = carve(0.03, body, move(torus([0, 0, 0], 0.6, 0.02), [0, 0, 1.12]));
    return [
      solid(dished, within(-0.88, -0.88, -0.01, 0.88, 0.88, 1.16), main, {
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
  },
  eye: { pitch: 36, yaw: -24, target: [0, 0, 0.5], span: 2.9 },
};
