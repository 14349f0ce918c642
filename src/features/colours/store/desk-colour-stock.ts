import { map } from 'nanostores';
import {
  insertDeskRow,
  readDeskRows,
  updateDeskRow,
  type GuardedUpdate,
} from '#desk-kit/api/desk-rows.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import { stockOfColour, uncountedStock } from '../model/colour-stock.ts';
import { textOf, type DeskRow, type Draft } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import { succeed, type Result } from '#shared/result.ts';
import { emptyRowForm, type RowFormState } from '#desk-kit/model/row-form.ts';
import { conflictOf, type RowPatch } from '#desk-kit/model/table-edit.ts';
import { colourTable, type ColourRow } from './desk-colorways.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';

type Stock = Row<'colour_stock'>;

export interface StockForm extends RowFormState<Stock> {
  /** What became of the last save, in words. */
  readonly said: string;
}

const nothing: StockForm = { ...emptyRowForm, said: '' };
export const $stock = map<StockForm>(nothing);

const source = { table: 'colour_stock', columns: '*' } as const;
/** How the database says that there is such a row already. */
const takenCode = '23505';

export function openStock(colorway: ColourRow): void {
  $stock.set({ ...nothing, row: stockOfColour(colorway) ?? uncountedStock(colorway) });
}

export function patchStock(patch: RowPatch): void {
  $stock.set({ ...$stock.get(), patch: { ...$stock.get().patch, ...patch }, said: '' });
}

async function write(
  row: Draft<Stock>,
  patch: RowPatch,
): Promise<Result<GuardedUpdate<Stock>, BackendError>> {
  if (row.version !== null) return updateDeskRow(source, row, patch);
  const made = await insertDeskRow(source.table, { ...row.values, ...patch });
  if (made.ok) return succeed({ changed: made.value, current: made.value });
  if (made.error.code !== takenCode) return made;
  // Somebody else has counted it first.
  const conditions = [{ column: 'colorway_id', operator: 'eq', value: textOf(row, 'colorway_id') }];
  const read = await readDeskRows({ ...source, conditions });
  return read.ok ? succeed({ changed: null, current: read.value[0] ?? null }) : read;
}

/** The table beside the form shows it too. */
function showInTable({ values: stock }: DeskRow<Stock>): void {
  const id = stock.colorway_id;
  const shown = colourTable.$state.get().rows.find((row) => row.id === id);
  if (shown) colourTable.putRow({ ...shown, values: { ...shown.values, stock } });
}

export async function saveStock(): Promise<void> {
  const before = $stock.get();
  const { row, patch, isSaving } = before;
  if (!row || isSaving) return;
  $stock.set({ ...before, isSaving: true, problem: null, said: '' });
  const written = await write(row, patch);
  const changed = written.ok ? written.value.changed : null;
  if (changed) showInTable(changed);
  // Another colour may be open by now.
  if ($stock.get().row !== row) return;
  if (changed) $stock.set({ ...nothing, row: changed, said: 'The stock is saved.' });
  else $stock.set({ ...$stock.get(), isSaving: false, ...whyNot(row, patch, written) });
}

function whyNot(
  row: Draft<Stock>,
  patch: RowPatch,
  written: Result<GuardedUpdate<Stock>, BackendError>,
): Pick<StockForm, 'problem' | 'conflict'> {
  if (!written.ok) return { problem: askedAgain(written.error), conflict: null };
  const { current } = written.value;
  if (!current) return { problem: 'Someone else has removed this colour.', conflict: null };
  return { problem: null, conflict: conflictOf(patch, row, current) };
}

export async function settleStock(keepMine: boolean): Promise<void> {
  const { conflict } = $stock.get();
  if (!conflict) return;
  showInTable(conflict.current);
  $stock.set({ ...nothing, row: conflict.current, patch: keepMine ? conflict.patch : {} });
  if (keepMine) await saveStock();
}
