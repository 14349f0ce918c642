/**
 * Invariant: taking a change back alters the form alone; it is written, or refused, like anything else
 * that an editor types.
 */
import { numberOf, plainText, type DeskRow } from '#desk-kit/model/desk-row.ts';
import {
  newPart,
  patchPart,
  patchProduct,
  removePart,
  type ProductForm,
  type ProductPart,
} from './product-form.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What is written by itself, beside the form: told here, and put back where it was typed if anywhere. */
export const asideParts = ['batches', 'kits', 'prices', 'stock'] as const;
export type AsidePart = (typeof asideParts)[number];
export type HistoryPart = ProductPart | AsidePart | 'product';

export interface ProductChange {
  readonly id: number;
  readonly at: string;
  readonly who: string;
  readonly part: HistoryPart;
  readonly rowId: string;
  readonly action: 'insert' | 'update' | 'delete';
  /** Of an update, the fields that it changed; else the whole row, or nothing. */
  readonly before: Fields;
  readonly after: Fields;
}

export interface HistoryPage {
  readonly changes: readonly ProductChange[];
  readonly hasMore: boolean;
}

/** What one person wrote in one go. */
export interface ProductSave {
  readonly at: string;
  readonly who: string;
  readonly changes: readonly ProductChange[];
}

/** @example savesOf(changes)[0] // the newest save, its changes newest first */
export function savesOf(changes: readonly ProductChange[]): readonly ProductSave[] {
  const saves: { at: string; who: string; changes: ProductChange[] }[] = [];
  for (const change of changes.filter(isTold)) {
    const last = saves.at(-1);
    if (last?.at === change.at && last.who === change.who) last.changes.push(change);
    else saves.push({ at: change.at, who: change.who, changes: [change] });
  }
  return saves;
}

/** Facts of the database about a row that a form neither shows nor writes. */
const unwritten: ReadonlySet<string> = new Set([
  'id',
  'version',
  'created_at',
  'updated_at',
  'settled_at',
  // Orders count these, whoever makes them.
  'ordered_count',
  'waiting_count',
  'settled_count',
  'allocated',
]);

const written = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([column]) => !unwritten.has(column)));

export interface FieldChange {
  readonly column: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What there is to read of a change: nothing of what stayed empty. */
export function fieldChanges({ before, after, part }: ProductChange): readonly FieldChange[] {
  const columns = new Set([...Object.keys(written(before)), ...Object.keys(written(after))]);
  return [...columns]
    .map((column) => ({ column, before: before[column], after: after[column] }))
    .filter((field) => plainText(field.before) !== plainText(field.after))
    .filter(({ column }) => part === 'product' || !column.endsWith('_id'));
}

const isTold = (change: ProductChange): boolean =>
  change.action !== 'update' || fieldChanges(change).length > 0;

export const isAside = (part: HistoryPart): part is AsidePart =>
  asideParts.some((each) => each === part);

/** What stands in the form of a batch, which is saved by itself. */
const typedInBatch: ReadonlySet<string> = new Set([
  'title',
  'note',
  'opens_at',
  'closes_at',
  'eta',
  'cancel_until',
  'change_options_until',
  'change_address_until',
]);

/** Why it stands in the history and can't be put back from there, or null. */
export function whyNotBack({ part, action }: ProductChange, column?: string): string | null {
  if (part === 'stock') return 'Stock is recounted, never restored: its ledger keeps every change.';
  if (part === 'kits' || part === 'prices')
    return 'Buyers saw this price. Change the kit itself and they keep the better price.';
  if (part !== 'batches') return null;
  if (action !== 'update') return 'A batch with orders can’t be removed.';
  if (column === 'stage') return 'A batch can’t go back to an earlier stage.';
  return column !== undefined && typedInBatch.has(column) ? null : 'It follows from the stages.';
}

/** The form with one change, or one field of it, as it was before; the same form where it can't be. */
export function takeBack(form: ProductForm, change: ProductChange, column?: string): ProductForm {
  const { part, rowId, action } = change;
  if (isAside(part)) return form;
  const before = written(change.before);
  const patch = column === undefined ? before : { [column]: before[column] };
  if (part === 'product') return action === 'update' ? patchProduct(form, patch) : form;
  const isThere = form[part].some(({ id }) => id === rowId);
  if (action === 'insert') return removePart(form, part, rowId);
  if (isThere) return inOrder(patchPart(form, part, rowId, patch), part);
  if (action === 'update' || !hasGround(form, part, before)) return form;
  return inOrder({ ...form, [part]: [newPart(rowId, before), ...form[part]] }, part);
}

/** A value needs its option, a rule both of its values. */
function hasGround(form: ProductForm, part: ProductPart, fields: Fields): boolean {
  const has = (rows: readonly DeskRow[], id: unknown) => rows.some((row) => row.id === id);
  if (part === 'values') return has(form.options, fields['option_id']);
  if (part !== 'rules') return true;
  return has(form.values, fields['value_id']) && has(form.values, fields['other_value_id']);
}

/** Among its siblings where it stood, with the numbers that all of them have. */
function inOrder(form: ProductForm, part: ProductPart): ProductForm {
  const place = (row: DeskRow) => numberOf(row, 'position') ?? 0;
  return { ...form, [part]: form[part].toSorted((one, other) => place(one) - place(other)) };
}

/** Whether it is visible, and from when on, is decided anew each time and never comes along. */
const decidedAnew = ['status', 'publish_at'] as const;

/** The form as the product was after the save with this index: all later ones taken back, newest first. */
export function asAfter(
  form: ProductForm,
  saves: readonly ProductSave[],
  index: number,
): ProductForm {
  const later = saves.slice(0, index).flatMap(({ changes }) => changes);
  const before = later.reduce((rest, change) => takeBack(rest, change), form);
  const kept = Object.fromEntries(
    decidedAnew.map((column) => [column, form.product.values[column]]),
  );
  return patchProduct(before, kept);
}
