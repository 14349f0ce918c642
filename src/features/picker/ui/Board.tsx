import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import type { BoardView } from '#drawing/board/board-spec.ts';
import { layoutOf } from '#features/designs/model/design.ts';
import { $design, $tool, redo, say, undo } from '../store/design-desk.ts';
import { Halves } from './Halves.tsx';
import { boardCanvas, type BoardCanvas } from '../canvas/board-view.ts';
import { neighbourKey, pressedKey } from '../canvas/key-travel.ts';
import { actOn, describeKey } from './paint-actions.ts';
import { watchPointer } from '../canvas/pointer-strokes.ts';
import styles from './picker.module.css';

type Props = {
  readonly view: BoardView;
  /** Letters paint the key they stand on, instead of being shortcuts. */
  readonly typing: boolean;
  readonly onTypingEnd: () => void;
};

function shortcut(event: KeyboardEvent): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  const isRedo = event.key === 'y' || (event.key.toLowerCase() === 'z' && event.shiftKey);
  if (isRedo) redo();
  else if (event.key === 'z') undo();
  else return false;
  return true;
}

export function Board({ view, typing, onTypingEnd }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<BoardCanvas>(null);
  const cursor = useRef(0);

  // Before the first paint: a board that came after it would push down everything below.
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const drawn = boardCanvas(element);
    canvas.current = drawn;
    const stopDrawing = $design.subscribe((design) => drawn.show({ design, view }));
    const stopWatching = watchPointer(element, drawn.keyAt, (index) => {
      cursor.current = index;
    });
    return () => {
      stopDrawing();
      stopWatching();
      drawn.stop();
    };
  }, [view]);

  function markCursor(index: number | null): void {
    for (const old of host.current?.querySelectorAll('[data-cursor]') ?? [])
      old.removeAttribute('data-cursor');
    if (index !== null) canvas.current?.keyNode(index)?.setAttribute('data-cursor', '');
  }

  function goTo(index: number): void {
    cursor.current = index;
    markCursor(index);
    canvas.current?.keyNode(index)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    say(describeKey(index));
  }

  function act(index: number): void {
    cursor.current = index;
    markCursor(index);
    actOn([index]);
  }

  function press(event: KeyboardEvent): void {
    if (shortcut(event)) return event.preventDefault();
    if (event.key === 'Tab' || event.ctrlKey || event.metaKey) return;
    if (typing && event.key === 'Escape' && event.shiftKey) return onTypingEnd();
    const meant = typing ? pressedKey(layoutOf($design.get()), event.code) : null;
    if (meant !== null && meant >= 0) {
      event.preventDefault();
      return act(meant);
    }
    const next = neighbourKey(layoutOf($design.get()), cursor.current, event.key);
    if (next !== null) {
      event.preventDefault();
      if (event.shiftKey && $tool.get() === 'brush') act(next);
      else goTo(next);
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      act(cursor.current);
    } else if (event.key === 'Escape' && typing) onTypingEnd();
  }

  return (
    <>
      {/* An application takes keys and focus; the linter counts it among what does not. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={host}
        className={styles['board']}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="The board"
        aria-describedby="board-help"
        aria-roledescription="keyboard to paint"
        data-board
        data-view={view}
        onKeyDown={press}
        // A press focuses too, and has just said what it painted.
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible'))
            goTo(Math.min(cursor.current, layoutOf($design.get()).keys.length - 1));
        }}
        onBlur={() => markCursor(null)}
      />
      <Halves host={host} />
    </>
  );
}
