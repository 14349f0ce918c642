/** A knob that stands where a key of the layout would: an upright drum with a knurled side. */
import type { LayoutKey } from '../keyboard-layouts/keyboard-layout.ts';
import { round2, type Camera, type Point } from './camera.ts';
import { pathOf } from './case-markup.ts';
import { hull } from './outline.ts';
import type { Shades } from './tone.ts';

const ROUND = 48;
const [FOOT, RADIUS, HEIGHT, CHAMFER] = [0.47, 0.42, 0.62, 0.045];
const LIGHT_ANGLE = Math.atan2(-0.5, -0.44);

type Place = { readonly x: number; readonly y: number; readonly lift: number };

const circle = (camera: Camera, { x, y, lift }: Place, radius: number, z: number): Point[] =>
  Array.from({ length: ROUND }, (_, n) => {
    const angle = (n / ROUND) * 2 * Math.PI;
    return camera.project(x + radius * Math.cos(angle), y + radius * Math.sin(angle), z + lift);
  });

/** The faces of the side, each with the light on it; those behind are drawn over by those before. */
function side(camera: Camera, place: Place, tone: Shades): string {
  const [low, high] = [
    circle(camera, place, RADIUS, 0.06),
    circle(camera, place, RADIUS, HEIGHT - CHAMFER),
  ];
  const faces = low.map((corner, n) => {
    const next = (n + 1) % ROUND;
    const [a, b, c] = [low[next] ?? corner, high[next] ?? corner, high[n] ?? corner];
    const angle = ((n + 0.5) / ROUND) * 2 * Math.PI;
    const { x, y } = place;
    const near = camera.nearness(x + Math.cos(angle), y + Math.sin(angle));
    const light = Math.cos(angle - LIGHT_ANGLE) * 0.34 - 0.3 + (n % 2 === 0 ? 0.1 : -0.1);
    return { near, markup: `<path fill="${tone(light)}" d="${pathOf([corner, a, b, c])}"/>` };
  });
  return faces
    .toSorted((one, other) => one.near - other.near)
    .map(({ markup }) => markup)
    .join('');
}

export function knobMarkup(key: LayoutKey, camera: Camera, lift: number, tone: Shades): string {
  const place = { x: key.x + key.width / 2, y: key.y + key.height / 2, lift };
  const ring = (radius: number, z: number) => pathOf(circle(camera, place, radius, z));
  const stroke = ([x0, y0]: Point, [x1, y1]: Point) =>
    `M${round2(x0)} ${round2(y0)}L${round2(x1)} ${round2(y1)}`;
  const mark = (out: number) => camera.project(place.x, place.y - out, HEIGHT + lift);
  const foot = hull([...circle(camera, place, FOOT, 0), ...circle(camera, place, FOOT, 0.06)]);
  return (
    `<path fill="${tone(-0.5)}" d="${pathOf(foot)}"/><path fill="${tone(-0.1)}" d="${ring(FOOT, 0.06)}"/>` +
    side(camera, place, tone) +
    `<path fill="${tone(0.75)}" d="${ring(RADIUS, HEIGHT - CHAMFER)}"/>` +
    `<path fill="${tone(0.1)}" d="${ring(RADIUS - CHAMFER, HEIGHT)}"/>` +
    `<path fill="none" stroke="${tone(-0.2)}" stroke-width=".8" d="${ring(RADIUS * 0.62, HEIGHT)}"/>` +
    `<path stroke="${tone(-0.8)}" stroke-width="3" stroke-linecap="round" d="${stroke(mark(0.2), mark(0.31))}"/>`
  );
}
