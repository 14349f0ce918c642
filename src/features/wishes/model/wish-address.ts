import type { Goods } from '#features/cart/model/goods.ts';
import { hasChoice, type Wish } from './wish.ts';

/** The page of a wish, which opens with the choice that was kept. */
export function wishAddress(wish: Wish, goods: Goods | 'missing' | undefined): string {
  const path = wish.path ?? '';
  // Sculpts share a page, where each has its place already.
  if (goods === undefined || goods === 'missing' || path.includes('#') || !hasChoice(wish))
    return path;
  const query = new URLSearchParams();
  const variants = goods.variants.filter(({ id }) => wish.variantIds.includes(id));
  const isKits = goods.variants.some(({ isRequired }) => isRequired);
  const skus = variants.map(({ sku }) => sku.toLowerCase());
  if (skus.length > 0) query.set(isKits ? 'kit' : 'variant', skus.join(','));
  for (const { id, code, values } of goods.options) {
    const value = values.find((each) => each.id === wish.options[id]);
    if (value !== undefined) query.set(code, value.code);
  }
  return `${path}?${query}`.replaceAll('%2C', ',');
}
