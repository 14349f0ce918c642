/** What can't be read as a design has no picture. */
import { drawBoard } from '#drawing/board/draw-board.ts';
import { parseDesign } from './design-json.ts';
import { designBoard } from './design-picture.ts';

/** As SVG. `kept` is a design as the database keeps it. */
export function designLinePicture(kept: unknown): string | null {
  const design = parseDesign(kept);
  if (!design.ok) return null;
  return drawBoard(designBoard(design.value, { view: 'flat', width: 320, aspect: 4 / 3 }));
}
