import { atom } from 'nanostores';
import { batchProgress } from '#features/batches/api/batch-progress.ts';
import type { BatchProgress } from '#features/batches/model/batch-progress.ts';
import { $productDesk } from './desk-product.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';

export type ProgressState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly batches: readonly BatchProgress[] };

export const $progress = atom<ProgressState>({ kind: 'closed' });

$productDesk.listen((desk) => {
  if (desk.status !== 'open') $progress.set({ kind: 'closed' });
});

export async function readProgress(): Promise<void> {
  const desk = $productDesk.get();
  if (desk.status !== 'open') return;
  const { id } = desk.saved.product;
  $progress.set({ kind: 'loading' });
  const read = await batchProgress(id);
  const now = $productDesk.get();
  if (now.status !== 'open' || now.saved.product.id !== id) return;
  $progress.set(
    read.ok
      ? { kind: 'ready', batches: read.value }
      : { kind: 'failed', message: askedAgain(read.error) },
  );
}
