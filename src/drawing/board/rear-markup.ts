/** What lies in the back wall of some cases, for a camera that sees it. */
import { round2, type Camera, type Point } from './camera.ts';
import { footHeight, pathOf, type CaseLook } from './case-markup.ts';
import type { PreparedBoard } from './prepare-board.ts';
import { shadesOf } from './tone.ts';

/** How far the window stands in from both ends of the back edge. */
const WINDOW_INSET = 1.1;

export function windowEdge(look: CaseLook): { x0: number; x1: number; y: number } {
  const xs = look.hull.map(([x]) => x);
  const [x0, x1] = [Math.min(...xs) + WINDOW_INSET, Math.max(...xs) - WINDOW_INSET];
  return { x0, x1, y: Math.min(...look.hull.map(([, y]) => y)) };
}

type Strip = { x0: number; x1: number; y: number; high: number; low: number };

const stripPath = (camera: Camera, { x0, x1, y, high, low }: Strip): string =>
  pathOf([
    camera.project(x0, y, high),
    camera.project(x1, y, high),
    camera.project(x1, y, low),
    camera.project(x0, y, low),
  ]);

function windowMarkup(board: PreparedBoard, look: CaseLook, colour: string): string {
  const tone = shadesOf(colour);
  const { x0, x1, y } = windowEdge(look);
  const [top, foot] = [look.style.wall, footHeight(look, y)];
  const strip = (out: number) => {
    const [high, low] = [top - (top - foot) * 0.3 + out, top - (top - foot) * 0.62 - out];
    return stripPath(board.camera, { x0: x0 - out, x1: x1 + out, y, high, low });
  };
  return (
    `<path filter="url(#${board.idPrefix}soft)" fill="${tone(0)}" fill-opacity=".8" d="${strip(0.14)}"/>` +
    `<path fill="${look.case(-0.7)}" d="${strip(0.04)}"/><path fill="${tone(0.35)}" d="${strip(0)}"/>` +
    `<path fill="${tone(1)}" fill-opacity=".75" d="${strip(-0.06)}"/>`
  );
}

/** The one screw that closes the case, to be turned by hand. */
function thumbScrew(camera: Camera, look: CaseLook): string {
  const { x0, y } = windowEdge(look);
  const middle = (look.style.wall + footHeight(look, y)) / 2;
  const disc = (radius: number, out: number, notch = 0): string =>
    pathOf(
      Array.from({ length: 48 }, (_, n): Point => {
        const angle = (n / 48) * 2 * Math.PI;
        const r = radius - (n % 2) * notch;
        return camera.project(
          x0 - WINDOW_INSET / 2 + r * Math.cos(angle),
          y - out,
          middle + r * Math.sin(angle),
        );
      }),
    );
  const [cx, cy] = camera.project(x0 - WINDOW_INSET / 2, y - 0.16, middle);
  const tone = look.accent;
  return (
    `<path fill="#000" fill-opacity=".4" d="${disc(0.27, 0)}"/>` +
    [0, 0.05, 0.1]
      .map((out) => `<path fill="${tone(-0.7 + out * 5)}" d="${disc(0.25, out, 0.025)}"/>`)
      .join('') +
    `<path fill="${tone(0.25)}" d="${disc(0.22, 0.15)}"/>` +
    `<circle cx="${round2(cx)}" cy="${round2(cy)}" r="2" fill="${tone(-0.6)}"/>`
  );
}

export function rearMarkup(board: PreparedBoard, look: CaseLook): string {
  const { camera, spec } = board;
  if (camera.nearness(0, -1) < camera.nearness(0, 0)) return '';
  return (
    (spec.window === undefined ? '' : windowMarkup(board, look, spec.window)) +
    (look.hasThumbScrew ? thumbScrew(camera, look) : '')
  );
}
