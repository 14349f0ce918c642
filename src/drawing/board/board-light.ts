/** Light of a board's own: what a shell that glows or a window throws onto the table. */
import { footHeight, pathOf, type CaseLook } from './case-markup.ts';
import type { Camera, Point } from './camera.ts';
import { rectangle, ring } from './outline.ts';
import type { PreparedBoard } from './prepare-board.ts';
import { shadesOf } from './tone.ts';

/** How far the strip stands in from both ends of the back edge. */
const WINDOW_INSET = 0.9;

function backEdge(look: CaseLook): { x0: number; x1: number; y: number } {
  const xs = look.hull.map(([x]) => x);
  const [x0, x1] = [Math.min(...xs) + WINDOW_INSET, Math.max(...xs) - WINDOW_INSET];
  return { x0, x1, y: Math.min(...look.hull.map(([, y]) => y)) };
}

/** Blurred by the filter that the far shadow has. */
export function lightOnTable(board: PreparedBoard, look: CaseLook | null): string {
  const { glow, window } = board.spec;
  if (look === null || board.view === 'exploded' || board.view === 'back') return '';
  const onTable = (points: readonly Point[]) =>
    pathOf(points.map(([x, y]) => board.camera.project(x, y, footHeight(look, y))));
  const pool = (colour: string, path: string, opacity: number) =>
    `<path filter="url(#${board.idPrefix}far)" fill="${colour}" fill-opacity="${opacity}" d="${path}"/>`;
  const { x0, x1, y } = backEdge(look);
  return (
    (glow === undefined
      ? ''
      : pool(glow, onTable(ring(look.hull, 1.5, 1.8, 7)), 0.22) +
        pool(glow, onTable(ring(look.hull, 0.5, 1, 7)), 0.6)) +
    (window === undefined
      ? ''
      : pool(window, onTable(rectangle(x0, y - 1.3, x1 - x0, 1.4)), 0.9) +
        pool(shadesOf(window)(0.8), onTable(rectangle(x0 + 0.6, y - 0.6, x1 - x0 - 1.2, 0.6)), 0.8))
  );
}

/** The strip in the back wall, for a camera that sees it. */
export function windowMarkup(board: PreparedBoard, look: CaseLook): string {
  const { camera, spec, idPrefix: id } = board;
  if (spec.window === undefined || camera.nearness(0, -1) < camera.nearness(0, 0)) return '';
  const tone = shadesOf(spec.window);
  const { x0, x1, y } = backEdge(look);
  const [top, foot] = [look.style.wall, footHeight(look, y)];
  const strip = (out: number) => {
    const [high, low] = [top - (top - foot) * 0.3 + out, top - (top - foot) * 0.62 - out];
    return windowPath(camera, { x0: x0 - out, x1: x1 + out, y, high, low });
  };
  return (
    `<path filter="url(#${id}soft)" fill="${tone(0)}" fill-opacity=".8" d="${strip(0.14)}"/>` +
    `<path fill="${look.case(-0.7)}" d="${strip(0.04)}"/><path fill="${tone(0.35)}" d="${strip(0)}"/>` +
    `<path fill="${tone(1)}" fill-opacity=".75" d="${strip(-0.06)}"/>`
  );
}

type Strip = { x0: number; x1: number; y: number; high: number; low: number };

const windowPath = (camera: Camera, { x0, x1, y, high, low }: Strip): string =>
  pathOf([
    camera.project(x0, y, high),
    camera.project(x1, y, high),
    camera.project(x1, y, low),
    camera.project(x0, y, low),
  ]);
