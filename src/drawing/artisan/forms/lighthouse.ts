/** The lighthouse: a striped tower on a rock in the sea. */
import {
  around,
  blend,
  box,
  carve,
  common,
  cone,
  drum,
  ellipsoid,
  join,
  move,
  ripple,
  rod,
  sphere,
  torus,
  type Field,
} from '../../solid/field.ts';
import { shadesOf } from '../../board/tone.ts';
import { cloud, noise3 } from '../../solid/noise.ts';
import { LAMP, RESIN, SATIN, within, type Paint } from '../../solid/part.ts';
import { DECK } from '../cap-base.ts';
import { band, piece, posedParts, step, type Sculpt } from '../sculpt.ts';

export const lighthouse: Sculpt = (clay) => {
  const { body, secondary, accent, glow, base } = clay.palette;
  const [tx, ty] = [0.1, -0.12];
  const tower = blend(
    0.06,
    cone([tx, ty], 0.5, 1.72, 0.31, 0.2),
    drum([tx, ty, 0.78], 0.34, 0.06, 0.03),
  );
  const rocks = ripple(
    blend(
      0.12,
      ellipsoid([0.06, -0.1, 0.5], [0.58, 0.55, 0.36]),
      ellipsoid([-0.36, 0.3, 0.5], [0.28, 0.24, 0.22]),
      ellipsoid([0.5, 0.26, 0.5], [0.24, 0.22, 0.16]),
    ),
    (x, y, z) => 0.06 * cloud(x * 4, y * 4, z * 4, clay.seed),
  );
  const sea = ripple(
    box([0, -0.02, DECK + 0.02], [0.78, 0.78, 0.12], 0.1),
    (x, y) => 0.03 * Math.sin(x * 9 + 2.5 * Math.sin(y * 5)) * Math.cos(y * 8 + x * 2),
  );
  const gallery = join(
    drum([tx, ty, 1.74], 0.3, 0.035, 0.02),
    move(around(rod([0.28, 0, 0], [0.28, 0, 0.12], 0.012), 14), [tx, ty, 1.76]),
    torus([tx, ty, 1.89], 0.28, 0.014),
  );
  const roof = join(
    cone([tx, ty], 2.04, 2.24, 0.22, 0.03),
    sphere([tx, ty, 2.26], 0.045),
    drum([tx, ty, 2.04], 0.225, 0.02, 0.015),
  );
  const door = box([tx, ty + 0.3, 0.9], [0.07, 0.06, 0.12], 0.05);
  const windows = join(
    sphere([tx - 0.02, ty + 0.25, 1.25], 0.045),
    sphere([tx + 0.02, ty + 0.22, 1.52], 0.04),
  );
  // As sailors tell one from another by day: a stripe that winds up, or one broad band.
  const dayMark: Paint =
    clay.seed % 2 === 1
      ? (x, y, z) => step(-0.06, 0.06, Math.sin(z * 12.5 + Math.atan2(y - ty, x - tx)))
      : (_x, _y, z) => band(1.24, 0.2, z);
  const lens = (radius: number, z: number): Field =>
    common(0.01, drum([0, -0.26, z], radius, 0.08, 0.015), drum([0, 0.26, z], radius, 0.08, 0.015));
  const hull = carve(0.01, lens(0.42, 0.07), lens(0.375, 0.17));
  // Upright along the mast, sloping to the stern.
  const sail: Field = (x, y, z) =>
    Math.max(
      Math.abs(y) - 0.014,
      0.03 - x,
      0.24 - z,
      (x - 0.03) * 0.88 + (z - 0.24) * 0.42 - 0.22,
    ) * 0.9;
  const boat = [
    piece(clay, hull, within(-0.36, -0.2, -0.04, 0.36, 0.2, 0.18), body, {
      surface: SATIN,
      cell: 0.012,
    }),
    piece(
      clay,
      rod([0, 0, 0.02], [0, 0, 0.82], 0.016, 0.014),
      within(-0.03, -0.03, 0, 0.03, 0.03, 0.86),
      accent,
      {
        surface: SATIN,
        cell: 0.009,
      },
    ),
    piece(clay, sail, within(0.01, -0.03, 0.22, 0.32, 0.03, 0.8), secondary, {
      surface: SATIN,
      cell: 0.009,
    }),
  ];
  return [
    // A boat comes to the one with the broad band.
    ...(clay.seed % 2 === 1 ? [] : posedParts(boat, { at: [-0.44, 0.58, 0.6], spin: -18 })),
    piece(clay, tower, within(tx - 0.4, ty - 0.4, 0.5, tx + 0.4, ty + 0.4, 1.78), body, {
      second: secondary,
      paint: dayMark,
      surface: SATIN,
      cell: 0.02,
    }),
    piece(clay, rocks, within(-0.75, -0.75, 0.4, 0.8, 0.65, 0.98), accent, {
      surface: SATIN,
      speckle: 0.2,
      cell: 0.02,
    }),
    piece(clay, sea, within(-0.85, -0.85, 0.4, 0.85, 0.82, 0.74), shadesOf(base)(0.25), {
      surface: clay.surface.clear > 0.5 ? clay.surface : RESIN,
      speckle: clay.speckle,
      second: '#ffffff',
      paint: (x, y, z) =>
        0.7 * step(0.655, 0.675, z) +
        0.55 *
          band(
            0.66,
            0.035,
            Math.hypot(x - 0.06, (y + 0.1) * 1.05) + 0.05 * noise3(x * 6, y * 6, 1, clay.seed),
          ),
    }),
    piece(
      clay,
      join(gallery, roof, door),
      within(tx - 0.4, ty - 0.4, 0.7, tx + 0.4, ty + 0.42, 2.32),
      accent,
      { surface: SATIN, cell: 0.015 },
    ),
    piece(
      clay,
      join(drum([tx, ty, 1.91], 0.15, 0.13, 0.04), windows),
      within(tx - 0.25, ty - 0.25, 1.15, tx + 0.25, ty + 0.35, 2.06),
      glow,
      { surface: { ...LAMP, glow: 1 }, cell: 0.015 },
    ),
  ];
};
