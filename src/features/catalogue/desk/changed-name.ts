import { kitsOf, type BatchRow } from '#features/batches/model/batch-desk.ts';
import { plainText, textOf } from '#desk-kit/model/desk-row.ts';
import { rowIn } from '../model/form/product-conflict.ts';
import { isAside, type ProductChange } from '../model/form/product-history.ts';
import type { ProductForm } from '../model/form/product-form.ts';

/** What a change was made to, as the screen calls it now, or as it was called then. */
export function changedName(
  form: ProductForm,
  batches: readonly BatchRow[],
  change: ProductChange,
): string {
  const { part, rowId, before, after } = change;
  if (part === 'product') return '';
  if (isAside(part)) return asideName(form, batches, change);
  const row = rowIn(form, part, rowId);
  const said = ['title', 'alt', 'reason', 'label'].flatMap((column) => {
    const value = after[column] ?? before[column];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  const [now] = ['title', 'alt', 'reason', 'label'].flatMap((column) => textOf(row, column) || []);
  return now ?? said[0] ?? '';
}

function asideName(
  form: ProductForm,
  batches: readonly BatchRow[],
  { part, rowId, before, after }: ProductChange,
): string {
  const said = (column: string) => plainText(after[column] ?? before[column]);
  if (part === 'batches') {
    const batch = batches.find(({ id }) => id === rowId);
    return batch?.values.code || said('code');
  }
  if (part === 'stock') {
    const taker = form.variants.find((row) => row.values.stock_pool_id === rowId) ?? null;
    return textOf(taker, 'title') || said('code');
  }
  const [kitId, count] = rowId.split(':');
  const kit = batches.flatMap(kitsOf).find(({ id }) => id === kitId);
  const title = kit?.variant.title ?? '';
  return part === 'prices' ? `${title} from ${count} on` : title;
}
