/** The fox: asleep in its own ruff. */
import {
  blend,
  carve,
  common,
  box,
  ellipsoid,
  lean,
  mirror,
  move,
  ripple,
  rod,
  tip,
  torus,
} from '../../solid/field.ts';
import { fur } from '../fur.ts';
import { GLOSS, MATT, SATIN, within } from '../../solid/part.ts';
import { piece, posedParts, seenOn, step, type Sculpt } from '../sculpt.ts';

export const fox: Sculpt = (clay) => {
  const { body, secondary, accent } = clay.palette;
  const skull = blend(
    0.16,
    ellipsoid([0, -0.02, 0.98], [0.56, 0.46, 0.42]),
    mirror(ellipsoid([0.4, 0.14, 0.8], [0.28, 0.24, 0.2])),
    rod([0, 0.3, 0.83], [0, 0.66, 0.76], 0.23, 0.09),
  );
  const ear = mirror(
    common(
      0.05,
      move(lean(ellipsoid([0, 0, 0], [0.24, 0.13, 0.46]), 18), [0.36, -0.1, 1.36]),
      box([0.5, -0.1, 1.6], [0.6, 0.6, 0.6], 0.1),
    ),
  );
  const inner = mirror(move(lean(ellipsoid([0, 0, 0], [0.14, 0.06, 0.3]), 18), [0.37, 0.0, 1.36]));
  const ruff = ripple(
    blend(
      0.12,
      mirror(ellipsoid([0.45, 0.06, 0.68], [0.32, 0.34, 0.2])),
      ellipsoid([0, 0.05, 0.6], [0.6, 0.55, 0.22]),
    ),
    fur(clay.seed, 0.02),
  );
  const mask = (x: number, y: number, z: number) =>
    step(0.0, 0.05, 0.82 + 0.2 * Math.sin(Math.abs(x) * 5) - z) * step(-0.05, 0.06, y);
  const closed = mirror(
    carve(0.01, torus([0.27, 0, 0], 0.12, 0.034), box([0.27, -0.5, 0], [0.4, 0.5, 0.2], 0)),
  );
  const parts = [
    piece(clay, skull, within(-0.75, -0.6, 0.5, 0.75, 0.85, 1.45), body, {
      second: secondary,
      paint: mask,
      speckle: clay.speckle,
    }),
    piece(clay, ear, within(-0.8, -0.35, 0.95, 0.8, 0.15, 1.9), body, {
      second: accent,
      paint: (_x, _y, z) => step(1.52, 1.58, z),
      speckle: clay.speckle,
    }),
    piece(clay, inner, within(-0.65, -0.2, 1.02, 0.65, 0.15, 1.68), secondary, {
      surface: MATT,
      cell: 0.018,
    }),
    piece(clay, ruff, within(-0.85, -0.6, 0.38, 0.85, 0.7, 0.95), secondary, { surface: MATT }),
    piece(
      clay,
      ellipsoid([0, 0.75, 0.82], [0.085, 0.06, 0.06]),
      within(-0.12, 0.65, 0.72, 0.12, 0.85, 0.92),
      accent,
      { surface: GLOSS, cell: 0.011 },
    ),
    piece(
      clay,
      move(tip(closed, 56), [0, 0.37, 1.17]),
      within(-0.5, 0.2, 0.9, 0.5, 0.65, 1.4),
      seenOn(body, accent),
      { surface: SATIN, cell: 0.011 },
    ),
  ];
  // A second one turns its nose to the other side.
  return clay.seed % 2 === 1 ? parts : posedParts(parts, { at: [0.02, 0, 0], spin: 46 });
};
