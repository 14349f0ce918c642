import type { AnyValues, DeskRow } from './desk-row.ts';
import type { RowConflict } from './table-edit.ts';
import { noPreferences, type TablePreferences } from './table-layout.ts';
import { defaultQuery, type TableQuery, type TableShape } from './table-query.ts';
import { nothingChosen, type TableSelection } from './table-selection.ts';

export type TableLoad =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string };

export interface TableState<Values = AnyValues> {
  readonly query: TableQuery;
  readonly rows: readonly DeskRow<Values>[];
  readonly load: TableLoad;
  readonly hasMore: boolean;
  /** How many of those that fit the search are looked at; null where it is all of them. */
  readonly bestOf: number | null;
  readonly hasEarlier: boolean;
  readonly isLoadingMore: boolean;
  readonly selection: TableSelection;
  readonly preferences: TablePreferences;
  /** What was stored of them and could not be read, until somebody has seen that. */
  readonly unreadPreferences: string | null;
  /** The row that is being saved, so that its cell can say so. */
  readonly savingId: string | null;
  readonly conflict: RowConflict | null;
  readonly saveProblem: string | null;
}

export function emptyTable(shape: TableShape): TableState {
  return {
    query: defaultQuery(shape),
    rows: [],
    load: { kind: 'loading' },
    hasMore: false,
    bestOf: null,
    hasEarlier: false,
    isLoadingMore: false,
    selection: nothingChosen,
    preferences: noPreferences,
    unreadPreferences: null,
    savingId: null,
    conflict: null,
    saveProblem: null,
  };
}
