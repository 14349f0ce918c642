/** Nearer caps hide those behind them, so they are drawn later. */
import type { Point } from './camera.ts';
import type { Outline } from './outline.ts';
import { keyCorners, type PreparedBoard } from './prepare-board.ts';

const SQUARE: Outline = [
  [1, 0],
  [0, 1],
];

type Standing = {
  readonly index: number;
  readonly corners: Outline;
  /** The directions in which its sides face. */
  readonly axes: Outline;
  readonly near: number;
};

/** A smaller overlap counts as apart: an ISO enter leaves free that much of its box. */
const NOTCH = 0.3;

function reach(corners: Outline, [nx, ny]: Point): { from: number; to: number } {
  let [from, to] = [Infinity, -Infinity];
  for (const [x, y] of corners) {
    const at = x * nx + y * ny;
    if (at < from) from = at;
    if (at > to) to = at;
  }
  return { from, to };
}

/** Above 0 if `b` stands before `a`: on the eye's side of every line that parts them; 0 if lines disagree. */
function before(a: Standing, b: Standing, eye: Point): number {
  const axes = a.axes === b.axes ? a.axes : [...a.axes, ...b.axes];
  let [verdict, isApart] = [0, false];
  let [widest, fallback] = [-NOTCH, 0];
  for (const axis of axes) {
    const [one, other] = [reach(a.corners, axis), reach(b.corners, axis)];
    const isOrdered = one.from + one.to < other.from + other.to;
    const [low, high] = isOrdered ? [one.to, other.from] : [other.to, one.from];
    const isEyeHigh = eye[0] * axis[0] + eye[1] * axis[1] > (low + high) / 2;
    const sign = isEyeHigh === isOrdered ? 1 : -1;
    if (high - low > -1e-6) {
      // A line on each side: neither can hide the other.
      if (isApart && verdict !== sign) return 0;
      [verdict, isApart] = [sign, true];
    } else if (high - low > widest) [widest, fallback] = [high - low, sign];
  }
  return isApart ? verdict : fallback;
}

function standing({ layout, camera }: PreparedBoard): Standing[] {
  return layout.keys.map((key, index) => {
    const corners = keyCorners(key);
    const [x, y] = [0, 1].map(
      (axis) => corners.reduce((sum, corner) => sum + (corner[axis] ?? 0), 0) / corners.length,
    );
    const angle = (key.rotation * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const axes: Outline =
      key.rotation === 0
        ? SQUARE
        : [
            [cos, sin],
            [-sin, cos],
          ];
    return { index, corners, axes, near: camera.nearness(x ?? 0, y ?? 0) };
  });
}

/** A long cap's middle may lie farther off than a small one behind it, so each pair is compared. */
export function keysFarToNear(board: PreparedBoard): number[] {
  if (board.camera.flat) return board.layout.keys.map((_, index) => index);
  const keys = standing(board).toSorted((a, b) => a.near - b.near || a.index - b.index);
  const { eye } = board.camera;
  const hides = keys.map((): number[] => []);
  const waits = keys.map(() => 0);
  for (const [n, a] of keys.entries())
    for (let m = n + 1; m < keys.length; m += 1) {
      const b = keys[m];
      const sign = b === undefined ? 0 : before(a, b, eye);
      if (sign === 0) continue;
      const [first, later] = sign > 0 ? [n, m] : [m, n];
      hides[first]?.push(later);
      waits[later] = (waits[later] ?? 0) + 1;
    }
  const order: number[] = [];
  const left = new Set(keys.keys());
  while (left.size > 0) {
    // Keys that lie in one another can wait in a ring: then the farthest goes first.
    let next: number | undefined;
    for (const n of left) {
      next ??= n;
      if (waits[n] !== 0) continue;
      next = n;
      break;
    }
    if (next === undefined) break;
    left.delete(next);
    order.push(keys[next]?.index ?? next);
    for (const later of hides[next] ?? []) waits[later] = (waits[later] ?? 0) - 1;
  }
  return order;
}
