import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import {
  chooseRange,
  moveFocus,
  nothingChosen,
  toggleAll,
  toggleRow,
  type CellPlace,
} from '../model/table-selection.ts';
import type { GridProps } from './TableGrid.tsx';

type GridKeys = GridProps & {
  readonly place: CellPlace;
  readonly setPlace: (place: CellPlace) => void;
  readonly editing: CellPlace | null;
  readonly setEditing: (place: CellPlace | null) => void;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly virtual: Virtualizer<HTMLDivElement, Element>;
};

/** The keys of a grid: arrows move, Space chooses, Enter opens or edits, Escape lets go. */
export function useGridKeys(grid: GridKeys) {
  const { state, actions, columns, hasBulk, onOpen, place, setPlace, editing, setEditing } = grid;
  const { scroller, virtual } = grid;
  const wantsFocus = useRef(false);
  const ids = state.rows.map(({ id }) => id);

  useLayoutEffect(() => {
    if (!wantsFocus.current || editing) return;
    const cell = scroller.current?.querySelector<HTMLElement>(
      `[data-cell="${place.row}:${place.column}"]`,
    );
    if (!cell) return;
    wantsFocus.current = false;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  function go(next: CellPlace): void {
    wantsFocus.current = true;
    if (next.row >= 0) virtual.scrollToIndex(next.row);
    setPlace(next);
  }

  function choose(event: KeyboardEvent, id: string): void {
    const { selection } = state;
    actions.select(event.shiftKey ? chooseRange(selection, ids, id) : toggleRow(selection, id));
  }

  return (event: KeyboardEvent) => {
    if (editing || isTyping(event.target)) return;
    const row = state.rows[place.row];
    const column = columns[place.column];
    if (event.key === ' ' && hasBulk && row) choose(event, row.id);
    else if (event.key.toLowerCase() === 'a' && event.ctrlKey && hasBulk) {
      actions.select(toggleAll(nothingChosen, ids));
    } else if (event.key === 'Escape') actions.select(nothingChosen);
    else if ((event.key === 'Enter' || event.key === 'F2') && row) {
      if (isControl(event.target)) return;
      if (column?.edit) setEditing(place);
      else onOpen?.(row);
    } else {
      const size = { rows: state.rows.length, columns: columns.length };
      const next = moveFocus(place, event, size);
      if (!next) return;
      const target = state.rows[next.row];
      if (event.shiftKey && hasBulk && target && row) {
        const { selection } = state;
        const from = selection.pivot === null ? toggleRow(selection, row.id) : selection;
        actions.select(chooseRange(from, ids, target.id));
      }
      go(next);
    }
    event.preventDefault();
  };
}

function isTyping(target: EventTarget): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

/** A button or a link inside of a cell has an Enter of its own. */
function isControl(target: EventTarget): boolean {
  return target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement;
}
