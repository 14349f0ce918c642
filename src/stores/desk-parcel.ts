/** The only place that says how a parcel is tried on the shipping desk. */
import { atom } from 'nanostores';
import { readDeskRows } from '#backend/desk-rows.ts';
import { quoteCart } from '#backend/quote-cart.ts';
import type { Quote } from '#domain/quote.ts';

export const $trial = atom<
  | { readonly kind: 'none' | 'asking' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'quoted'; readonly quote: Quote }
>({ kind: 'none' });

/** What a buyer would be asked for these goods in that country, now. */
export async function tryParcel(skus: readonly string[], country: string): Promise<void> {
  $trial.set({ kind: 'asking' });
  const value = `(${skus.map((sku) => JSON.stringify(sku)).join(',')})`;
  const found = await readDeskRows({
    table: 'variants',
    columns: 'id,sku',
    conditions: [{ column: 'sku', operator: 'in', value }],
  });
  if (!found.ok || found.value.length === 0) {
    $trial.set({
      kind: 'failed',
      message: found.ok ? 'No such SKU in the shop.' : found.error.message,
    });
    return;
  }
  const lines = found.value.map(({ id, values }) => ({
    variantId: id,
    quantity: skus.filter((sku) => sku === values['sku']).length,
    options: {},
    designId: null,
    offerId: null,
  }));
  const quoted = await quoteCart({ lines, country, code: null, shippingMethodId: null });
  $trial.set(
    quoted.ok
      ? { kind: 'quoted', quote: quoted.value }
      : { kind: 'failed', message: quoted.error.message },
  );
}
