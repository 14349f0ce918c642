/**
 * Invariant: a row is written only while it is what was read, and only when all of what was typed is a
 * value.
 */
import { map, type MapStore } from 'nanostores';
import {
  deleteDeskRows,
  insertDeskRow,
  keyConditions,
  readDeskRows,
  updateDeskRow,
  type DeskSource,
  type UpdateRow,
} from '../api/desk-rows.ts';
import { putBackRow } from '../api/put-back-row.ts';
import type { Relation, ValuesOf } from '#shared/backend/given.ts';
import type { AnyValues, DeskRow, Draft } from '../model/desk-row.ts';
import { emptyRowForm, type RowFormState } from '../model/row-form.ts';
import { conflictOf } from '../model/table-edit.ts';
import { isUndoable, undoableTables } from '../model/undoable-tables.ts';
import { unreadFault } from '../model/unread.ts';
import { notify } from './desk-notices.ts';
import { askedAgain } from './desk-refusal.ts';
import { notifyChanged } from './undo-change.ts';
import type { DeskTable } from './desk-table.ts';

export interface DeskForm<Values = AnyValues> {
  readonly $state: MapStore<RowFormState<Values>>;
  open(row: DeskRow<Values> | Draft<Values>): void;
  openNew(values: Draft<Values>['values']): void;
  close(): void;
  patch(patch: Draft<Values>['values']): void;
  save(): Promise<void>;
  settle(keepMine: boolean): Promise<void>;
  remove(): Promise<void>;
}

const changedMeanwhile = 'Not removed: someone else changed it. This is the current version.';

/** `update` is for rows that a function of the database changes instead. */
export function createDeskForm<Table extends Relation, Columns extends string>(table: {
  readonly source: DeskSource & { readonly table: Table; readonly columns: Columns };
  reload(): Promise<void>;
}): DeskForm<ValuesOf<Table, Columns>>;
export function createDeskForm<Values>(
  table: Pick<DeskTable<Values>, 'source' | 'reload'>,
  update?: UpdateRow,
): DeskForm<Values>;
export function createDeskForm(
  table: Pick<DeskTable, 'source' | 'reload'>,
  update: UpdateRow = updateDeskRow,
): DeskForm {
  const { source } = table;
  const $state = map<RowFormState>(emptyRowForm);
  const close = () => $state.set(emptyRowForm);
  const fail = (problem: string) => $state.set({ ...$state.get(), isSaving: false, problem });

  async function save(): Promise<void> {
    const { row, patch, isSaving } = $state.get();
    if (!row || isSaving) return;
    const fault = unreadFault(patch);
    if (fault !== null) return fail(fault);
    $state.set({ ...$state.get(), isSaving: true, problem: null });
    if (row.version === null) {
      const made = await insertDeskRow(source.table, { ...row.values, ...patch }, source.key);
      if (!made.ok) return fail(made.error.message);
    } else {
      const saved = await update(source, row, patch);
      if (!saved.ok) return fail(saved.error.message);
      const { changed, current } = saved.value;
      if (!changed && !current) return fail('Someone else has removed it.');
      if (!changed && current) {
        const conflict = conflictOf(patch, row, current);
        $state.set({ ...$state.get(), isSaving: false, conflict });
        return;
      }
      if (changed && update === updateDeskRow && isUndoable(source.table, patch)) {
        const before = Object.keys(patch).map((column) => [column, row.values[column]] as const);
        const { reload } = table;
        notifyChanged('Saved.', {
          source,
          row: changed,
          before: Object.fromEntries(before),
          reload,
        });
      }
    }
    close();
    await table.reload();
  }

  /** Whoever wanted to remove it decides again, over what it is by now; what they typed stays. */
  async function showAgain({ id }: DeskRow): Promise<void> {
    const read = await readDeskRows({ ...source, conditions: keyConditions(source, id) });
    if (!read.ok) return fail(read.error.message);
    const [current] = read.value;
    if (current) $state.setKey('row', current);
    fail(current ? changedMeanwhile : 'Someone else has removed it.');
  }

  async function putBack({ id }: DeskRow): Promise<string | null> {
    const key = keyConditions(source, id).map(({ column, value }) => [column, value] as const);
    const back = await putBackRow(source.table, Object.fromEntries(key));
    if (!back.ok) return askedAgain(back.error);
    await table.reload();
    return null;
  }

  return {
    $state,
    open: (row) => $state.set({ ...emptyRowForm, row }),
    openNew: (values) => $state.set({ ...emptyRowForm, row: { id: 'new', version: null, values } }),
    close,
    patch: (patch) => $state.setKey('patch', { ...$state.get().patch, ...patch }),
    save,
    async settle(keepMine) {
      const { conflict } = $state.get();
      if (!conflict) return;
      const patch = keepMine ? conflict.patch : {};
      $state.set({ ...emptyRowForm, row: conflict.current, patch });
      if (keepMine) await save();
    },
    async remove() {
      const { row } = $state.get();
      if (!row || row.version === null) return close();
      const removed = await deleteDeskRows(source.table, [
        ...keyConditions(source, row.id),
        { column: 'version', operator: 'eq', value: String(row.version) },
      ]);
      if (!removed.ok) return fail(removed.error.message);
      if (removed.value === 0) return showAgain(row);
      close();
      if (undoableTables.includes(source.table)) notify('Removed.', () => putBack(row));
      await table.reload();
    },
  };
}
