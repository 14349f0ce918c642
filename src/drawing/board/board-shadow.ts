import { footHeight, pathOf, wellPath, type CaseLook } from './case-markup.ts';
import { footInset } from './case-rings.ts';
import { lowestLayer } from './exploded-markup.ts';
import { ring } from './outline.ts';
import type { PreparedBoard } from './prepare-board.ts';
import { shadowFilter } from './shared-gradients.ts';

export const shadowFilters = (id: string): string =>
  shadowFilter(`${id}far`, 26) + shadowFilter(`${id}close`, 7) + shadowFilter(`${id}soft`, 3);

function groundPath(board: PreparedBoard, look: CaseLook | null): string {
  const { camera, view } = board;
  if (look === null) return wellPath(board.layout.keys, camera, 0, -0.05);
  const far = camera.flat ? 0.22 : 0.1;
  const drop = view === 'exploded' ? 0.4 - lowestLayer(look) : 0;
  const outline = ring(look.hull, camera.flat ? 0.02 : -0.1, look.style.cornerRadius, 5);
  return pathOf(
    outline.map(([x, y]) => camera.project(x + far, y + far * 1.6, footHeight(look, y) - drop)),
  );
}

export function groundShadow(board: PreparedBoard, look: CaseLook | null): string {
  const id = board.idPrefix;
  const path = groundPath(board, look);
  const close =
    board.view === 'exploded'
      ? ''
      : `<path filter="url(#${id}close)" fill="#000" fill-opacity=".38" d="${path}"/>`;
  const far = `<path filter="url(#${id}far)" fill="#000" fill-opacity=".3" d="${path}"/>`;
  return far + close + contactShadow(board, look);
}

/** The thin dark line where the foot meets the table. */
function contactShadow(board: PreparedBoard, look: CaseLook | null): string {
  const { camera, idPrefix: id, view } = board;
  if (look === null || camera.flat || view === 'exploded') return '';
  const out = 0.09 - footInset(look.style.sideProfile);
  const outline = ring(look.hull, out, Math.max(look.style.cornerRadius + out, 0.02), 5);
  const path = pathOf(outline.map(([x, y]) => camera.project(x, y, footHeight(look, y) - 0.02)));
  return `<path filter="url(#${id}soft)" fill="#000" fill-opacity=".62" d="${path}"/>`;
}

/** Shadows of all caps on the plate, in one path and one blur. */
export function keyShadows(board: PreparedBoard, look: CaseLook | null): string {
  const id = board.idPrefix;
  const z = look === null ? -0.05 : look.style.wall < 0 ? look.style.wall + 0.06 : -0.16;
  const path = wellPath(board.layout.keys, board.camera, 0, z);
  const clip = look !== null && look.style.wall >= 0 ? ` clip-path="url(#${id}well)"` : '';
  const opacity = look !== null && look.glow !== null ? 0.15 : 0.6;
  return `<g${clip}><path filter="url(#${id}soft)" fill="#000" fill-opacity="${opacity}" d="${path}"/></g>`;
}
