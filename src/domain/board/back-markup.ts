/** The only place that draws a board from below: its foot, weight, screws and rubber feet. */
import { round2, type Camera, type Point } from './camera.ts';
import { pathOf, type CaseLook } from './case-markup.ts';
import { glyphOf } from './glyphs.ts';
import { rectangle, ring, type Outline } from './outline.ts';

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

/** A mirror-bright block, let into the foot, with the shop's K cut into it. */
function weightMarkup(look: CaseLook, camera: Camera, box: Box): string {
  const id = look.idPrefix;
  const radius = Math.min(0.3, (box.y1 - box.y0) * 0.2);
  const face = pill(camera, shrunk(box, 0.045), radius - 0.04);
  const [cx, cy] = camera.project((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, 0);
  const size = (box.y1 - box.y0) * 2.4;
  const mark = glyphOf('K')?.[1] ?? '';
  const ringRadius = round2(size * 8.2);
  const cut = (dx: number, colour: string) =>
    `<g fill="none" stroke="${colour}" stroke-linecap="round" stroke-linejoin="round" transform="translate(${round2(cx + dx)} ${round2(cy + dx)})"><circle r="${ringRadius}" stroke-width="${round2(size * 0.5)}"/><path transform="scale(${round2(size * 0.8)}) translate(-3.2 -5)" stroke-width="1" d="${mark}"/></g>`;
  return (
    `<path fill="${look.case(-0.75)}" d="${pill(camera, { ...box, x0: box.x0 - 0.03, y0: box.y0 - 0.03, x1: box.x1 + 0.03, y1: box.y1 + 0.03 }, radius + 0.03)}"/>` +
    `<path fill="${look.accent(0.45)}" d="${pill(camera, box, radius)}"/>` +
    `<path fill="${look.accent(-0.05)}" d="${face}"/><path fill="url(#${id}polish)" d="${face}"/>` +
    cut(0.9, look.accent(0.5)) +
    cut(0, look.accent(-0.6))
  );
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
  const corners = [0.3, w - 0.3].flatMap((x) => [0.3, h - 0.3].map((y) => [x, y] as const));
  const middles = w > 8 ? [0.3, h - 0.3].map((y) => [w / 2, y] as const) : [];
  const screws = [...corners, ...middles].map(([x, y]) =>
    screw(
      look,
      camera.project(
        outer.x0 + x + style.cornerRadius * 0.25 * (x < w / 2 ? 1 : x > w / 2 ? -1 : 0),
        outer.y0 + y,
        0,
      ),
    ),
  );
  const long = Math.min(1.5, w * 0.16);
  const feet = [0.85, w - 0.85 - long].flatMap((x) =>
    [0.55, h - 0.85].map((y) =>
      foot(camera, {
        x0: outer.x0 + x,
        y0: outer.y0 + y,
        x1: outer.x0 + x + long,
        y1: outer.y0 + y + 0.3,
      }),
    ),
  );
  return (
    `<path fill="${look.case(-0.35)}" d="${edge(0)}"/><path fill="${look.case(0.3)}" d="${edge(-0.06)}"/>` +
    `<path fill="${look.case(0)}" d="${edge(-0.085)}"/><path fill="url(#${look.idPrefix}metal)" d="${edge(-0.085)}"/>` +
    weightMarkup(look, camera, weight) +
    screws.join('') +
    feet.join('')
  );
}
