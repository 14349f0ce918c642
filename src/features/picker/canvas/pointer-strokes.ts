/** Turns presses and drags over the drawn board into strokes: each key once, one step of undo. */
import { $tool, beginStroke, endStroke } from '../store/design-desk.ts';
import { actOn } from '../ui/paint-actions.ts';

/** A quick drag leaves out keys: points in between are looked at every few pixels. */
const stepPx = 9;

type Point = { readonly x: number; readonly y: number };

/** The points from one place of the pointer to the next, the last one included. */
function pointsBetween(from: Point, to: Point): Point[] {
  const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / stepPx));
  return Array.from({ length: steps }, (_, n) => {
    const share = (n + 1) / steps;
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  });
}

/** `onTouched` is told of each key, so that a walk by keyboard goes on from there. */
export function watchPointer(
  board: HTMLElement,
  keyAt: (clientX: number, clientY: number) => number | null,
  onTouched: (index: number) => void,
): () => void {
  let touched: Set<number> | null = null;
  let last: Point | null = null;

  /** What one event reached is one change: a frame draws once, however quick the hand. */
  function touch(points: readonly Point[]): void {
    const found = new Set<number>();
    for (const { x, y } of points) {
      const index = keyAt(x, y);
      if (index !== null && touched?.has(index) === false) found.add(index);
    }
    for (const index of found) {
      touched?.add(index);
      onTouched(index);
    }
    if (found.size > 0) actOn([...found]);
  }

  function begin(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    beginStroke();
    touched = new Set();
    last = { x: event.clientX, y: event.clientY };
    touch([last]);
    // One press of the others says it all.
    if ($tool.get() !== 'brush') end();
  }

  function move(event: PointerEvent): void {
    if (touched === null || last === null) return;
    // Let go of where no event came from.
    if (event.buttons === 0) return end();
    // Not at the press: whoever presses once needs no hold, and waits for its events.
    if (!board.hasPointerCapture(event.pointerId)) board.setPointerCapture(event.pointerId);
    const points: Point[] = [];
    for (const { clientX: x, clientY: y } of event.getCoalescedEvents?.() ?? [event]) {
      points.push(...pointsBetween(last, { x, y }));
      last = { x, y };
    }
    touch(points);
  }

  function end(): void {
    if (touched === null) return;
    touched = null;
    last = null;
    endStroke();
  }

  const listening = new AbortController();
  const { signal } = listening;
  board.addEventListener('pointerdown', begin, { signal });
  board.addEventListener('pointermove', move, { signal });
  // A hand that left the board before it was held is let go of elsewhere.
  addEventListener('pointerup', end, { signal });
  addEventListener('pointercancel', end, { signal });
  return () => listening.abort();
}
