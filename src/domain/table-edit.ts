/**
 * The only place that says what to do when two people changed one row. Invariant: what both changed
 * is shown to the second one, and nothing of the first is lost without their saying so.
 */
import { plainText, type DeskRow } from './desk-row.ts';

export type RowPatch = Readonly<Record<string, unknown>>;

export interface FieldClash {
  readonly column: string;
  readonly mine: string;
  readonly theirs: string;
}

export interface RowConflict {
  readonly current: DeskRow;
  readonly patch: RowPatch;
  readonly clashes: readonly FieldClash[];
}

/** Columns that both touched; what only I touched can be saved over their version as it is. */
export function conflictOf(patch: RowPatch, before: DeskRow, current: DeskRow): RowConflict {
  const clashes = Object.entries(patch).flatMap(([column, value]) => {
    const theirs = plainText(current.values[column]);
    const wasChanged = theirs !== plainText(before.values[column]);
    const mine = plainText(value);
    return wasChanged && theirs !== mine ? [{ column, mine, theirs }] : [];
  });
  return { current, patch, clashes };
}
