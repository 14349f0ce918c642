import type { LayoutKey } from '../keyboard-layouts/keyboard-layout.ts';
import { footHeight, type CaseLook } from './case-markup.ts';
import { round2, type Point } from './camera.ts';
import { CAP_LIFT, lowestLayer, namesColumn } from './exploded-markup.ts';
import { keyCorners, type PreparedBoard } from './prepare-board.ts';
import type { Frame } from '../product-picture/studio.ts';

const around = (keys: readonly LayoutKey[], focus: LayoutKey | undefined) =>
  focus === undefined
    ? keys
    : keys.filter((key) => Math.abs(key.x - focus.x) < 2.6 && Math.abs(key.y - focus.y) < 1.6);

/** How far along a board, and how near: the greatest is the key in the near right corner. */
const towardsCorner = (key: LayoutKey): number => key.x + key.width + 2 * key.y;

/** A detail shows the keys round its focus, a corner those beside it, any other view shows all. */
function shownKeys(board: PreparedBoard): readonly LayoutKey[] {
  const { keys } = board.layout;
  if (board.view === 'detail')
    return around(keys, keys[board.spec.focus ?? Math.floor(keys.length / 4)]);
  if (board.view !== 'corner') return keys;
  return around(
    keys,
    keys.reduce((best, key) => (towardsCorner(key) > towardsCorner(best) ? key : best)),
  );
}

/** The ring that the farthest corner goes round, from the table to the top of the caps. */
function turningPoints({ camera, hull }: PreparedBoard, look: CaseLook | null): Point[] {
  const xs = hull.map(([x]) => x);
  const ys = hull.map(([, y]) => y);
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const [x0, y0] = [middle(xs), middle(ys)];
  const radius = Math.max(...hull.map(([x, y]) => Math.hypot(x - x0, y - y0)));
  const low = look === null ? 0 : Math.min(...ys.map((y) => footHeight(look, y)));
  return Array.from({ length: 72 }, (_, n) => (n / 36) * Math.PI).flatMap((angle) => {
    const [x, y] = [x0 + radius * Math.cos(angle), y0 + radius * Math.sin(angle)];
    return [camera.project(x, y, low), camera.project(x, y, 0.5)];
  });
}

function shownPoints(board: PreparedBoard, look: CaseLook | null): Point[] {
  if (board.spec.turned !== undefined) return turningPoints(board, look);
  const { camera, view } = board;
  const lift = view === 'exploded' ? CAP_LIFT : 0;
  const corners = shownKeys(board).flatMap(keyCorners);
  const points = corners.flatMap(([x, y]) => [
    camera.project(x, y, lift),
    camera.project(x, y, lift + 0.5),
  ]);
  if (look === null) return points;
  if (view === 'detail') {
    // A corner of the case is shown whole where it lies beside them.
    const beside = look.hull.filter(([x, y]) =>
      corners.some(([u, v]) => Math.abs(u - x) < 0.6 && Math.abs(v - y) < 0.6),
    );
    return [...points, ...beside.map(([x, y]) => camera.project(x, y, look.style.wall))];
  }
  const low = view === 'exploded' ? lowestLayer(look) : 0;
  const hull = view === 'corner' ? [cornerOf(look)] : look.hull;
  for (const [x, y] of hull) {
    points.push(camera.project(x, y, look.style.wall));
    points.push(camera.project(x, y, Math.min(footHeight(look, y), low || Infinity)));
  }
  if (view === 'exploded') points.push([namesColumn(look, camera).to, points[0]?.[1] ?? 0]);
  return points;
}

const cornerOf = ({ hull }: CaseLook): Point =>
  hull.reduce((best, point) => (point[0] + point[1] > best[0] + best[1] ? point : best));

function marginOf(board: PreparedBoard): number {
  if (board.view === 'detail') return -6;
  if (board.spec.turned !== undefined) return 24;
  return board.spec.scene?.background === undefined ? 14 : 60;
}

export function frameOf(board: PreparedBoard, look: CaseLook | null): Frame {
  const points = shownPoints(board, look);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const margin = marginOf(board);
  const [x0, y0] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  const width = Math.max(...xs) + margin - x0;
  const height = Math.max(...ys) + margin - y0;
  const { aspect } = board.spec;
  const wider = aspect === undefined ? 0 : Math.max(aspect * height - width, 0);
  const taller = aspect === undefined ? 0 : Math.max(width / aspect - height, 0);
  return {
    x: round2(x0 - wider / 2),
    y: round2(y0 - taller / 2),
    width: round2(width + wider),
    height: round2(height + taller),
  };
}
