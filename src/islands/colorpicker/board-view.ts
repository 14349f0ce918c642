/** Keeps one drawn board true to a design: whole where its form changes, key by key where only colours do. */
import { drawBoard, drawKey } from '#domain/board/draw-board.ts';
import { prepareBoard, type PreparedBoard } from '#domain/board/prepare-board.ts';
import type { BoardView } from '#domain/board/board-spec.ts';
import { designBoard } from '#domain/design-picture.ts';
import { capPaint, layoutOf, legendPaint, type Design } from '#domain/design.ts';
import { svgNodes } from './svg-nodes.ts';

export interface Shown {
  readonly design: Design;
  readonly view: BoardView;
}

export interface BoardCanvas {
  show(next: Shown): void;
  keyNode(index: number): Element | null;
}

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

export function boardCanvas(host: HTMLElement): BoardCanvas {
  let shown: Shown | null = null;
  let prepared: PreparedBoard | null = null;
  let nodes = new Map<number, Element>();

  function drawWhole({ design, view }: Shown): void {
    const spec = designBoard(design, { view, idPrefix: 'desk' });
    prepared = prepareBoard(spec);
    host.replaceChildren(svgNodes(drawBoard(spec)));
    const svg = host.firstElementChild;
    svg?.setAttribute('aria-hidden', 'true');
    svg?.removeAttribute('width');
    svg?.removeAttribute('height');
    nodes = new Map();
    for (const node of host.querySelectorAll('[data-key]'))
      nodes.set(Number(node.getAttribute('data-key')), node);
  }

  function drawOne(design: Design, index: number): void {
    const old = nodes.get(index);
    if (prepared === null || old === undefined) return;
    const colours = { cap: capPaint(design, index).hex, legend: legendPaint(design, index).hex };
    const made = svgNodes(drawKey(prepared, index, colours)).firstElementChild;
    if (made === null) return;
    // The group stays, so that a pointer that is on it does not leave it.
    old.replaceChildren(...made.children);
    nodes.set(index, old);
  }

  return {
    show(next) {
      const before = shown;
      shown = next;
      if (before === null || !sameForm(before, next)) {
        drawWhole(next);
        return;
      }
      for (const index of layoutOf(next.design).keys.keys()) {
        const [cap, legend] = [capPaint(next.design, index), legendPaint(next.design, index)];
        const isSame =
          cap.hex === capPaint(before.design, index).hex &&
          legend.hex === legendPaint(before.design, index).hex;
        if (!isSame) drawOne(next.design, index);
      }
    },
    keyNode: (index) => nodes.get(index) ?? null,
  };
}
