/** Letters as paint on the caps of models. */
import { glyphOf } from '../../board/glyphs.ts';
import { step } from '../../artisan/sculpt.ts';

type Point = readonly [x: number, y: number];
type Stroke = readonly [x0: number, y0: number, x1: number, y1: number];

/** Straight pieces of a bend: so many that none is seen, however near a cap is. */
const BENDS = 12;
const pieces = (at: (t: number) => Point): Point[] =>
  Array.from({ length: BENDS }, (_, n) => at((n + 1) / BENDS));

function curve([x0, y0]: Point, [a, b, c, d, x1, y1]: readonly number[]): Point[] {
  const along = (t: number, from = 0, p = 0, q = 0, to = 0) =>
    (1 - t) ** 3 * from + 3 * t * (1 - t) ** 2 * p + 3 * t * t * (1 - t) * q + t ** 3 * to;
  return pieces((t) => [along(t, x0, a, c, x1), along(t, y0, b, d, y1)]);
}

/** As SVG's arc, without its turn. */
function arc(from: Point, [rx = 1, ry = 1, , large, sweep, x = 0, y = 0]: readonly number[]) {
  // In a space where the ellipse is a circle of radius 1.
  const [ax, ay, bx, by] = [from[0] / rx, from[1] / ry, x / rx, y / ry];
  const half = Math.hypot(bx - ax, by - ay) / 2 || 1e-6;
  const off = Math.sqrt(Math.max(1 - half * half, 0)) * (large === sweep ? -1 : 1);
  const [ux, uy] = [(bx - ax) / (2 * half), (by - ay) / (2 * half)];
  const [cx, cy] = [(ax + bx) / 2 - uy * off, (ay + by) / 2 + ux * off];
  const radius = Math.max(half, 1);
  const begin = Math.atan2(ay - cy, ax - cx);
  const turn = Math.atan2(by - cy, bx - cx) - begin;
  const round = 2 * Math.PI;
  const wanted =
    sweep === 1 ? ((turn % round) + round) % round : -((-turn % round) + round) % round;
  return pieces((t) => [
    (cx + radius * Math.cos(begin + wanted * t)) * rx,
    (cy + radius * Math.sin(begin + wanted * t)) * ry,
  ]);
}

/** Where a command of a path leads to from a point, bends in pieces. */
function pointsOf(kind: string, numbers: readonly number[], from: Point, start: Point): Point[] {
  const [a = 0, b = 0] = numbers;
  switch (kind) {
    case 'H':
      return [[a, from[1]]];
    case 'V':
      return [[from[0], a]];
    case 'A':
      return arc(from, numbers);
    case 'C':
      return curve(from, numbers);
    case 'Z':
      return [start];
    default:
      return [[a, b]];
  }
}

/** A letter's strokes about its middle, 1 high. */
export function strokesOf(letter: string): Stroke[] {
  const [width, path] = glyphOf(letter) ?? [0, ''];
  const strokes: Stroke[] = [];
  const at = ([x, y]: Point): Point => [(x - width / 2) / 10, (y - 5) / 10];
  let [from, start]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ];
  for (const [, kind = '', text = ''] of path.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const numbers = text.trim().split(/\s+/).map(Number);
    for (const to of pointsOf(kind, numbers, from, start)) {
      if (kind === 'M') start = to;
      else strokes.push([...at(from), ...at(to)]);
      from = to;
    }
  }
  return strokes;
}

/** No letter reaches further from its middle. */
const LETTER_REACH = 0.9;

/** 1 on the letter, 0 beside it. */
export function inkOf(strokes: readonly Stroke[], x: number, y: number): number {
  if (Math.abs(x) > LETTER_REACH || Math.abs(y) > LETTER_REACH) return 0;
  let nearest = Infinity;
  for (const [x0, y0, x1, y1] of strokes) {
    const [dx, dy, px, py] = [x1 - x0, y1 - y0, x - x0, y - y0];
    const t = Math.min(Math.max((px * dx + py * dy) / (dx * dx + dy * dy || 1), 0), 1);
    // Squared: this is asked for every point of a cap.
    nearest = Math.min(nearest, (px - dx * t) ** 2 + (py - dy * t) ** 2);
  }
  return step(0.095, 0.065, Math.sqrt(nearest));
}
