import { atom } from 'nanostores';
import { batchProgress } from '#features/batches/api/batch-progress.ts';
import type { BatchProgress } from '#features/batches/model/batch-progress.ts';
import { $batches } from './desk-orders.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';

export type Filling = { readonly batchId: string } & (
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  /** Null for one that is too old to be told. */
  | { readonly kind: 'ready'; readonly batch: BatchProgress | null }
);

export const $filling = atom<Filling | null>(null);

export async function readFilling(batchId: string): Promise<void> {
  const row = $batches.get().find(({ id }) => id === batchId);
  $filling.set({ kind: 'loading', batchId });
  const read = await batchProgress(row?.values.product_id ?? batchId);
  // Another batch was chosen meanwhile.
  if ($filling.get()?.batchId !== batchId) return;
  $filling.set(
    read.ok
      ? { kind: 'ready', batchId, batch: read.value.find(({ id }) => id === batchId) ?? null }
      : { kind: 'failed', batchId, message: askedAgain(read.error) },
  );
}
