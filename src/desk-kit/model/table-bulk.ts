/** Invariant: every chosen row is in exactly one state, also when the work stops half-way. */
import type { DeskRow } from './desk-row.ts';
import type { BothSides } from './table-edit.ts';

export type BulkOutcome = { readonly id: string } & (
  | { readonly kind: 'done' }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      /** What somebody else has made of it, field by field, where that is why. */
      readonly both?: readonly BothSides[];
    }
  /** Nobody knows whether it happened: the answer did not arrive. */
  | { readonly kind: 'unknown'; readonly reason: string }
);

export interface BulkPreview {
  readonly ready: readonly DeskRow[];
  readonly left: readonly { readonly row: DeskRow; readonly reason: string }[];
}

export function previewBulk(
  rows: readonly DeskRow[],
  whyNot: (row: DeskRow) => string | null,
): BulkPreview {
  const judged = rows.map((row) => ({ row, reason: whyNot(row) }));
  return {
    ready: judged.flatMap(({ row, reason }) => (reason === null ? [row] : [])),
    left: judged.flatMap(({ row, reason }) => (reason === null ? [] : [{ row, reason }])),
  };
}

export interface BulkProgress {
  readonly total: number;
  readonly outcomes: readonly BulkOutcome[];
  readonly isRunning: boolean;
}

export function countOutcomes({ outcomes, total }: BulkProgress) {
  const count = (kind: BulkOutcome['kind']) => outcomes.filter((each) => each.kind === kind).length;
  const done = count('done');
  return {
    done,
    refused: count('refused'),
    unknown: count('unknown'),
    untouched: total - outcomes.length,
  };
}

/** @example chunk([1, 2, 3], 2) // [[1, 2], [3]] */
export function chunk<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
