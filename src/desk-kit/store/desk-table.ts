/** Invariant: an answer that belongs to an older question is thrown away. */
import { map, type MapStore } from 'nanostores';
import type { BackendError } from '#shared/backend/errors.ts';
import { readDeskPage, updateDeskRow, type DeskSource, type OwnSource } from '../api/desk-rows.ts';
import type { Relation, Row, ValuesOf } from '#shared/backend/given.ts';
import type { AnyValues, DeskRow, NameIn } from '../model/desk-row.ts';
import { conflictOf, type RowPatch } from '../model/table-edit.ts';
import { cursorOf } from '../model/table-keyset.ts';
import {
  arePreferencesWhole,
  formatPreferences,
  parsePreferences,
  type TablePreferences,
} from '../model/table-layout.ts';
import type { TableQuery, TableShape } from '../model/table-query.ts';
import { keepPresent, type TableSelection } from '../model/table-selection.ts';
import { emptyTable, type TableState } from '../model/table-state.ts';
import { $setAside, hideAside, recallAside, setAside } from '#shared/set-aside.ts';
import { noticeLostRight } from './staff.ts';

export interface DeskTableParts {
  readonly name: string;
  readonly source: DeskSource;
  readonly shape: TableShape;
  readonly pageSize?: number;
}

export interface DeskTable<Values = AnyValues> {
  readonly name: string;
  readonly $state: MapStore<TableState<Values>>;
  readonly shape: TableShape;
  readonly source: DeskSource<Values>;
  ask(query: TableQuery): Promise<void>;
  reload(): Promise<void>;
  loadMore(): Promise<void>;
  loadEarlier(): Promise<void>;
  select(selection: TableSelection): void;
  prefer(preferences: TablePreferences): void;
  readPreferences(): void;
  hideUnread(): void;
  putRow(row: DeskRow<Values>): void;
  saveCell(row: DeskRow<Values>, patch: RowPatch): Promise<boolean>;
  settleConflict(keepMine: boolean): Promise<void>;
}

/** A row of a table. @example type ListRow = RowOf<typeof listTable>; */
export type RowOf<Table> = Table extends DeskTable<infer Values> ? DeskRow<Values> : never;

interface PartsOf<Source> extends Omit<DeskTableParts, 'source'> {
  readonly source: Source;
}

/** What is sorted, searched and told apart by has to be among what is read. */
type ReadSource<Table extends Relation, Columns extends string> = DeskSource & {
  readonly table: Table;
  readonly columns: Columns;
  readonly searched: readonly (keyof Row<Table> | NameIn<ValuesOf<Table, Columns>>)[];
  readonly nullable: readonly (keyof ValuesOf<Table, Columns>)[];
  readonly tieBreaker: keyof ValuesOf<Table, Columns>;
};

export function createDeskTable<Values>(parts: PartsOf<OwnSource<Values>>): DeskTable<Values>;
export function createDeskTable<Table extends Relation, Columns extends string>(
  parts: PartsOf<ReadSource<Table, Columns>> & {
    readonly shape: { readonly sortable: readonly (keyof ValuesOf<Table, Columns>)[] };
  },
): DeskTable<ValuesOf<Table, Columns>>;
export function createDeskTable(parts: DeskTableParts): DeskTable {
  const { source, shape, pageSize = 100 } = parts;
  const $state = map<TableState>(emptyTable(shape));
  let asking: AbortController | null = null;

  async function read(query: TableQuery, signal: AbortSignal) {
    return readDeskPage(source, query, pageSize, signal);
  }

  async function ask(query: TableQuery): Promise<void> {
    asking?.abort();
    const controller = new AbortController();
    asking = controller;
    $state.set({ ...$state.get(), query, load: { kind: 'loading' }, isLoadingMore: false });
    const page = await read(query, controller.signal);
    if (asking !== controller) return;
    if (!page.ok) {
      fail(page.error);
      return;
    }
    const { anchor } = query;
    const isBackwards = anchor.kind === 'end' || anchor.kind === 'before';
    const { rows, hasMore, bestOf = null } = page.value;
    // Whoever lost the right to a table is not refused: they just find nothing in it any more.
    if (rows.length === 0) noticeLostRight();
    $state.set({
      ...$state.get(),
      rows,
      load: { kind: 'ready' },
      bestOf,
      hasMore: isBackwards ? anchor.kind === 'before' : hasMore,
      hasEarlier: isBackwards ? hasMore : anchor.kind === 'after',
      selection: keepPresent($state.get().selection, idsOf(rows)),
    });
  }

  function fail(error: BackendError): void {
    if (error.kind === 'aborted') return;
    if (error.kind === 'forbidden' || error.kind === 'signed_out') noticeLostRight();
    $state.setKey('load', { kind: 'failed', message: error.message });
    $state.setKey('isLoadingMore', false);
  }

  async function extend(direction: 'after' | 'before'): Promise<void> {
    const { rows, query, load, isLoadingMore } = $state.get();
    const edge = direction === 'after' ? rows.at(-1) : rows[0];
    if (!edge || load.kind !== 'ready' || isLoadingMore) return;
    const controller = asking;
    $state.setKey('isLoadingMore', true);
    const cursor = cursorOf(edge, query, source.tieBreaker);
    const next: TableQuery = { ...query, anchor: { kind: direction, cursor } };
    const page = await read(next, controller?.signal ?? new AbortController().signal);
    if (asking !== controller) return;
    if (!page.ok) {
      fail(page.error);
      return;
    }
    const known = new Set(idsOf(rows));
    const added = page.value.rows.filter(({ id }) => !known.has(id));
    const isAfter = direction === 'after';
    $state.set({
      ...$state.get(),
      rows: isAfter ? [...rows, ...added] : [...added, ...rows],
      isLoadingMore: false,
      ...(isAfter
        ? { hasMore: page.value.hasMore, query: next }
        : { hasEarlier: page.value.hasMore }),
    });
  }

  function putRow(row: DeskRow): void {
    const rows = $state.get().rows.map((each) => (each.id === row.id ? row : each));
    $state.setKey('rows', rows);
  }

  async function saveCell(row: DeskRow, patch: RowPatch): Promise<boolean> {
    $state.set({ ...$state.get(), savingId: row.id, saveProblem: null });
    const saved = await updateDeskRow(source, row, patch);
    $state.setKey('savingId', null);
    if (!saved.ok) {
      if (saved.error.kind === 'forbidden') noticeLostRight();
      $state.setKey('saveProblem', saved.error.message);
      return false;
    }
    const { changed, current } = saved.value;
    if (changed) putRow(changed);
    else if (current) $state.setKey('conflict', conflictOf(patch, row, current));
    else $state.setKey('saveProblem', 'Someone else has removed this row.');
    return changed !== null;
  }

  async function settleConflict(keepMine: boolean): Promise<void> {
    const { conflict } = $state.get();
    $state.setKey('conflict', null);
    if (!conflict) return;
    putRow(conflict.current);
    if (keepMine) await saveCell(conflict.current, conflict.patch);
  }

  const storageKey = `keywright:desk:${parts.name}`;
  return {
    name: parts.name,
    $state,
    shape,
    source,
    ask,
    reload: () => ask({ ...$state.get().query, anchor: { kind: 'start' } }),
    loadMore: () => ($state.get().hasMore ? extend('after') : Promise.resolve()),
    loadEarlier: () => extend('before'),
    select: (selection) => $state.setKey('selection', selection),
    prefer(preferences) {
      $state.setKey('preferences', preferences);
      writeStorage(storageKey, formatPreferences(preferences));
    },
    readPreferences() {
      const stored = readStorage(storageKey);
      if (stored !== null && !arePreferencesWhole(stored)) setAside(storageKey, stored);
      else recallAside(storageKey);
      $state.setKey('unreadPreferences', $setAside.get()[storageKey] ?? null);
      $state.setKey('preferences', parsePreferences(stored));
    },
    hideUnread() {
      hideAside(storageKey);
      $state.setKey('unreadPreferences', null);
    },
    putRow,
    saveCell,
    settleConflict,
  };
}

function idsOf(rows: readonly DeskRow[]): readonly string[] {
  return rows.map(({ id }) => id);
}

/** A full or forbidden storage only means that the next visit starts plain. */
function readStorage(key: string): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

function writeStorage(key: string, text: string): void {
  try {
    globalThis.localStorage?.setItem(key, text);
  } catch {
    // See above.
  }
}
