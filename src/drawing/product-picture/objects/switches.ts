/** Models of switches, whole and apart. */
import { blend, box, carve, drum, join, mirror, move, rod, type Field } from '../../solid/field.ts';
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
