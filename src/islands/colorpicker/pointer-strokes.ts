/** Turns presses and drags over the drawn board into strokes: each key once, one step of undo. */
import { $tool, beginStroke, endStroke } from '#stores/design-desk.ts';
import { actOn } from './paint-actions.ts';

function keyAt(x: number, y: number): number | null {
  const found = document.elementFromPoint(x, y)?.closest('[data-key]');
  return found ? Number(found.getAttribute('data-key')) : null;
}

/** A quick drag leaves out keys: points in between are looked at every few pixels. */
const stepPx = 9;

/** `onTouched` is told of each key, so that a walk by keyboard goes on from there. */
export function watchPointer(board: HTMLElement, onTouched: (index: number) => void): () => void {
  let touched: Set<number> | null = null;
  let last: { x: number; y: number } | null = null;

  function touch(x: number, y: number): void {
    const index = keyAt(x, y);
    if (index === null || touched === null || touched.has(index)) return;
    touched.add(index);
    onTouched(index);
    actOn(index);
  }

  function begin(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    beginStroke();
    touched = new Set();
    last = { x: event.clientX, y: event.clientY };
    touch(last.x, last.y);
    // One press of the others says it all.
    if ($tool.get() === 'brush') board.setPointerCapture(event.pointerId);
    else end();
  }

  function move(event: PointerEvent): void {
    if (touched === null || last === null) return;
    for (const { clientX: x, clientY: y } of event.getCoalescedEvents?.() ?? [event]) {
      const from: { x: number; y: number } = last;
      const steps = Math.max(1, Math.ceil(Math.hypot(x - from.x, y - from.y) / stepPx));
      for (let step = 1; step <= steps; step += 1) {
        const share = step / steps;
        touch(from.x + (x - from.x) * share, from.y + (y - from.y) * share);
      }
      last = { x, y };
    }
  }

  function end(): void {
    touched = null;
    last = null;
    endStroke();
  }

  const listeners = [
    ['pointerdown', begin],
    ['pointermove', move],
    ['pointerup', end],
    ['pointercancel', end],
  ] as const;
  for (const [name, listen] of listeners) board.addEventListener(name, listen);
  return () => {
    for (const [name, listen] of listeners) board.removeEventListener(name, listen);
  };
}
