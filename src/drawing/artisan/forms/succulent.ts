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
import { GLOSS, SATIN, within, type Bounds } from '../../solid/part.ts';
import { piece, posedParts, step, type Sculpt } from '../sculpt.ts';

/** As wide as 1 at its middle, narrow where it grows, and a point at its end. */
const outline = (t: number): number =>
  t < 0.5 ? 0.45 + 0.55 * Math.sin(Math.PI * t) : 1 - (2 * t - 1) ** 1.6;

/** A ring of leaves: how long and wide each is, how steep, and where it grows. */
type Ring = {
  readonly count: number;
  readonly phase: number;
  readonly leaf: readonly [
    length: number,
    width: number,
    rise: number,
    out: number,
    height: number,
  ];
};

/** Points outwards and up: thick, its edges and its point bent up. */
function leafOf([length, width, rise, out, height]: Ring['leaf']): Field {
  const flat: Field = (x, y, z) => {
    const along = Math.min(Math.max(x, 0), length * 0.975);
    const t = along / length;
    const across = width * outline(t);
    const thick = 0.085 * outline(t) ** 0.6;
    const level = z - 0.07 * t ** 3 - 0.5 * Math.min(Math.abs(y), across) ** 2;
    const [py, pz] = [y / across, level / thick];
    const near = Math.hypot(py, pz);
    const slope = Math.hypot(py / across, pz / thick);
    const off = slope < 1e-9 ? -thick : (near * (near - 1)) / slope;
    return 0.75 * (x === along ? off : Math.hypot(Math.max(off, 0), x - along));
  };
  return move(lean(flat, -rise), [out, 0, height]);
}

/** The least box round a ring. */
function boundsOf({ leaf: [length, , rise, out, height] }: Ring): Bounds {
  const angle = (rise * Math.PI) / 180;
  const reach = out + length * Math.cos(angle) + 0.04;
  return within(-reach, -reach, 0.58, reach, reach, height + length * Math.sin(angle) + 0.14);
}

/** Every other leaf of a ring by itself: where two that touch are one mesh, the seam frays. */
const halves = (ring: Ring) =>
  [0, 1].map((n) => ({
    field: around(leafOf(ring.leaf), ring.count / 2, ring.phase + (n * 2 * Math.PI) / ring.count),
    bounds: boundsOf(ring),
  }));

export const succulent: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  // A second kind has more leaves, narrow and pointed, and flowers on the other side.
  const isNarrow = clay.seed % 2 === 0;
  const rings: readonly Ring[] = isNarrow
    ? [
        { count: 14, phase: 0, leaf: [0.8, 0.135, 16, 0.14, 0.68] },
        { count: 12, phase: 0.25, leaf: [0.72, 0.125, 34, 0.1, 0.72] },
        { count: 10, phase: 0.1, leaf: [0.64, 0.11, 52, 0.08, 0.76] },
        { count: 6, phase: 0.5, leaf: [0.54, 0.095, 70, 0.05, 0.8] },
      ]
    : [
        { count: 10, phase: 0, leaf: [0.8, 0.27, 12, 0.14, 0.68] },
        { count: 8, phase: 0.35, leaf: [0.66, 0.24, 30, 0.1, 0.74] },
        { count: 8, phase: 0.1, leaf: [0.56, 0.2, 48, 0.08, 0.8] },
        { count: 6, phase: 0.5, leaf: [0.45, 0.16, 64, 0.06, 0.86] },
        { count: 4, phase: 0.2, leaf: [0.34, 0.12, 76, 0.04, 0.92] },
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
    ...rings.flatMap(halves).map(({ field, bounds }) =>
      piece(clay, field, bounds, body, {
        second: accent,
        paint: tipped,
        speckle: clay.speckle,
        surface: clay.surface,
        cell: 0.019,
      }),
    ),
    piece(clay, pot, within(-0.78, -0.78, 0.45, 0.78, 0.78, 0.8), secondary, { surface: SATIN }),
    piece(clay, flower, within(0.05, -0.65, 0.75, 0.6, -0.2, 1.82), glow, {
      surface: GLOSS,
      cell: 0.013,
    }),
  ];
  return isNarrow ? posedParts(parts, { at: [0, 0, 0], spin: -70 }) : parts;
};
