import type { ReactNode } from 'react';
import type { AnyValues, DeskRow } from '../model/desk-row.ts';
import type { Result } from '#shared/result.ts';
import type { BulkOutcome } from '../model/table-bulk.ts';
import type { RowPatch } from '../model/table-edit.ts';
import type { TablePreferences } from '../model/table-layout.ts';
import type { TableQuery, TableShape } from '../model/table-query.ts';
import type { TableSelection } from '../model/table-selection.ts';
import type { DeskTable } from '../store/desk-table.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export type CellEdit<Values = AnyValues> =
  | {
      readonly kind: 'text';
      text(row: DeskRow<Values>): string;
      readonly parse: (text: string) => Result<unknown, string>;
    }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] };

export type ColumnFilter =
  /** `one` is one of them and nothing else. */
  | { readonly kind: 'choice' | 'one'; readonly choices: readonly Choice[] }
  /** `money` is typed as an amount and kept in minor units. */
  | { readonly kind: 'text' | 'date' | 'number' | 'money' | 'empty' };

export interface TableColumn<Values = AnyValues> {
  readonly name: string;
  readonly title: string;
  readonly width: number;
  readonly align?: 'end';
  readonly filter?: ColumnFilter;
  render?(row: DeskRow<Values>): ReactNode;
  /** For the export, and shown where `render` is missing. */
  text(row: DeskRow<Values>): string;
  readonly edit?: CellEdit<Values>;
  readonly startsHidden?: boolean;
  /** What rows are told apart by without showing it. */
  readonly isFilterOnly?: boolean;
}

/** @example const columns: ColumnsOf<typeof poolTable> = [] */
export type ColumnsOf<Table> =
  Table extends DeskTable<infer Values> ? readonly TableColumn<Values>[] : never;

/** What the columns of a table are called, and how a value reads that stands beside another. */
export interface ColumnWords {
  readonly titleOf: (column: string) => string;
  readonly valueOf: (column: string, value: unknown) => string;
}

/** What a table can be told; the store of a desk can do all of it. */
export interface TableActions {
  /** What its views and columns are kept under. */
  readonly name: string;
  readonly shape: TableShape;
  readonly ask: (query: TableQuery) => Promise<void>;
  readonly reload: () => Promise<void>;
  readonly loadMore: () => Promise<void>;
  readonly loadEarlier: () => Promise<void>;
  readonly select: (selection: TableSelection) => void;
  readonly prefer: (preferences: TablePreferences) => void;
  readonly hideUnread: () => void;
  saveCell(row: DeskRow, patch: RowPatch): Promise<boolean>;
  readonly settleConflict: (keepMine: boolean) => Promise<void>;
}

export interface BulkAction<Values = AnyValues> {
  readonly name: string;
  readonly title: string;
  readonly explains: string;
  readonly danger?: boolean;
  /** Before its dialog is shown. */
  readonly onOpen?: () => void;
  /** More to say before it runs: a state, a reason. */
  readonly fields?: ReactNode;
  /** Null when it may run, otherwise what is missing. */
  readonly blocked?: string | null;
  whyNot(row: DeskRow<Values>): string | null;
  nameOf(row: DeskRow<Values>): string;
  run(
    rows: readonly DeskRow<Values>[],
    signal: AbortSignal,
    onOutcome: (outcome: BulkOutcome) => void,
  ): Promise<void>;
  readonly undo?: BulkUndo<Values>;
}

export interface BulkUndo<Values = AnyValues> {
  /** What stays of what is done to this row, and what to do about a mistake; null where it can be taken back. */
  stays(row: DeskRow<Values>): string | null;
  /** Takes back what was done to rows of which nothing stays. */
  run: BulkAction<Values>['run'];
}
