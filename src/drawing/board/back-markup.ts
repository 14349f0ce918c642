import { round2, type Camera, type Point } from './camera.ts';
import { band, isMetal, pathOf, type CaseLook } from './case-markup.ts';
import { footInset } from './case-rings.ts';
import { glyphOf } from './glyphs.ts';
import { grown, rectangle, ring, type Outline } from './outline.ts';

type Box = { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };

function boxOf(outline: Outline): Box {
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

const flatPath = (camera: Camera, outline: Outline): string =>
  pathOf(outline.map(([x, y]): Point => camera.project(x, y, 0)));

function pill(camera: Camera, box: Box, radius: number): string {
  const { x0, y0, x1, y1 } = box;
  return flatPath(camera, ring(rectangle(x0, y0, x1 - x0, y1 - y0), 0, radius, 6));
}

const shrunk = (box: Box, by: number): Box => ({
  x0: box.x0 + by,
  y0: box.y0 + by,
  x1: box.x1 - by,
  y1: box.y1 - by,
});

/** Clockwise as seen from above, so that the inside lies on the right of each side. */
const holds = (convex: Outline, x: number, y: number): boolean =>
  convex.every(([ax, ay], side) => {
    const [bx, by] = convex[(side + 1) % convex.length] ?? [ax, ay];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
  });

/** As near to its place as the foot of the case reaches: not every case is a rectangle. */
function within(convex: Outline, box: Box, centre: Point): Box {
  const [dx, dy] = [centre[0] - (box.x0 + box.x1) / 2, centre[1] - (box.y0 + box.y1) / 2];
  for (let step = 0; step < 40; step += 1) {
    const [x, y] = [(dx * step) / 40, (dy * step) / 40];
    const moved = { x0: box.x0 + x, x1: box.x1 + x, y0: box.y0 + y, y1: box.y1 + y };
    const corners = rectangle(moved.x0, moved.y0, box.x1 - box.x0, box.y1 - box.y0);
    if (corners.every(([cx, cy]) => holds(convex, cx, cy))) return moved;
  }
  return box;
}

/** The shop's K in a ring. */
function mark([x, y]: Point, size: number, colour: string): string {
  return `<g fill="none" stroke="${colour}" stroke-linecap="round" stroke-linejoin="round" transform="translate(${round2(x)} ${round2(y)})"><circle r="${round2(size * 8.2)}" stroke-width="${round2(size * 0.5)}"/><path transform="scale(${round2(size * 0.8)}) translate(-3.2 -5)" stroke-width="1" d="${glyphOf('K')?.[1] ?? ''}"/></g>`;
}

/** A mirror-bright block, let into the foot, with the shop's K cut into it. */
function weightMarkup(look: CaseLook, camera: Camera, box: Box): string {
  const id = look.idPrefix;
  const radius = Math.min(0.3, (box.y1 - box.y0) * 0.2);
  const face = pill(camera, shrunk(box, 0.045), radius - 0.04);
  const [cx, cy] = camera.project((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, 0);
  const size = (box.y1 - box.y0) * 2.4;
  return (
    `<path fill="${look.case(-0.75)}" d="${pill(camera, { ...box, x0: box.x0 - 0.03, y0: box.y0 - 0.03, x1: box.x1 + 0.03, y1: box.y1 + 0.03 }, radius + 0.03)}"/>` +
    `<path fill="${look.accent(0.45)}" d="${pill(camera, box, radius)}"/>` +
    `<path fill="${look.accent(-0.05)}" d="${face}"/><path fill="url(#${id}polish)" d="${face}"/>` +
    mark([cx + 0.9, cy + 0.9], size, look.accent(0.5)) +
    mark([cx, cy], size, look.accent(-0.6))
  );
}

/** Where no weight is, the K is cut into the case itself. */
function engraving(look: CaseLook, camera: Camera, box: Box): string {
  const [cx, cy] = camera.project((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, 0);
  const size = (box.y1 - box.y0) * 2.4;
  return mark([cx + 0.9, cy + 0.9], size, look.case(0.4)) + mark([cx, cy], size, look.case(-0.6));
}

function screw(look: CaseLook, [x, y]: Point): string {
  const dot = (r: number, fill: string, d = 0) =>
    `<circle cx="${round2(x + d)}" cy="${round2(y + d)}" r="${r}" fill="${fill}"/>`;
  const hex = Array.from({ length: 6 }, (_, n): Point => [
    x + 2.6 * Math.cos((n * Math.PI) / 3),
    y + 2.6 * Math.sin((n * Math.PI) / 3),
  ]);
  return `${dot(8, look.case(0.3), 0.6)}${dot(8, look.case(-0.6))}${dot(6, '#8f9298')}${dot(5.2, '#6c6f75', 0.5)}<path fill="#26272b" d="${pathOf(hex)}"/>`;
}

function foot(camera: Camera, box: Box): string {
  return `<path fill="#000" fill-opacity=".35" d="${pill(camera, { ...box, y0: box.y0 + 0.03, y1: box.y1 + 0.05 }, 0.11)}"/><path fill="#1d1e21" d="${pill(camera, box, 0.11)}"/><path fill="#33353a" d="${pill(camera, shrunk(box, 0.035), 0.08)}"/>`;
}

/** Screws in the corners and rubber feet beside them, all on the foot of the case. */
function fixings(look: CaseLook, camera: Camera, outer: Box): string {
  const [w, h] = [outer.x1 - outer.x0, outer.y1 - outer.y0];
  const ground = grown(look.hull, -0.1 - footInset(look.style.sideProfile));
  const middle: Point = [(outer.x0 + outer.x1) / 2, (outer.y0 + outer.y1) / 2];
  const corners = [0.3, w - 0.3].flatMap((x) => [0.3, h - 0.3].map((y) => [x, y] as const));
  const middles = w > 8 ? [0.3, h - 0.3].map((y) => [w / 2, y] as const) : [];
  const places = look.hasThumbScrew ? [] : [...corners, ...middles];
  const screws = places.map(([across, y]) => {
    const x = across + look.style.cornerRadius * 0.25 * Math.sign(w / 2 - across);
    const place = { x0: outer.x0 + x, x1: outer.x0 + x, y0: outer.y0 + y, y1: outer.y0 + y };
    const { x0, y0 } = within(ground, shrunk(place, -0.15), middle);
    return screw(look, camera.project(x0 + 0.15, y0 + 0.15, 0));
  });
  const long = Math.min(1.5, w * 0.16);
  const feet = [1, w - 1 - long].flatMap((x) =>
    [0.6, h - 0.9].map((y) =>
      foot(
        camera,
        within(
          grown(look.hull, -0.55 - footInset(look.style.sideProfile)),
          {
            x0: outer.x0 + x,
            y0: outer.y0 + y,
            x1: outer.x0 + x + long,
            y1: outer.y0 + y + 0.3,
          },
          middle,
        ),
      ),
    ),
  );
  return [...screws, ...feet].join('');
}

/** The slope from the side to the foot, which the light falls on. */
function bevel(look: CaseLook, camera: Camera, inset: number): string {
  const { cornerRadius } = look.style;
  const level = (out: number, height: number) => {
    const plan = ring(look.hull, out, Math.max(cornerRadius + out, 0.03), 7);
    return { plan, z: plan.map(() => height) };
  };
  const slope = { upper: level(-inset, 0), lower: level(0, -inset * 1.4), tone: look.case };
  return `<path fill="${look.case(-0.4)}" d="${flatPath(camera, level(0, 0).plan)}"/><g stroke-width=".5">${band(slope, camera)}</g>`;
}

export function backMarkup(look: CaseLook, camera: Camera): string {
  const outer = boxOf(look.hull);
  const { style } = look;
  const edge = (out: number) =>
    flatPath(camera, ring(look.hull, out, Math.max(style.cornerRadius + out, 0.03), 7));
  const [w, h] = [outer.x1 - outer.x0, outer.y1 - outer.y0];
  const weight: Box = {
    x0: outer.x0 + w * 0.24,
    x1: outer.x1 - w * 0.24,
    y0: outer.y0 + h * 0.3,
    y1: outer.y1 - h * 0.28,
  };
  const { idPrefix: id } = look;
  const inset = footInset(look.style.sideProfile);
  const face = edge(-inset - 0.03);
  const finish =
    style.finish === 'wood'
      ? `<path fill="url(#${id}grain)" d="${face}"/>`
      : isMetal(style)
        ? `<path fill="none" stroke="url(#${id}bevel)" stroke-width="1.5" d="${face}"/>`
        : '';
  return (
    bevel(look, camera, inset) +
    `<path fill="${look.case(0.3)}" d="${edge(-inset)}"/>` +
    `<path fill="${look.case(0)}" d="${face}"/><path fill="url(#${id}metal)" d="${face}"/>` +
    finish +
    (look.isWeighted ? weightMarkup(look, camera, weight) : engraving(look, camera, weight)) +
    fixings(look, camera, outer)
  );
}
