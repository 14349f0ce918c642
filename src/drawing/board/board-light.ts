/** Light of a board's own: what a shell that glows or a window throws onto the table. */
import { footHeight, pathOf, type CaseLook } from './case-markup.ts';
import type { Point } from './camera.ts';
import { rectangle, ring } from './outline.ts';
import type { PreparedBoard } from './prepare-board.ts';
import { windowEdge } from './rear-markup.ts';
import { shadesOf } from './tone.ts';

/** Blurred by the filter that the far shadow has. */
export function lightOnTable(board: PreparedBoard, look: CaseLook | null): string {
  const { glow, window } = board.spec;
  if (look === null || board.view === 'exploded' || board.view === 'back') return '';
  const onTable = (points: readonly Point[]) =>
    pathOf(points.map(([x, y]) => board.camera.project(x, y, footHeight(look, y))));
  const pool = (colour: string, path: string, opacity: number) =>
    `<path filter="url(#${board.idPrefix}far)" fill="${colour}" fill-opacity="${opacity}" d="${path}"/>`;
  const { x0, x1, y } = windowEdge(look);
  return (
    (glow === undefined
      ? ''
      : [1.9, 1.3, 0.8, 0.4]
          .map((out) =>
            pool(glow, onTable(ring(look.hull, out, out + 0.4, 9)), 0.05 + 0.1 * look.passing),
          )
          .join('')) +
    // Only where its source is seen; the strongest is the shortest, so that it fades to all sides.
    (window === undefined || board.view !== 'rear'
      ? ''
      : [1.5, 1.1, 0.75, 0.45, 0.2]
          .map((out, n) => {
            const [from, to] = [x0 + 0.5 + n * 0.35, x1 - 0.5 - n * 0.35];
            const round = ring(rectangle(from, y, to - from, 0.4), out, out, 9);
            return pool(shadesOf(window)(0.5), onTable(round), 0.2 + n * 0.06);
          })
          .join(''))
  );
}
