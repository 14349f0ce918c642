/**
 * Invariant: what both changed is shown to the second one, and nothing of the first is lost without
 * their saying so.
 */
import { plainText, type AnyValues, type DeskRow, type Draft } from './desk-row.ts';

export type RowPatch = Readonly<Record<string, unknown>>;

/** One field as somebody else left it, beside what was typed over it. */
export interface BothSides {
  readonly key: string;
  readonly name: string;
  /** What both began with, where it is known. */
  readonly before?: string;
  readonly theirs: string;
  readonly mine: string;
}

export interface FieldClash {
  readonly column: string;
  readonly mine: string;
  readonly theirs: string;
}

export interface RowConflict<Values = AnyValues> {
  readonly current: DeskRow<Values>;
  readonly patch: RowPatch;
  readonly clashes: readonly FieldClash[];
}

/** Columns that both touched; what only I touched can be saved over their version as it is. */
export function conflictOf<Values>(
  patch: RowPatch,
  before: Draft<Values>,
  current: DeskRow<Values>,
): RowConflict<Values>;
export function conflictOf(patch: RowPatch, before: DeskRow, current: DeskRow): RowConflict {
  const clashes = Object.entries(patch).flatMap(([column, value]) => {
    const theirs = plainText(current.values[column]);
    const wasChanged = theirs !== plainText(before.values[column]);
    const mine = plainText(value);
    return wasChanged && theirs !== mine ? [{ column, mine, theirs }] : [];
  });
  return { current, patch, clashes };
}

/** Counted with each edit: they say that there was one, not which. */
const counted: ReadonlySet<string> = new Set(['version', 'updated_at']);

/** What was to be written and what somebody else has changed since, whether or not it is the same. */
export function bothSidesOf(patch: RowPatch, before: DeskRow, current: DeskRow): BothSides[] {
  const wordsOf = (row: DeskRow, column: string) => plainText(row.values[column]);
  const theirs = Object.keys(before.values).filter(
    (column) =>
      !(column in patch) &&
      !counted.has(column) &&
      wordsOf(before, column) !== wordsOf(current, column),
  );
  const side = (column: string, mine: string) => ({
    key: column,
    name: column,
    before: wordsOf(before, column),
    theirs: wordsOf(current, column),
    mine,
  });
  return [
    ...Object.entries(patch).map(([column, value]) => side(column, plainText(value))),
    ...theirs.map((column) => side(column, wordsOf(before, column))),
  ];
}
