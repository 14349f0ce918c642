import type { AnyValues, Draft } from './desk-row.ts';
import type { RowConflict, RowPatch } from './table-edit.ts';

export interface RowFormState<Values = AnyValues> {
  /** Null while it is closed; without a version it is a new one. */
  readonly row: Draft<Values> | null;
  readonly patch: RowPatch;
  readonly isSaving: boolean;
  readonly problem: string | null;
  readonly conflict: RowConflict<Values> | null;
}

export const emptyRowForm = {
  row: null,
  patch: {},
  isSaving: false,
  problem: null,
  conflict: null,
} as const satisfies RowFormState;
