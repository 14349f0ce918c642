/** The crater: a small moon with crystals in its greatest hollow. */
import {
  blend,
  carve,
  join,
  lean,
  move,
  ripple,
  sphere,
  spin,
  tip,
  type Field,
} from '../../solid/field.ts';
import { cloud, noise3 } from '../../solid/noise.ts';
import { LAMP, MATT, within } from '../../solid/part.ts';
import { piece, step, type Sculpt } from '../sculpt.ts';

const HOLES = [
  [-0.12, 0.5, 0.75, 0.34],
  [0.52, 0.12, 0.7, 0.2],
  [-0.56, 0.0, 0.6, 0.22],
  [0.1, -0.2, 0.9, 0.26],
  [-0.3, -0.5, 0.7, 0.2],
  [0.46, 0.58, 0.36, 0.17],
  [-0.56, 0.5, 0.3, 0.15],
  [0.36, 0.3, 0.72, 0.1],
  [-0.3, 0.06, 0.86, 0.11],
  [0.5, -0.46, 0.6, 0.17],
  [0.12, 0.76, 0.3, 0.12],
  [0.74, 0.36, 0.3, 0.1],
] as const;

const RADIUS = 0.84;
const MIDDLE = 0.48;
/** Where each hollow lies on the ball, and how wide it is. */
const hollows = HOLES.map(([x, y, z, r]) => {
  const k = RADIUS / Math.hypot(x, y, z);
  return [x * k, y * k, z * k, r] as const;
});
const onBall = (n: number, out: number, size: number): Field => {
  const [x, y, z, r] = hollows[n] ?? [0, 0, 0, 0];
  return sphere([x * out, y * out, MIDDLE + z * out], r * size);
};
const regolith = carve(
  0.045,
  blend(0.07, sphere([0, 0, MIDDLE], RADIUS), ...HOLES.map((_, n) => onBall(n, 0.93, 1.06))),
  join(...HOLES.map((_, n) => onBall(n, 1.06, 0.92))),
);

/** A six-sided crystal with a point, standing on the floor of the great hollow. */
const gem = (aside: number, forward: number, length: number, width: number): Field => {
  const prism: Field = (x, y, z) => {
    let side = -1;
    for (let n = 0; n < 3; n += 1) {
      const [c, s] = [Math.cos((n * Math.PI) / 3), Math.sin((n * Math.PI) / 3)];
      side = Math.max(side, Math.abs(x * c + y * s));
    }
    const taper = Math.max(0, z - length * 0.62) * 0.8;
    return Math.max((side - width) * 0.95, (side + taper - width) * 0.72, -0.1 - z);
  };
  const [x, y, z] = hollows[0] ?? [0, 0, 0];
  return move(lean(tip(spin(prism, 17), forward), aside), [x * 0.86, y * 0.82, MIDDLE + z * 0.74]);
};
const GEMS = [
  [0, 12, 0.86, 0.11],
  [-24, 14, 0.62, 0.085],
  [26, 16, 0.66, 0.088],
  [-46, 18, 0.42, 0.065],
  [48, 20, 0.44, 0.066],
  [10, 40, 0.48, 0.07],
  [-14, 44, 0.42, 0.062],
] as const;

export const crater: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  const ground = ripple(
    regolith,
    (x, y, z) =>
      0.014 * cloud(x * 6, y * 6, z * 6, clay.seed) +
      0.006 * noise3(x * 20, y * 20, z * 20, clay.seed),
  );
  const gems = join(
    ...GEMS.map(([aside, forward, length, width]) => gem(aside, forward, length, width)),
  );
  return [
    piece(clay, ground, within(-0.98, -0.98, 0.42, 0.98, 0.98, 1.4), body, {
      second: secondary,
      paint: (x, y, z) => step(-0.05, 0.2, cloud(x * 2.4, y * 2.4, z * 2.4, clay.seed + 3)),
      surface: clay.surface.clear > 0.5 ? clay.surface : MATT,
      speckle: clay.speckle,
      cell: 0.021,
    }),
    piece(clay, gems, within(-0.8, -0.2, 0.75, 0.7, 1.2, 1.95), glow, {
      surface: { ...LAMP, gloss: 1, glow: 0.3, clear: 0.9 },
      second: accent,
      paint: (_x, y, z) => step(1.35, 0.95, z - 0.3 * (y - 0.4)),
      cell: 0.014,
    }),
  ];
};
