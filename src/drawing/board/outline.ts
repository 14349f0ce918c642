/** Outlines run clockwise as seen from above (y downwards), without a repeated last point. */
import type { LayoutKey } from '../keyboard-layouts/keyboard-layout.ts';
import type { Point } from './camera.ts';

export type Outline = readonly Point[];
/** How far each side moves inwards; negative moves outwards. */
export type Insets = {
  readonly north: number;
  readonly east: number;
  readonly south: number;
  readonly west: number;
};

export const evenInsets = (by: number): Insets => ({ north: by, east: by, south: by, west: by });

export const rectangle = (x: number, y: number, width: number, height: number): Outline => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

const same = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6;

/** An ISO enter's footprint: the corners of two rectangles that overlap. */
function union(key: LayoutKey): Outline {
  const bottom = key.height > key.height2;
  const tall = bottom
    ? { x: key.x, y: key.y, w: key.width, h: key.height }
    : { x: key.x + key.x2, y: key.y + key.y2, w: key.width2, h: key.height2 };
  const wide = bottom
    ? { x: key.x + key.x2, y: key.y + key.y2, w: key.width2, h: key.height2 }
    : { x: key.x, y: key.y, w: key.width, h: key.height };
  const [t0, t1] = [tall.x, tall.x + tall.w];
  const [w0, w1] = [Math.min(wide.x, t0), Math.max(wide.x + wide.w, t1)];
  const [y0, y3] = [tall.y, tall.y + tall.h];
  const [y1, y2] = [Math.max(wide.y, y0), Math.min(wide.y + wide.h, y3)];
  const corners: Point[] = [
    [t0, y0],
    [t1, y0],
    [t1, y1],
    [w1, y1],
    [w1, y2],
    [t1, y2],
    [t1, y3],
    [t0, y3],
    [t0, y2],
    [w0, y2],
    [w0, y1],
    [t0, y1],
  ];
  return withoutNeedless(corners);
}

function withoutNeedless(corners: Outline): Outline {
  const distinct = corners.filter((p, i) => {
    const before = corners[(i + corners.length - 1) % corners.length] ?? p;
    return !(same(p[0], before[0]) && same(p[1], before[1]));
  });
  return distinct.filter((p, i) => {
    const before = distinct[(i + distinct.length - 1) % distinct.length] ?? p;
    const after = distinct[(i + 1) % distinct.length] ?? p;
    return !(
      (same(before[0], p[0]) && same(p[0], after[0])) ||
      (same(before[1], p[1]) && same(p[1], after[1]))
    );
  });
}

export const isPlain = (key: LayoutKey): boolean =>
  same(key.x2, 0) &&
  same(key.y2, 0) &&
  same(key.width, key.width2) &&
  same(key.height, key.height2);

/** Not turned: the camera's caller turns it about the key's own point. */
export function footprint(key: LayoutKey): Outline {
  return isPlain(key) ? rectangle(key.x, key.y, key.width, key.height) : union(key);
}

/** Only for outlines whose sides are level or upright. */
export function insetUpright(outline: Outline, by: Insets): Outline {
  const count = outline.length;
  return outline.map((corner, i): Point => {
    const before = outline[(i + count - 1) % count] ?? corner;
    const after = outline[(i + 1) % count] ?? corner;
    let [x, y] = corner;
    // Written out: of all that drawing a board does, this is done most often.
    if (same(before[1], corner[1])) y += corner[0] > before[0] ? by.north : -by.south;
    else x += corner[1] > before[1] ? -by.east : by.west;
    if (same(corner[1], after[1])) y += after[0] > corner[0] ? by.north : -by.south;
    else x += after[1] > corner[1] ? -by.east : by.west;
    return [x, y];
  });
}

/** Turns a point about another, clockwise. */
export function turn(point: Point, degrees: number, aboutX: number, aboutY: number): Point {
  if (degrees === 0) return point;
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [point[0] - aboutX, point[1] - aboutY];
  return [aboutX + x * cos - y * sin, aboutY + x * sin + y * cos];
}

/** The least convex outline round all points. */
export function hull(points: Outline): Outline {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: Outline): Point[] => {
    const chain: Point[] = [];
    for (const p of list) {
      for (;;) {
        const [a, b] = [chain.at(-2), chain.at(-1)];
        if (a === undefined || b === undefined) break;
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 1e-9) break;
        chain.pop();
      }
      chain.push(p);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

type Corner = { readonly start: number; readonly end: number; readonly corner: Point };

/** The directions in which the two sides at each corner face. */
function cornersOf(convex: Outline): Corner[] {
  const count = convex.length;
  return convex.map((corner, i) => {
    const before = convex[(i + count - 1) % count] ?? corner;
    const after = convex[(i + 1) % count] ?? corner;
    const start = Math.atan2(-(corner[0] - before[0]), corner[1] - before[1]);
    const end = Math.atan2(-(after[0] - corner[0]), after[1] - corner[1]);
    return { start, end: end < start - 1e-6 ? end + 2 * Math.PI : end, corner };
  });
}

const along = (from: Point, angle: number, by: number): Point => [
  from[0] + Math.cos(angle) * by,
  from[1] + Math.sin(angle) * by,
];

/** Moves each side of a convex outline outwards; corners stay sharp. */
export function grown(convex: Outline, outwards: number): Outline {
  return cornersOf(convex).map(({ start, end, corner }) =>
    along(corner, (start + end) / 2, outwards / Math.cos((end - start) / 2)),
  );
}

/** Moves each side of a convex outline outwards and rounds its corners with `steps` points each. */
export function ring(convex: Outline, outwards: number, radius: number, steps: number): Outline {
  const core = outwards - radius;
  return cornersOf(convex).flatMap(({ start, end, corner }) => {
    const centre = along(corner, (start + end) / 2, core / Math.cos((end - start) / 2));
    return Array.from({ length: steps + 1 }, (_, step) =>
      along(centre, start + ((end - start) * step) / steps, radius),
    );
  });
}
