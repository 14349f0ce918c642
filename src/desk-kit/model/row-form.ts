import type { DeskRow } from './desk-row.ts';
import type { RowConflict, RowPatch } from './table-edit.ts';

export interface RowFormState {
  /** Null while it is closed; without a version it is a new one. */
  readonly row: DeskRow | null;
  readonly patch: RowPatch;
  readonly isSaving: boolean;
  readonly problem: string | null;
  readonly conflict: RowConflict | null;
}

export const emptyRowForm: RowFormState = {
  row: null,
  patch: {},
  isSaving: false,
  problem: null,
  conflict: null,
};
