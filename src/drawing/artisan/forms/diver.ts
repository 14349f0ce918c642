/** The diver: a brass helmet with glass that glows. */
import {
  around,
  blend,
  carve,
  drum,
  ellipsoid,
  join,
  lean,
  mirror,
  move,
  rod,
  sphere,
  tip,
  torus,
  type Field,
} from '../../solid/field.ts';
import { shadesOf } from '../../board/tone.ts';
import { cloud } from '../../solid/noise.ts';
import { GLOSS, METAL, within } from '../../solid/part.ts';
import { piece, step, type Sculpt } from '../sculpt.ts';

export const diver: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  // Outwards is downwards before a pane is set upright.
  const front = (y: number, z: number) => (field: Field) => move(tip(field, -78), [0, y, z]);
  const pane = front(0.5, 1.16);
  const side = mirror(move(lean(torus([0, 0, 0], 0.17, 0.055), 74), [0.56, 0.1, 1.2]));
  const dome = carve(
    0.03,
    sphere([0, 0, 1.16], 0.6),
    move(tip(drum([0, 0, 0], 0.29, 0.3, 0.02), -78), [0, 0.62, 1.16]),
  );
  const rivets = move(around(sphere([0.68, 0, 0], 0.05), 12, 0.13), [0, 0, 0.66]);
  const collar = blend(
    0.05,
    drum([0, 0, 0.62], 0.72, 0.07, 0.05),
    drum([0, 0, 0.75], 0.56, 0.1, 0.03),
  );
  const bars = join(
    pane(rod([-0.3, 0, -0.085], [0.3, 0, -0.085], 0.024)),
    pane(rod([0, -0.3, -0.085], [0, 0.3, -0.085], 0.024)),
  );
  const bolts = pane(around(sphere([0.33, 0, -0.085], 0.036), 8, 0.39));
  const valve = join(
    rod([0.42, -0.42, 1.4], [0.62, -0.62, 1.5], 0.1, 0.09),
    rod([0, 0, 1.72], [0, 0, 1.86], 0.1, 0.085),
    torus([0, 0, 1.9], 0.08, 0.035),
  );
  const shine = clay.surface.clear > 0.5 ? clay.surface : METAL;
  return [
    piece(clay, dome, within(-0.65, -0.65, 0.55, 0.65, 0.65, 1.8), body, {
      surface: shine,
      speckle: clay.speckle,
      second: accent,
      paint: (x, _y, z) =>
        0.5 * step(0.1, 0.5, cloud(x * 3, z * 3, 1, clay.seed)) * step(1.2, 0.7, z),
    }),
    piece(clay, collar, within(-0.78, -0.78, 0.5, 0.78, 0.78, 0.92), secondary, { surface: shine }),
    piece(
      clay,
      join(pane(torus([0, 0, 0], 0.32, 0.085)), side),
      within(-0.8, -0.2, 0.7, 0.8, 0.75, 1.65),
      secondary,
      { surface: METAL, cell: 0.017 },
    ),
    piece(clay, join(rivets, bolts), within(-0.78, -0.78, 0.6, 0.78, 0.8, 1.62), accent, {
      surface: METAL,
      cell: 0.014,
    }),
    piece(clay, join(bars, valve), within(-0.5, -0.8, 0.8, 0.8, 0.75, 2.02), accent, {
      surface: METAL,
      cell: 0.015,
    }),
    piece(
      clay,
      join(pane(ellipsoid([0, 0, 0], [0.3, 0.3, 0.08])), mirror(sphere([0.5, 0.09, 1.2], 0.16))),
      within(-0.7, -0.1, 0.8, 0.7, 0.65, 1.5),
      glow,
      {
        surface: { ...GLOSS, glow: 0.25 },
        second: shadesOf(glow)(-0.75),
        paint: (x, y, z) =>
          y > 0.4
            ? step(0.06, 0.3, Math.hypot(x, z - 1.16))
            : step(0.03, 0.14, Math.hypot(y - 0.09, z - 1.2)),
        cell: 0.017,
      },
    ),
  ];
};
