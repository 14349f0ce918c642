/** Keeps one drawn board true to a design: whole where its form changes, key by key where only colours do. */
import { drawBoard, drawKey } from '#drawing/board/draw-board.ts';
import { prepareBoard, type PreparedBoard } from '#drawing/board/prepare-board.ts';
import type { BoardView } from '#drawing/board/board-spec.ts';
import { designBoard } from '#features/designs/model/design-picture.ts';
import { capPaint, layoutOf, legendPaint, type Design } from '#features/designs/model/design.ts';
import { deskCanvas, type DeskCanvas, type DeskKeys } from './desk-canvas.ts';
import { keyShapes, type KeyShapes } from './key-shapes.ts';
import { around } from './path-bounds.ts';
import { svgNodes } from '#features/designs/ui/svg-nodes.ts';

export interface Shown {
  readonly design: Design;
  readonly view: BoardView;
}

export interface BoardCanvas {
  show(next: Shown): void;
  keyNode(index: number): Element | null;
  /** The key that shows at a point of the window. */
  keyAt(clientX: number, clientY: number): number | null;
  stop(): void;
}

const MANY = 20;

function sameForm(a: Shown, b: Shown): boolean {
  const [one, two] = [a.design, b.design];
  return (
    a.view === b.view &&
    one.layout === two.layout &&
    one.legends === two.legends &&
    one.profile === two.profile &&
    one.caseStyle === two.caseStyle &&
    (['case', 'plate', 'weight'] as const).every(
      (zone) => one.zones[zone].hex === two.zones[zone].hex,
    )
  );
}

function sameColours(one: Design, two: Design, index: number): boolean {
  if (one.zones === two.zones && one.keys[index] === two.keys[index]) return true;
  return (
    capPaint(one, index).hex === capPaint(two, index).hex &&
    legendPaint(one, index).hex === legendPaint(two, index).hex
  );
}

/** The drawing without its keys, and in which order those hide one another. */
function takeKeysOff(drawing: DocumentFragment): { ground: Element | null; order: number[] } {
  const ground = drawing.firstElementChild;
  // Its size is the page's.
  ground?.removeAttribute('width');
  ground?.removeAttribute('height');
  const drawn = [...drawing.querySelectorAll('[data-key]')];
  for (const key of drawn) key.remove();
  return { ground, order: drawn.map((key) => Number(key.getAttribute('data-key'))) };
}

export function boardCanvas(host: HTMLElement): BoardCanvas {
  let shown: Shown | null = null;
  let prepared: PreparedBoard | null = null;
  let keys: DeskKeys = { order: [], shapes: new Map() };
  let desk: DeskCanvas | null = null;

  function read(design: Design, index: number): KeyShapes | null {
    if (prepared === null) return null;
    const colours = { cap: capPaint(design, index).hex, legend: legendPaint(design, index).hex };
    const shapes = keyShapes(drawKey(prepared, index, colours));
    if (shapes !== null) keys.shapes.set(index, shapes);
    return shapes;
  }

  function drawWhole({ design, view }: Shown): void {
    const spec = designBoard(design, { view, idPrefix: 'desk' });
    prepared = prepareBoard(spec);
    const { ground, order } = takeKeysOff(svgNodes(drawBoard(spec)));
    keys = { order, shapes: new Map() };
    for (const index of order) read(design, index);
    desk?.stop();
    desk = ground === null ? null : deskCanvas(host, ground, keys);
  }

  return {
    show(next) {
      const before = shown;
      shown = next;
      if (before === null || !sameForm(before, next)) {
        drawWhole(next);
        return;
      }
      const changed = [...layoutOf(next.design).keys.keys()].flatMap((index) =>
        sameColours(before.design, next.design, index) ? [] : (read(next.design, index)?.box ?? []),
      );
      // Neighbours share their edges: many are drawn quicker as one part.
      if (changed.length > MANY) desk?.paint(around(changed));
      else for (const box of changed) desk?.paint(box);
    },
    keyNode: (index) => desk?.places.get(index) ?? null,
    keyAt: (clientX, clientY) => desk?.keyAt(clientX, clientY) ?? null,
    stop: () => desk?.stop(),
  };
}
