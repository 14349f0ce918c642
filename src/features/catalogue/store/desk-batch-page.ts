/** The list of group buys, and the page of one. Its product is open behind it: what is done to a batch is done there. */
import { atom } from 'nanostores';
import { batchRecord, batchSums } from '#features/batches/api/batch-record.ts';
import type { BatchRecord, BatchSums } from '#features/batches/model/batch-record.ts';
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import { createDeskTable } from '#desk-kit/store/desk-table.ts';
import { $productDesk, closeProduct, openProduct } from './desk-product.ts';
import { isUuid } from '#shared/uuid.ts';

export const batchTable = createDeskTable({
  name: 'batches',
  source: {
    table: 'batches',
    columns:
      'id,product_id,code,title,stage,opens_at,closes_at,eta,eta_precision,settled_at,version,updated_at,product:products!inner(title),kits:batch_kits(*,variant:variants(sku,title,price_minor,currency),tiers:batch_price_tiers(from_count,price_minor))',
    searched: ['code', 'title'],
    nullable: ['opens_at', 'closes_at', 'eta'],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['code', 'closes_at', 'eta', 'updated_at'],
    filterable: ['stage', 'closes_at', 'product.title'],
    defaultSort: { column: 'updated_at', direction: 'desc' },
  },
});

/** By the id of the batch; missing while they are read, or where they could not be. */
export const $batchSums = atom<ReadonlyMap<string, BatchSums>>(new Map());

let listed = '';
batchTable.$state.listen(({ rows }) => {
  const ids = rows.map((row) => `${row.id} ${row.version}`).join();
  if (ids === listed) return;
  listed = ids;
  void readSums(rows.map(({ id }) => id));
});

async function readSums(ids: readonly string[]): Promise<void> {
  // As many as the shop adds up at once.
  const parts = Array.from({ length: Math.ceil(ids.length / 200) }, (_, part) =>
    ids.slice(part * 200, part * 200 + 200),
  );
  const read = await Promise.all(parts.map((part) => batchSums(part)));
  const sums = read.flatMap((part) => (part.ok ? part.value : []));
  $batchSums.set(
    new Map([...$batchSums.get(), ...sums.map((one) => [one.batch_id, one] as const)]),
  );
}

export type BatchPage =
  | { readonly status: 'closed' }
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly id: string; readonly message: string }
  | { readonly status: 'open'; readonly id: string; readonly record: BatchRecord | null };

export const $batchPage = atom<BatchPage>({ status: 'closed' });

let shown: string | null = null;

export async function showBatch(id: string | null): Promise<void> {
  shown = id;
  if (id === null) {
    closeProduct();
    $batchPage.set({ status: 'closed' });
    return;
  }
  $batchPage.set({ status: 'loading' });
  const conditions = [{ column: 'id', operator: 'eq', value: id }];
  const found = isUuid(id)
    ? await readDeskRows({ table: 'batches', columns: 'id,product_id', conditions, order: 'id' })
    : null;
  if (shown !== id) return;
  if (found !== null && !found.ok) {
    $batchPage.set({ status: 'failed', id, message: found.error.message });
    return;
  }
  const [batch] = found?.value ?? [];
  if (batch === undefined) {
    $batchPage.set({ status: 'failed', id, message: 'There is no such batch.' });
    return;
  }
  await openProduct(batch.values.product_id);
  if (shown === id) await readRecord(id);
}

async function readRecord(id: string): Promise<void> {
  const [record] = await Promise.all([batchRecord(id), readSums([id])]);
  if (shown !== id) return;
  const before = $batchPage.get();
  // What was shown stays where it can't be read anew.
  const kept = before.status === 'open' ? before.record : null;
  $batchPage.set({ status: 'open', id, record: record.ok ? record.value : kept });
}

let batches: unknown = null;
$productDesk.listen((desk) => {
  const now = desk.status === 'open' ? desk.batches : null;
  const isNew = now !== null && batches !== null && now !== batches;
  batches = now;
  if (isNew && shown !== null) void readRecord(shown);
});
