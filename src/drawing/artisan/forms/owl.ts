/** The owl: round, with eyes that shine. */
import {
  blend,
  ellipsoid,
  join,
  lean,
  mirror,
  move,
  ripple,
  rod,
  sphere,
  tip,
} from '../../solid/field.ts';
import { GLOSS, LAMP, MATT, SATIN, within } from '../../solid/part.ts';
import { band, piece, step, type Sculpt } from '../sculpt.ts';

export const owl: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  const rows = (x: number, z: number) => Math.sin(z * 30 + 2.2 * Math.cos(x * 24));
  const trunk = blend(
    0.14,
    ellipsoid([0, -0.04, 0.98], [0.6, 0.52, 0.55]),
    ellipsoid([0, -0.02, 1.34], [0.5, 0.42, 0.36]),
    mirror(rod([0.3, -0.04, 1.55], [0.43, -0.06, 1.84], 0.14, 0.03)),
  );
  const wings = ripple(
    mirror(move(lean(ellipsoid([0, 0, 0], [0.14, 0.38, 0.5]), 14), [0.5, -0.1, 0.96])),
    (_x, y, z) => 0.014 * Math.sin(z * 24 + 3 * Math.cos(y * 14)),
  );
  const disc = mirror(move(tip(ellipsoid([0, 0, 0], [0.27, 0.12, 0.27]), -8), [0.2, 0.31, 1.38]));
  return [
    piece(clay, trunk, within(-0.75, -0.65, 0.42, 0.75, 0.6, 1.92), body, {
      second: secondary,
      paint: (x, y, z) =>
        step(0.12, 0.2, y) *
        step(1.18, 1.08, z) *
        (0.45 + 0.55 * step(-0.1, 0.3, rows(x, z))) *
        band(0, 0.36, x, 0.05),
      speckle: clay.speckle,
    }),
    piece(clay, wings, within(-0.9, -0.55, 0.4, 0.9, 0.4, 1.5), body, {
      second: accent,
      paint: (_x, y, z) => step(0.15, 0.5, Math.sin(z * 24 + 3 * Math.cos(y * 14))) * 0.8,
      speckle: clay.speckle,
    }),
    piece(clay, disc, within(-0.55, 0.15, 1.05, 0.55, 0.5, 1.7), secondary, {
      surface: MATT,
      second: accent,
      paint: (x, _y, z) => band(0.25, 0.018, Math.hypot(Math.abs(x) - 0.2, z - 1.38)),
      cell: 0.016,
    }),
    piece(
      clay,
      mirror(sphere([0.2, 0.36, 1.39], 0.155)),
      within(-0.4, 0.15, 1.2, 0.4, 0.55, 1.6),
      glow,
      {
        surface: LAMP,
        second: '#15100c',
        paint: (x, _y, z) => 1 - step(0.082, 0.094, Math.hypot(Math.abs(x) - 0.19, z - 1.4)),
        cell: 0.013,
      },
    ),
    piece(
      clay,
      mirror(sphere([0.165, 0.51, 1.455], 0.024)),
      within(-0.25, 0.4, 1.4, 0.25, 0.6, 1.5),
      '#ffffff',
      { surface: LAMP, cell: 0.007 },
    ),
    piece(
      clay,
      rod([0, 0.42, 1.27], [0, 0.53, 1.13], 0.07, 0.022),
      within(-0.1, 0.33, 1.08, 0.1, 0.6, 1.36),
      accent,
      { surface: GLOSS, cell: 0.011 },
    ),
    piece(
      clay,
      mirror(
        join(
          ...[-0.09, 0, 0.09].map((x) =>
            rod([0.23 + x, 0.36, 0.56], [0.23 + x, 0.5, 0.52], 0.06, 0.05),
          ),
        ),
      ),
      within(-0.45, 0.25, 0.42, 0.45, 0.6, 0.66),
      accent,
      { surface: SATIN, cell: 0.014 },
    ),
  ];
};
