import { map } from 'nanostores';
import {
  deleteDeskRows,
  insertDeskRow,
  readDeskRows,
  updateDeskRow,
} from '#desk-kit/api/desk-rows.ts';
import { readProduct, saveProduct } from '../api/products.ts';
import {
  pictureFile,
  pictureLink,
  releasePictures,
  storePicture,
} from '../api/product-pictures.ts';
import { releaseSounds, soundLink, storeSound } from '../api/product-sounds.ts';
import { poolsLike, readPools, type PoolRow } from '../api/product-pools.ts';
import { batchColumns, type BatchRow } from '#features/batches/model/batch-desk.ts';
import type { Row, ValuesOf } from '#shared/backend/given.ts';
import { textOf, type DeskRow, type Draft } from '#desk-kit/model/desk-row.ts';
import {
  changesOf,
  duplicateForm,
  emptyForm,
  isChanged,
  type PartDraft,
  type ProductForm,
} from '../model/form/product-form.ts';
import {
  conflictsOf,
  overConflicts,
  readAnew,
  typedSince,
  type PartConflict,
} from '../model/form/product-conflict.ts';
import { blockingProblems } from '../model/form/product-problems.ts';
import { conflictOf, type RowConflict, type RowPatch } from '#desk-kit/model/table-edit.ts';
import { forgetDraft, keepDraft, keptDraft } from './desk-product-draft.ts';
import { askedAgain, takesAway } from '#desk-kit/store/desk-refusal.ts';
import { notify } from '#desk-kit/store/desk-notices.ts';
import { notifyChanged } from '#desk-kit/store/undo-change.ts';
import { whileLookedAt } from '#shared/while-looked-at.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { isUuid } from '#shared/uuid.ts';

const classColumns = 'code,title';
export type TaxClassRow = DeskRow<ValuesOf<'tax_classes', typeof classColumns>>;

export type ProductDesk =
  | { readonly status: 'closed' }
  | { readonly status: 'loading'; readonly id: string }
  | { readonly status: 'failed'; readonly id: string; readonly message: string }
  | {
      readonly status: 'open';
      readonly saved: ProductForm;
      readonly form: ProductForm;
      /** What was typed at an earlier visit and never saved. */
      readonly kept: ProductForm | null;
      readonly isSaving: boolean;
      /** What was sent and could not be read since it is stored: read before more is saved over it. */
      readonly unread: ProductForm | null;
      readonly message: string | null;
      /** Why the last thing that was tried did not happen. */
      readonly problem: string | null;
      readonly conflicts: readonly PartConflict[];
      readonly batches: readonly BatchRow[];
      readonly pools: readonly PoolRow[];
      readonly taxClasses: readonly TaxClassRow[];
      /** Which groups other goods are in. */
      readonly shipGroups: readonly string[];
      /** The variants that a raffle or another list gives; null where that is not known. */
      readonly listed: ReadonlySet<string> | null;
    };

type Open = Extract<ProductDesk, { readonly status: 'open' }>;

export const $productDesk = map<ProductDesk>({ status: 'closed' });

const links = new Map<string, Promise<string>>();

function openWith(saved: ProductForm, form: ProductForm, more: Partial<Open> = {}): void {
  $productDesk.set({
    status: 'open',
    saved,
    form,
    kept: null,
    isSaving: false,
    unread: null,
    message: null,
    problem: null,
    conflicts: [],
    batches: [],
    pools: [],
    taxClasses: [],
    shipGroups: [],
    listed: null,
    ...more,
  });
}

function change(patch: Partial<Open>): void {
  const desk = $productDesk.get();
  if (desk.status === 'open') $productDesk.set({ ...desk, ...patch });
}

/** What was counted stands there at once; it is no part of the form. */
export function putPool(pool: PoolRow): void {
  const desk = $productDesk.get();
  if (desk.status !== 'open') return;
  change({ pools: withPools(desk.pools, [pool]) });
}

/** What was read last stands, and what was read before and not again stays. */
function withPools(known: readonly PoolRow[], now: readonly PoolRow[]): readonly PoolRow[] {
  return [...new Map([...known, ...now].map((pool) => [pool.id, pool])).values()];
}

const poolIdsIn = (forms: readonly (ProductForm | null)[]): readonly string[] =>
  forms.flatMap((form) => (form?.variants ?? []).map((row) => textOf(row, 'stock_pool_id')));

interface FoundPool {
  readonly id: string;
  readonly title: string;
  readonly note: string;
}

/** What a variant may be taken from: piles that are to be made with this product, and those of the shop. */
export async function findPools(
  text: string,
  signal: AbortSignal,
): Promise<Result<readonly FoundPool[], string>> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const read = await poolsLike(words, signal);
  if (!read.ok) return fail(read.error.message);
  const desk = $productDesk.get();
  if (desk.status !== 'open') return succeed([]);
  change({ pools: withPools(desk.pools, read.value) });
  const suggestion = (pool: PartDraft<'pools'>) => ({
    id: pool.id,
    title: textOf(pool, 'title'),
    note: textOf(pool, 'code'),
  });
  const made = desk.form.pools
    .map(suggestion)
    .filter(({ title, note }) =>
      words.every((word) => `${note} ${title}`.toLowerCase().includes(word)),
    );
  return succeed([...made, ...read.value.map(suggestion)]);
}

/** A newer reading is on its way, or has come. */
let readings = 0;

type FormsToCome = Promise<readonly (ProductForm | null)[]>;

/** With the stock of these forms: a shop may have more than could be read. */
async function readAround(id: string, forms: FormsToCome) {
  readings += 1;
  const conditions = [{ column: 'product_id', operator: 'eq', value: id }];
  const [batches, pools, lists, taxClasses, grouped] = await Promise.all([
    readDeskRows({ table: 'batches', columns: batchColumns, conditions, order: 'number' }),
    forms.then((read) => readPools(poolIdsIn(read))),
    readDeskRows({ ...listed, conditions: [...conditions, ...onList] }),
    readDeskRows({ table: 'tax_classes', columns: classColumns, order: 'position', key: ['code'] }),
    readDeskRows(ownGroups),
  ]);
  readings += 1;
  const problem = batches.ok && pools.ok ? null : aroundIsMissing;
  const desk = $productDesk.get();
  // What was read before still stands when a later look fails.
  const known = desk.status === 'open' && desk.saved.product.id === id ? desk : null;
  return {
    batches: batches.ok ? batches.value : (known?.batches ?? []),
    pools: pools.ok ? pools.value : (known?.pools ?? []),
    taxClasses: taxClasses.ok ? taxClasses.value : (known?.taxClasses ?? []),
    shipGroups: grouped.ok ? groupsOf(grouped.value) : (known?.shipGroups ?? groupsOf([])),
    listed: lists.ok ? new Set(lists.value.map((row) => row.id)) : (known?.listed ?? null),
    problem,
  };
}

const listed = { table: 'availability', columns: 'variant_id', key: ['variant_id'] } as const;
const onList = [{ column: 'list_status', operator: 'in', value: '(open,closed,frozen,drawn)' }];

const ownGroups = {
  table: 'products',
  columns: 'id,ship_group',
  conditions: [{ column: 'ship_group', operator: 'neq', value: 'stock' }],
  order: 'ship_group',
  limit: 500,
} as const;

const groupsOf = (
  rows: readonly DeskRow<Pick<Row<'products'>, 'ship_group'>>[],
): readonly string[] => [...new Set(['stock', ...rows.map(({ values }) => values.ship_group)])];

const countsMs = 20_000;

/** What is ordered and in stock goes on while an editor writes: those counts alone are read again. */
export const followCounts = (): (() => void) => whileLookedAt(() => void readCounts(), countsMs);

async function readCounts(): Promise<void> {
  const desk = $productDesk.get();
  if (desk.status !== 'open' || desk.saved.product.version === null) return;
  const { id } = desk.saved.product;
  readings += 1;
  const reading = readings;
  const conditions = [{ column: 'product_id', operator: 'eq', value: id }];
  const [batches, pools] = await Promise.all([
    readDeskRows({ table: 'batches', columns: batchColumns, conditions, order: 'number' }),
    readPools(poolIdsIn([desk.saved, desk.form, desk.kept])),
  ]);
  const now = $productDesk.get();
  if (now.status !== 'open' || now.saved.product.id !== id || reading !== readings) return;
  const counted = {
    batches: batches.ok ? withKitsOf(now.batches, batches.value) : now.batches,
    pools: pools.ok ? withPools(now.pools, pools.value) : now.pools,
  };
  const isSame =
    JSON.stringify([now.batches, now.pools]) === JSON.stringify(Object.values(counted));
  if (!isSame) change(counted);
}

/** The rest of a batch stays what was read first, or a form would save over what others changed since. */
function withKitsOf(batches: readonly BatchRow[], now: readonly BatchRow[]): readonly BatchRow[] {
  const kitsById = new Map(now.map(({ id, values }) => [id, values.kits]));
  return batches.map((batch) => {
    const kits = kitsById.get(batch.id) ?? batch.values.kits;
    return { ...batch, values: { ...batch.values, kits } };
  });
}

const aroundIsMissing = 'Its batches and stock could not be loaded. Reload the page to see them.';
export async function openProduct(id: string): Promise<void> {
  links.clear();
  if (!isUuid(id)) {
    $productDesk.set({ status: 'failed', id, message: 'There is no such product.' });
    return;
  }
  $productDesk.set({ status: 'loading', id });
  const reading = readProduct(id);
  const forms = reading.then((read) => (read.ok ? [read.value, keptDraft(read.value)] : []));
  const [read, around] = await Promise.all([reading, readAround(id, forms)]);
  const desk = $productDesk.get();
  if (desk.status !== 'loading' || desk.id !== id) return;
  if (!read.ok) $productDesk.set({ status: 'failed', id, message: read.error.message });
  else openWith(read.value, read.value, { ...around, kept: keptDraft(read.value) });
}

/** Under the eyes of whoever saved it: what they typed since then stands over what is stored now. */
async function readSaved(sent: ProductForm): Promise<void> {
  const { id } = sent.product;
  links.clear();
  const reading = readProduct(id);
  const forms = reading.then((read) => (read.ok ? [read.value] : []));
  const [read, around] = await Promise.all([reading, readAround(id, forms)]);
  const now = $productDesk.get();
  if (now.status !== 'open' || now.saved.product.id !== id) return;
  if (!read.ok) {
    if (takesAway(read.error))
      $productDesk.set({ status: 'failed', id, message: read.error.message });
    else change({ isSaving: false, unread: sent, problem: notReadAgain });
    return;
  }
  const form = now.form === sent ? read.value : typedSince(sent, now.form, read.value);
  keepDraft(read.value, form);
  openWith(read.value, form, { ...around, pools: withPools(now.pools, around.pools) });
}

const notReadAgain =
  'This product could not be loaded again. What you typed is kept, and it is loaded again before the next save.';

const isUnread = (): boolean => {
  const desk = $productDesk.get();
  return desk.status === 'open' && desk.unread !== null;
};

/** What is stored has other versions than what is shown: more of it would be refused. */
async function readUnread(): Promise<void> {
  const desk = $productDesk.get();
  if (desk.status !== 'open' || desk.unread === null || desk.isSaving) return;
  change({ isSaving: true });
  await readSaved(desk.unread);
}

export async function startProduct(): Promise<void> {
  const empty = emptyForm(crypto.randomUUID());
  openWith(empty, empty);
  const { pools: _, ...around } = await readAround(empty.product.id, Promise.resolve([]));
  change(around);
}

export async function startDuplicate(): Promise<void> {
  const desk = $productDesk.get();
  if (desk.status !== 'open') return;
  const copy = duplicateForm(desk.saved, () => crypto.randomUUID());
  openWith(emptyForm(copy.product.id), copy, {
    pools: desk.pools,
    taxClasses: desk.taxClasses,
    shipGroups: desk.shipGroups,
  });
}

export function closeProduct(): void {
  $productDesk.set({ status: 'closed' });
}

export function editProduct(edit: (form: ProductForm) => ProductForm): void {
  const desk = $productDesk.get();
  if (desk.status !== 'open') return;
  const form = edit(desk.form);
  change({ form, message: null, problem: null });
  keepDraft(desk.saved, form);
}

/** False where the form was so already. */
export function restoreInForm(edit: (form: ProductForm) => ProductForm): boolean {
  const desk = $productDesk.get();
  if (desk.status !== 'open' || !isChanged(desk.form, edit(desk.form))) return false;
  editProduct(edit);
  void readCounts();
  return true;
}

export function hasUnsavedProduct(): boolean {
  const desk = $productDesk.get();
  return desk.status === 'open' && isChanged(desk.saved, desk.form);
}

export function restoreDraft(isWanted: boolean): void {
  const desk = $productDesk.get();
  if (desk.status !== 'open' || !desk.kept) return;
  if (!isWanted) forgetDraft(desk.saved);
  change(isWanted ? { form: desk.kept, kept: null } : { kept: null });
}

export function discardChanges(): void {
  const desk = $productDesk.get();
  if (desk.status !== 'open') return;
  forgetDraft(desk.saved);
  const form = desk.unread ?? desk.saved;
  change({ form, message: null, problem: null, conflicts: [] });
}

/** Whether it is gone. What is on sale, or was, stays: the database refuses. */
export async function deleteOpenDraft(): Promise<boolean> {
  const desk = $productDesk.get();
  if (desk.status !== 'open' || desk.isSaving) return false;
  const { product } = desk.saved;
  change({ isSaving: true, message: null, problem: null });
  const gone = await deleteDeskRows('products', [
    { column: 'id', operator: 'eq', value: product.id },
    { column: 'version', operator: 'eq', value: String(product.version) },
  ]);
  if (!gone.ok || gone.value === 0) {
    const problem = gone.ok ? draftChanged : askedAgain(gone.error);
    change({ isSaving: false, problem });
    return false;
  }
  forgetDraft(desk.saved);
  closeProduct();
  notify(`“${textOf(product, 'title')}” is deleted.`);
  return true;
}

const draftChanged =
  'Not deleted: someone else has changed or deleted it. Open it again to see what it is now.';

export const tellOfProduct = (said: Partial<Pick<Open, 'message' | 'problem'>>): void =>
  change(said);

/** Gives the id when it is written, as it stands in the form or as something else is made of it. */
export async function saveOpenProduct(
  asSent = (form: ProductForm): ProductForm => form,
): Promise<string | null> {
  if (isUnread()) await readUnread();
  const open = $productDesk.get();
  if (open.status !== 'open' || open.isSaving || open.unread !== null) return null;
  const desk = { ...open, form: asSent(open.form) };
  const [first] = blockingProblems(desk.form);
  if (first) {
    change({ problem: `Not saved: ${first.message}` });
    return null;
  }
  change({ isSaving: true, message: null, problem: null, conflicts: [] });
  const written = await saveProduct(changesOf(desk.saved, desk.form));
  if (!written.ok) {
    const { error } = written.error;
    const isLate = error.reason === 'version_conflict';
    const conflicts = isLate ? await conflictsNow(desk, written.error.conflicts) : [];
    const problem = askedAgain(error);
    const sent = conflicts.length > 0 ? { form: desk.form } : {};
    change({
      isSaving: false,
      problem: conflicts.length > 0 ? null : problem,
      conflicts,
      ...sent,
    });
    return null;
  }
  forgetDraft(desk.saved);
  const status = textOf(desk.form.product, 'status');
  const { id } = written.value;
  const files = (
    rows: readonly Draft<Pick<Row<'product_images'>, 'storage_path' | 'turn_path'>>[],
  ) => new Set(rows.flatMap((row) => [textOf(row, 'storage_path'), textOf(row, 'turn_path')]));
  const isOpen = status !== 'draft';
  const pictures = isOpen ? await releasePictures(id, files(desk.form.images)) : null;
  const { sounds } = desk.form;
  const heard = isOpen && sounds.length > 0 ? await releaseSounds(id, files(sounds)) : null;
  await readSaved(open.form);
  change({ message: savedWords(desk) });
  offerUnarchive(desk);
  if (pictures && !pictures.ok) change({ problem: `Its pictures: ${pictures.error.message}` });
  else if (heard && !heard.ok) change({ problem: `Its sounds: ${heard.error.message}` });
  return id;
}

/** Nothing follows from archiving but that it is not sold any more. */
function offerUnarchive(before: Open): void {
  const desk = $productDesk.get();
  if (desk.status !== 'open') return;
  const tell = (table: string, column: string, was: DeskRow | undefined, row: DeskRow) => {
    const [old, now] = [was ?? row, row].map((each) => textOf(each, column));
    if (now !== 'archived' || old === now) return;
    notifyChanged(`“${textOf(row, 'title')}” is archived.`, {
      source: { table, columns: '*' },
      row,
      before: { [column]: old },
      async reload() {
        const open = $productDesk.get();
        if (open.status === 'open') await readSaved(open.saved);
      },
    });
  };
  tell('products', 'status', before.saved.product, desk.saved.product);
  for (const row of desk.saved.variants) {
    const was = before.saved.variants.find(({ id }) => id === row.id);
    tell('variants', 'availability', was, row);
  }
}

function savedWords({ saved, form }: Open): string {
  const isMoved = textOf(saved.product, 'url') !== textOf(form.product, 'url');
  const isKnown = saved.product.version !== null;
  return isMoved && isKnown ? 'Saved. The old URL redirects to the new one.' : 'Saved.';
}

/** Of what was removed here too, which the refusal does not tell. */
async function conflictsNow(
  { saved, form }: Open,
  told: readonly PartConflict[],
): Promise<readonly PartConflict[]> {
  const now = await readProduct(saved.product.id);
  return now.ok ? conflictsOf(saved, form, now.value) : told;
}

/** Theirs: what they saved is shown instead. Mine: what I changed is saved over theirs, which was seen. */
export async function settleProduct(keepMine: boolean): Promise<void> {
  const desk = $productDesk.get();
  if (desk.status !== 'open') return;
  if (!keepMine) {
    forgetDraft(desk.saved);
    await openProduct(desk.saved.product.id);
    return;
  }
  const { saved, form, conflicts } = desk;
  change({
    saved: readAnew(saved, conflicts),
    form: overConflicts(saved, form, conflicts),
    conflicts: [],
  });
  await saveOpenProduct();
}

export async function addPicture(file: Blob, name: string): Promise<string | null> {
  const desk = $productDesk.get();
  if (desk.status !== 'open') return null;
  const stored = await storePicture(`uploads/${desk.form.product.id}/${name}`, file);
  if (!stored.ok) change({ problem: stored.error.message });
  return stored.ok ? stored.value : null;
}

export async function addSound(file: Blob, name: string): Promise<string | null> {
  const desk = $productDesk.get();
  if (desk.status !== 'open') return null;
  const stored = await storeSound(`uploads/${desk.form.product.id}/${name}`, file);
  if (!stored.ok) change({ problem: stored.error.message });
  return stored.ok ? stored.value.path : null;
}

export const readPicture = (path: string): Promise<Blob | null> => pictureFile(path);

export type SavedBatch =
  | { readonly kind: 'saved' | 'failed' }
  /** Somebody else was first: nothing is written, and this is what they made of it. */
  | { readonly kind: 'late'; readonly conflict: RowConflict<Row<'batches'>> };

/** A batch is saved by itself: its moves are facts at once. */
export async function saveBatch(
  batch: Draft<Row<'batches'>>,
  patch: RowPatch,
): Promise<SavedBatch> {
  const isNew = batch.version === null;
  const saved = isNew
    ? await insertDeskRow('batches', patch)
    : await updateDeskRow({ table: 'batches', columns: '*' }, batch, patch);
  const desk = $productDesk.get();
  if (desk.status !== 'open') return { kind: 'failed' };
  if (!saved.ok) {
    change({ problem: askedAgain(saved.error) });
    return { kind: 'failed' };
  }
  const current = 'current' in saved.value && !saved.value.changed ? saved.value.current : null;
  if (current) return { kind: 'late', conflict: conflictOf(patch, batch, current) };
  await readBatchesAgain('The batch is saved.');
  return { kind: 'saved' };
}

/** After something was done to a batch by other means than saving it. */
export async function readBatchesAgain(message: string): Promise<void> {
  const desk = $productDesk.get();
  if (desk.status !== 'open') return;
  const { saved, form } = desk;
  const around = await readAround(saved.product.id, Promise.resolve([saved, form]));
  const now = $productDesk.get();
  if (now.status === 'open')
    change({ message, ...around, pools: withPools(now.pools, around.pools) });
}

/** One promise a path: React waits for it and must find the same one again. */
export const linkOfPicture = (path: string): Promise<string> => linkOf(path, pictureLink);

export const linkOfSound = (path: string): Promise<string> => linkOf(path, soundLink);

function linkOf(path: string, find: (path: string) => Promise<string>): Promise<string> {
  const known = links.get(path) ?? find(path);
  links.set(path, known);
  return known;
}
