/** The nautilus: half of a shell that stands in sand and shows its chambers, and a pearl. */
import {
  blend,
  box,
  common,
  ellipsoid,
  join,
  ripple,
  sphere,
  type Field,
} from '../../solid/field.ts';
import { noise3 } from '../../solid/noise.ts';
import { PEARL, SATIN, within } from '../../solid/part.ts';
import { piece, posed, step, type Sculpt } from '../sculpt.ts';

const TURN = 2 * Math.PI;
/** The shell is three times as wide a turn later. */
const GROWTH = Math.log(3) / TURN;
const MOUTH = { angle: 1.25, radius: 0.84 };
const TURNS = 2.75;
/** Within this the chambers would be too small to cast. */
const HEART = 0.062;
/** How far the animal's own chamber reaches back from the mouth, and the angle between its walls. */
const LIVING = 2.2;
const CHAMBER = TURN / 13;

/** Outer wall of the whorl that passes `angle` (0 at the mouth, less further in). */
const wallAt = (angle: number): number => MOUTH.radius * Math.exp(GROWTH * angle);

/** The angles, counted from the mouth, at which the spiral passes the direction of a point. */
const passes = (x: number, z: number): readonly number[] => {
  const first = Math.atan2(z, x) - MOUTH.angle;
  const last = first > 0 ? first - TURN : first;
  return [last, last - TURN, last - 2 * TURN];
};

/** A whorl as a bent tube, `deep` times as deep as it is wide; its ends are round. */
function whorl(deep: number, share: number): Field {
  const ball = (angle: number, x: number, y: number, z: number) => {
    const [outer, a] = [wallAt(angle), angle + MOUTH.angle];
    const [middle, half] = [outer * (2 / 3), outer / 3];
    const inPlane = Math.hypot(x - Math.cos(a) * middle, z - Math.sin(a) * middle);
    return (Math.hypot(inPlane, y / deep) - half * share) * 0.8;
  };
  return (x, y, z) => {
    const [r, flat] = [Math.hypot(x, z), y / deep];
    let nearest = ball(0, x, y, z);
    for (const angle of passes(x, z)) {
      if (angle < -TURNS * TURN) continue;
      const outer = wallAt(angle);
      const d = (Math.hypot(r - outer * (2 / 3), flat) - (outer / 3) * share) * 0.8;
      if (d < nearest) nearest = d;
    }
    return nearest;
  };
}

/** How far a point of the cut lies from the nearest wall; less than 0 within one. */
function room(x: number, z: number): number {
  const r = Math.hypot(x, z);
  if (r < HEART) return -0.1;
  const [first = 0] = passes(x, z);
  // Beyond the mouth the last chamber stays open.
  const further = Math.ceil((Math.log(r / MOUTH.radius) / GROWTH - first) / TURN);
  const angle = first + further * TURN;
  const [outer, inner] = [wallAt(angle), wallAt(angle - TURN)];
  const wall = Math.min(outer - r, r - inner) - (0.012 + 0.026 * r);
  const across = (r - inner) / (outer - inner);
  const chamber = (angle + LIVING + 1.1 * across * (1 - across)) / CHAMBER;
  if (chamber > 0.5) return wall;
  const between = Math.abs(chamber - Math.round(chamber)) * CHAMBER * r;
  return Math.min(wall, between - (0.009 + 0.016 * r));
}

const outside = join(whorl(0.86, 1), sphere([0, 0, 0], HEART + 0.03));
/** The rim that it leaves is wider than two cells of the mesh, or it would fray. */
const hollow = whorl(0.66, 0.88);
const chambers: Field = (x, y, z) => Math.max(hollow(x, y, z), -room(x, z) * 0.8);
/** The greater of two, with an edge as round as a wall so far from the heart can bear: sharp ones glitter. */
const eased = (a: number, b: number, round: number): number =>
  Math.max(a, b) + Math.max(round - Math.abs(a - b), 0) ** 2 / (4 * round);
const cut: Field = (x, y, z) => eased(outside(x, y, z), y, 0.001 + 0.03 * Math.hypot(x, z));
const shell: Field = (x, y, z) =>
  eased(cut(x, y, z), -chambers(x, y, z), 0.001 + 0.018 * Math.hypot(x, z));

/** The bed of sand: it swells in the middle, ends in steep sides and is heaped round the shell. */
const sand = ripple(
  blend(
    0.12,
    common(
      0.1,
      box([0, -0.02, 0.5], [0.76, 0.76, 0.24], 0.16),
      ellipsoid([0, 0, 0.36], [1.2, 1.18, 0.34]),
    ),
    ellipsoid([0.02, -0.2, 0.64], [0.6, 0.32, 0.16]),
  ),
  (x, y) =>
    0.012 *
    Math.sin(y * 26 + 3 * Math.sin(x * 5)) *
    step(0.72, 0.56, Math.max(Math.abs(x), Math.abs(y))),
);

export const nautilus: Sculpt = (clay) => {
  const { body, secondary, accent, glow } = clay.palette;
  const stripes: Field = (x, y, z) => {
    const [angle = 0] = passes(x, z);
    const wave = Math.sin(angle * 11 + 5 * y + 0.7 * noise3(x * 5, y * 5, z * 5, clay.seed));
    return step(0.1, 0.35, wave) * step(-0.08, -0.15, y);
  };
  // Told by where a point lies in the cut, not by how deep: at an edge the mesh is not so exact.
  const inside: Field = (x, y, z) =>
    step(0.008, 0.015, Math.min(room(x, z), -hollow(x, 0, z))) *
    step(-0.006, -0.014, outside(x, y, z));
  const whole = within(-0.9, -0.6, 0.4, 1.05, 0.5, 2.2);
  const pose = { at: [-0.04, 0.02, 1.26], tip: -14, spin: 0 } as const;
  return [
    posed(
      piece(clay, shell, whole, body, {
        second: accent,
        paint: (x, y, z) => Math.max(inside(x, y, z), 0.8 * stripes(x, y, z)),
        speckle: clay.speckle,
        cell: 0.0135,
      }),
      pose,
      whole,
    ),
    piece(clay, sand, within(-0.86, -0.86, 0.26, 0.86, 0.86, 0.9), secondary, {
      surface: SATIN,
      speckle: 0.3,
    }),
    piece(
      clay,
      join(sphere([-0.42, 0.46, 0.74], 0.105), sphere([-0.2, 0.58, 0.7], 0.055)),
      within(-0.56, 0.3, 0.58, -0.1, 0.68, 0.88),
      glow,
      { surface: PEARL, cell: 0.014 },
    ),
  ];
};
