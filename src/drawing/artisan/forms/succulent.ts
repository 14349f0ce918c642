/** The succulent: a rosette of leaves in a pot. */
import {
  around,
  blend,
  carve,
  drum,
  ellipsoid,
  join,
  lean,
  move,
  rod,
  sphere,
  tip,
  torus,
  type Field,
} from '../../solid/field.ts';
import { noise3 } from '../../solid/noise.ts';
import { GLOSS, SATIN, within } from '../../solid/part.ts';
import { piece, posedParts, step, type Sculpt } from '../sculpt.ts';

/** A leaf that points outwards and up, keeled below. */
const leaf = (length: number, width: number, rise: number, out: number, height: number): Field =>
  move(
    lean(
      blend(
        0.05,
        ellipsoid([length * 0.5, 0, 0], [length * 0.52, width, 0.09]),
        rod([length * 0.3, 0, -0.01], [length * 1.06, 0, 0.04], width * 0.62, 0.012),
      ),
      -rise,
    ),
    [out, 0, height],
  );

export const succulent: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  // A second kind has more leaves, narrow and pointed, and flowers on the other side.
  const isNarrow = clay.seed % 2 === 0;
  const rings = isNarrow
    ? [
        { count: 13, phase: 0, leaf: leaf(0.66, 0.12, 20, 0.2, 0.66) },
        { count: 12, phase: 0.25, leaf: leaf(0.62, 0.11, 40, 0.14, 0.72) },
        { count: 9, phase: 0.1, leaf: leaf(0.56, 0.1, 58, 0.1, 0.78) },
        { count: 6, phase: 0.5, leaf: leaf(0.48, 0.085, 72, 0.06, 0.82) },
      ]
    : [
        { count: 9, phase: 0, leaf: leaf(0.64, 0.24, 14, 0.2, 0.66) },
        { count: 8, phase: 0.35, leaf: leaf(0.58, 0.22, 34, 0.14, 0.74) },
        { count: 7, phase: 0.1, leaf: leaf(0.5, 0.19, 52, 0.1, 0.82) },
        { count: 5, phase: 0.5, leaf: leaf(0.4, 0.15, 68, 0.07, 0.9) },
        { count: 3, phase: 0.2, leaf: leaf(0.3, 0.11, 80, 0.04, 0.96) },
      ];
  const tipped = (x: number, y: number, z: number) =>
    step(
      0.46,
      0.86,
      Math.hypot(x, y) * 0.86 +
        Math.max(0, z - 0.86) * 0.62 +
        0.06 * noise3(x * 8, y * 8, z * 8, clay.seed),
    );
  const pot = carve(
    0.04,
    blend(0.04, drum([0, 0, 0.6], 0.7, 0.14, 0.06), torus([0, 0, 0.7], 0.68, 0.06)),
    drum([0, 0, 0.8], 0.6, 0.14, 0.02),
  );
  const flower = join(
    rod([0.2, -0.3, 0.8], [0.3, -0.44, 1.62], 0.028, 0.02),
    ...[
      [0.3, -0.44, 1.66],
      [0.2, -0.42, 1.55],
      [0.38, -0.48, 1.5],
    ].map(([x = 0, y = 0, z = 0]) =>
      move(
        tip(
          join(
            around(ellipsoid([0.06, 0, 0.03], [0.075, 0.04, 0.03]), 5),
            sphere([0, 0, 0.02], 0.045),
          ),
          24,
        ),
        [x, y, z],
      ),
    ),
  );
  const parts = [
    piece(
      clay,
      join(...rings.map((r) => around(r.leaf, r.count, r.phase))),
      within(-0.96, -0.96, 0.5, 0.96, 0.96, 1.5),
      body,
      { second: accent, paint: tipped, speckle: clay.speckle, surface: clay.surface, cell: 0.02 },
    ),
    piece(clay, pot, within(-0.78, -0.78, 0.45, 0.78, 0.78, 0.8), secondary, { surface: SATIN }),
    piece(clay, flower, within(0.05, -0.65, 0.75, 0.6, -0.2, 1.82), glow, {
      surface: GLOSS,
      cell: 0.013,
    }),
  ];
  return isNarrow ? posedParts(parts, { at: [0, 0, 0], spin: -70 }) : parts;
};
