/**
 * Invariant: a range goes from the row that was pressed first to the one pressed last, whichever way.
 */
export interface TableSelection {
  readonly chosen: ReadonlySet<string>;
  /** Where a range begins. */
  readonly pivot: string | null;
}

export const nothingChosen: TableSelection = { chosen: new Set(), pivot: null };

export function toggleRow(selection: TableSelection, id: string): TableSelection {
  const chosen = new Set(selection.chosen);
  if (!chosen.delete(id)) chosen.add(id);
  return { chosen, pivot: id };
}

/** With Shift: everything between. @example chooseRange(selection, ids, 'c') */
export function chooseRange(
  selection: TableSelection,
  ids: readonly string[],
  id: string,
): TableSelection {
  const from = selection.pivot === null ? -1 : ids.indexOf(selection.pivot);
  const to = ids.indexOf(id);
  if (from < 0 || to < 0) return toggleRow(selection, id);
  const between = ids.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { chosen: new Set([...selection.chosen, ...between]), pivot: selection.pivot };
}

export function toggleAll(selection: TableSelection, ids: readonly string[]): TableSelection {
  const isWhole = ids.length > 0 && ids.every((id) => selection.chosen.has(id));
  return isWhole ? nothingChosen : { chosen: new Set(ids), pivot: ids[0] ?? null };
}

/** What is chosen among the rows that are there. */
export function keepPresent(selection: TableSelection, ids: readonly string[]): TableSelection {
  const chosen = new Set(ids.filter((id) => selection.chosen.has(id)));
  const { pivot } = selection;
  return { chosen, pivot: pivot !== null && ids.includes(pivot) ? pivot : null };
}

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

const steps: Readonly<Record<string, CellPlace>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
  PageUp: { row: -15, column: 0 },
  PageDown: { row: 15, column: 0 },
};

/** Where a key leads, or null when it leads nowhere. Row −1 is the head. */
export function moveFocus(
  place: CellPlace,
  press: { readonly key: string; readonly ctrlKey: boolean },
  size: { readonly rows: number; readonly columns: number },
): CellPlace | null {
  const bound = ({ row, column }: CellPlace): CellPlace => ({
    row: Math.min(Math.max(row, -1), size.rows - 1),
    column: Math.min(Math.max(column, 0), size.columns - 1),
  });
  if (press.key === 'Home') return bound({ row: press.ctrlKey ? 0 : place.row, column: 0 });
  if (press.key === 'End') {
    return bound({ row: press.ctrlKey ? size.rows - 1 : place.row, column: size.columns - 1 });
  }
  const step = steps[press.key];
  if (step === undefined) return null;
  return bound({ row: place.row + step.row, column: place.column + step.column });
}
