import { atom, computed } from 'nanostores';
import type { RowPatch } from '#desk-kit/model/table-edit.ts';
import { $productDesk } from './desk-product.ts';

/** By the id of the batch. */
export const $typedOfBatches = atom<Readonly<Record<string, RowPatch>>>({});

/** Another product has other batches. */
$productDesk.listen((desk) => {
  if (desk.status !== 'open') $typedOfBatches.set({});
});

export const $hasTypedInBatches = computed($typedOfBatches, (all) =>
  Object.values(all).some((patch) => Object.keys(patch).length > 0),
);

export function typeInBatch(id: string, patch: RowPatch): void {
  const all = $typedOfBatches.get();
  $typedOfBatches.set({ ...all, [id]: { ...all[id], ...patch } });
}

/** All of it, or what was written just now. */
export function forgetTyped(id: string, written?: RowPatch): void {
  const all = $typedOfBatches.get();
  const rest = Object.entries(all[id] ?? {}).filter(
    ([column]) => written !== undefined && !(column in written),
  );
  $typedOfBatches.set({ ...all, [id]: Object.fromEntries(rest) });
}
