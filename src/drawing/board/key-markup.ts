/**
 * Its group carries `data-key` and `data-zone`; it uses only the shared gradients, so that a single
 * key can be drawn again without the rest of the board.
 */
import type { LayoutKey } from '../keyboard-layouts/keyboard-layout.ts';
import type { Camera, Point } from './camera.ts';
import { pairText } from './camera.ts';
import { capShape, type CapShape } from './cap-profile.ts';
import type { CapProfile, KeyZone, LegendStyle } from './board-spec.ts';
import { legendMarkup, type TopPlane } from './legend-markup.ts';
import { evenInsets, footprint, insetUpright, rectangle, turn, type Outline } from './outline.ts';
import type { Shades } from './tone.ts';

export type KeyLook = {
  readonly index: number;
  readonly zone: KeyZone;
  readonly cap: Shades;
  readonly legendColour: string;
  readonly legends: LegendStyle;
  readonly profile: CapProfile;
  readonly rowFromBottom: number;
  /** Seen from so near that a flat corner would look like a facet. */
  readonly isNear: boolean;
  readonly idPrefix: string;
};

/** Where the light stands: over the far left corner. */
const LIGHT = { x: -0.44, y: -0.5, z: 0.75 };
const TOP_LIGHT = LIGHT.z;

/** How a face that leans out to (nx, ny) is lit, against the cap's top. */
function faceLight(nx: number, ny: number, lean: number): number {
  const length = Math.hypot(1, lean);
  const light = (nx * LIGHT.x + ny * LIGHT.y + lean * LIGHT.z) / length;
  return (light - TOP_LIGHT) * 0.44 - 0.03;
}

type Solid = { readonly base: readonly Point[]; readonly top: readonly Point[] };

const towards = (from: Point, to: Point, by: number): Point => {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const share = Math.min(by / (Math.sqrt(dx * dx + dy * dy) || 1), 0.5);
  return [from[0] + dx * share, from[1] + dy * share];
};

/** Per corner: where the rounding begins, the corner, where it ends. */
function corners(outline: Outline, radius: number): Point[] {
  const points: Point[] = [];
  let before = outline.at(-1);
  for (const [i, corner] of outline.entries()) {
    const after = outline[i + 1] ?? outline[0] ?? corner;
    points.push(towards(corner, before ?? corner, radius), corner, towards(corner, after, radius));
    before = corner;
  }
  return points;
}

function rounded(points: readonly Point[]): string {
  let path = '';
  for (let i = 0; i < points.length; i += 3) {
    const [from, corner, to] = [points[i], points[i + 1], points[i + 2]];
    if (from === undefined || corner === undefined || to === undefined) break;
    path += `${i === 0 ? 'M' : 'L'}${pairText(from)}Q${pairText(corner)} ${pairText(to)}`;
  }
  return `${path}Z`;
}

const facing = (a: Point, b: Point, c: Point): boolean =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0.01;

type Bend = readonly [from: Point, corner: Point, to: Point];

const onBend = ([a, b, c]: Bend, t: number): Point => {
  const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
  return [a[0] * p + b[0] * q + c[0] * r, a[1] * p + b[1] * q + c[1] * r];
};

const STRIPS = 14;

/** A round corner in strips whose light goes over from one side to the next, and the outline of what is seen of it. */
function turning(base: Bend, top: Bend, light: (share: number) => string): [string, string] {
  let markup = '';
  let outline = '';
  for (let n = 0; n < STRIPS; n += 1) {
    const [t0, t1] = [n / STRIPS, (n + 1) / STRIPS];
    const [b0, b1, u0, u1] = [onBend(base, t0), onBend(base, t1), onBend(top, t0), onBend(top, t1)];
    if (!facing(b0, b1, u1) && !facing(b0, u1, u0)) continue;
    const fill = light((t0 + t1) / 2);
    const d = `M${pairText(b0)}L${pairText(b1)}L${pairText(u1)}L${pairText(u0)}Z`;
    markup += `<path fill="${fill}" stroke="${fill}" stroke-width=".4" d="${d}"/>`;
    outline += d;
  }
  return [markup, outline];
}

/** The sides of a cap, each with its own light; those that turn away are left out. */
function sides(solid: Solid, plan: Outline, lean: number, look: KeyLook): string {
  const count = plan.length;
  let straight = '';
  let round = '';
  let near = '';
  for (let i = 0; i < count; i += 1) {
    const next = (i + 1) % count;
    const [b0, b1] = [solid.base[i * 3 + 2], solid.base[next * 3]];
    const [t0, t1] = [solid.top[i * 3 + 2], solid.top[next * 3]];
    const [from, to] = [plan[i], plan[next]];
    const last = plan[(i + count - 1) % count];
    if (!b0 || !b1 || !t0 || !t1 || !from || !to || !last) continue;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const [nx, ny] = [(to[1] - from[1]) / length, -(to[0] - from[0]) / length];
    if (facing(b0, b1, t1) || facing(b0, t1, t0)) {
      const fill = look.cap(faceLight(nx, ny, lean));
      const d = `M${pairText(b0)}L${pairText(b1)}L${pairText(t1)}L${pairText(t0)}Z`;
      straight += `<path fill="${fill}" d="${d}"/>`;
      if (look.isNear) near += d;
      else straight += `<path fill="url(#${look.idPrefix}ao)" d="${d}"/>`;
    }
    const before = Math.hypot(from[0] - last[0], from[1] - last[1]) || 1;
    const [ox, oy] = [(from[1] - last[1]) / before, -(from[0] - last[0]) / before];
    const [ba, bc] = [solid.base[i * 3], solid.base[i * 3 + 1]];
    const [ta, tc] = [solid.top[i * 3], solid.top[i * 3 + 1]];
    if (!ba || !bc || !ta || !tc) continue;
    const light = (share: number): string => {
      const [mx, my] = [ox + (nx - ox) * share, oy + (ny - oy) * share];
      const size = Math.sqrt(mx * mx + my * my) || 1;
      return look.cap(faceLight(mx / size, my / size, lean));
    };
    if (look.isNear) {
      const [strips, outline] = turning([ba, bc, b0], [ta, tc, t0], light);
      round += strips;
      near += outline;
      continue;
    }
    if (!facing(ba, b0, t0) && !facing(ba, t0, ta)) continue;
    const d = `M${pairText(ba)}Q${pairText(bc)} ${pairText(b0)}L${pairText(t0)}Q${pairText(tc)} ${pairText(ta)}Z`;
    round += `<path fill="${light(0.5)}" d="${d}"/>`;
  }
  // Sides and corners grow dark towards the foot as one, or each corner would stand out.
  return round + straight + (near && `<path fill="url(#${look.idPrefix}ao)" d="${near}"/>`);
}

type Placed = { readonly key: LayoutKey; readonly camera: Camera; readonly lift: number };

function place(points: readonly Point[], z: (y: number) => number, where: Placed): Point[] {
  const { key, camera, lift } = where;
  return points.map(([x, y]) => {
    const [tx, ty] = turn([x, y], key.rotation, key.rotationX, key.rotationY);
    return camera.project(tx, ty, z(y) + lift);
  });
}

/** A spacebar's top bulges, so its light falls the other way from a dished cap's. */
const dishOf = (shape: CapShape, key: LayoutKey): string =>
  key.width >= 5 ? 'bulge' : shape.dish === 'even' ? 'even' : shape.dish;

type Cap = { readonly plan: Outline; readonly shape: CapShape; readonly where: Placed };

function capMarkup(cap: Cap, look: KeyLook): string {
  const { plan, shape, where } = cap;
  const ys = plan.map((point) => point[1]);
  const [y0, y1] = [Math.min(...ys), Math.max(...ys)];
  const slope = (y: number) => shape.far + ((shape.near - shape.far) * (y - y0)) / (y1 - y0);
  const foot = insetUpright(plan, evenInsets(0.028));
  const top = insetUpright(plan, shape.top);
  const baseRadius = look.isNear ? Math.max(shape.baseRadius, 0.13) : shape.baseRadius;
  const base = place(corners(foot, baseRadius), () => -0.03, where);
  const upper = place(corners(top, shape.topRadius), slope, where);
  const lean = (shape.top.east - 0.028) / Math.max(shape.near, 0.1);
  const shoulder = place(
    corners(insetUpright(top, evenInsets(-0.018)), shape.topRadius + 0.018),
    (y) => slope(y) - 0.012,
    where,
  );
  const [face, rim] = [rounded(upper), rounded(shoulder)];
  const id = look.idPrefix;
  return (
    (where.camera.flat ? `<path fill="${look.cap(-0.32)}" d="${rounded(base)}"/>` : '') +
    sides({ base, top: shoulder }, foot, lean, look) +
    `<path fill="${look.cap(0.2)}" d="${rim}"/><path fill="url(#${id}edge)" d="${rim}"/>` +
    `<path fill="${look.cap(0)}" d="${face}"/>` +
    `<path fill="url(#${id}${dishOf(shape, where.key)})" d="${face}"/>`
  );
}

function topPlane(cap: Cap): TopPlane {
  const { key } = cap.where;
  const { shape } = cap;
  const x0 = key.x + shape.top.west;
  const y0 = key.y + shape.top.north;
  const width = key.width - shape.top.west - shape.top.east;
  const height = key.height - shape.top.north - shape.top.south;
  const at = (across: number, down: number): Point => {
    const z = shape.far + (shape.near - shape.far) * down;
    const [x, y] = turn(
      [x0 + across * width, y0 + down * height],
      key.rotation,
      key.rotationX,
      key.rotationY,
    );
    return cap.where.camera.project(x, y, z + cap.where.lift);
  };
  return { at, width, height };
}

export function keyMarkup(key: LayoutKey, camera: Camera, lift: number, look: KeyLook): string {
  const shape = capShape(look.profile, look.rowFromBottom);
  const where: Placed = { key, camera, lift };
  const whole: Cap = { plan: footprint(key), shape, where };
  const upper: Cap = key.stepped
    ? { ...whole, plan: rectangle(key.x, key.y, key.width, key.height) }
    : whole;
  const step: CapShape = { ...shape, far: shape.far * 0.55, near: shape.near * 0.55 };
  const body = key.decal
    ? ''
    : (key.stepped ? capMarkup({ ...whole, shape: step }, look) : '') + capMarkup(upper, look);
  const legend = legendMarkup(key, topPlane(upper), {
    colour: look.legendColour,
    style: look.legends,
    profile: look.profile,
  });
  return `<g data-key="${look.index}" data-zone="${look.zone}">${body}${legend}</g>`;
}

/** The cheap cap for small pictures: a foot and a top, no legend. */
export function flatKeyMarkup(key: LayoutKey, camera: Camera, look: KeyLook): string {
  if (key.decal) return '';
  const plan = footprint(key);
  const where: Placed = { key, camera, lift: 0 };
  const base = rounded(place(corners(insetUpright(plan, evenInsets(0.03)), 0.1), () => 0, where));
  const inset = { north: 0.09, east: 0.14, south: 0.2, west: 0.14 };
  const top = rounded(place(corners(insetUpright(plan, inset), 0.1), () => 0, where));
  return `<g data-key="${look.index}" data-zone="${look.zone}"><path fill="${look.cap(-0.3)}" d="${base}"/><path fill="${look.cap(0.06)}" d="${top}"/></g>`;
}
