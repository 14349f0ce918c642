/**
 * Invariant: an old address leads straight to where the page is now, never to another old one.
 */
import { guideOf } from '#features/catalogue/model/build-guide.ts';
import { productPath, routes } from '#routes.ts';
import { groupedBy, rowsOf } from './rows.ts';

export interface OldAddress {
  readonly from: string;
  readonly to: string;
}

export async function readOldAddresses(): Promise<readonly OldAddress[]> {
  const products = new Map((await rowsOf('products')).map((product) => [product.id, product]));
  const files = await groupedBy('productFiles', ({ productId: id }) => id);
  const updates = new Map((await rowsOf('updates')).map((update) => [update.id, update]));
  return (await rowsOf('urlRedirects')).flatMap(({ oldUrl, productId, updateId }) => {
    const product = products.get(productId ?? '');
    if (product !== undefined) {
      const from = productPath({ kind: product.kind, url: oldUrl });
      const to = productPath(product);
      const page = { from, to };
      const guide = { from: routes.guide(from), to: routes.guide(to) };
      return guideOf(files(product.id)) === null ? [page] : [page, guide];
    }
    const update = updates.get(updateId ?? '');
    if (update === undefined) return [];
    return [{ from: routes.update(oldUrl), to: routes.update(update.url) }];
  });
}
