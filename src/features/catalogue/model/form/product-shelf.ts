/** Kind and category of a product agree; its address follows its title until it is known. */
import { textOf } from '#desk-kit/model/desk-row.ts';
import { patchProduct, type ProductForm, type ProductPatch } from './product-form.ts';
import { retitled } from './variant-options.ts';

const categoryOfKind: Readonly<Record<string, string>> = {
  keyboard: 'keyboard',
  artisan: 'sculpt',
};
const kindOfCategory: Readonly<Record<string, string>> = {
  keyboard: 'keyboard',
  sculpt: 'artisan',
};

/** What kind of page goods of a category have. @example kindOf('cable') // 'product' */
export const kindOf = (category: string): string => kindOfCategory[category] ?? 'product';

/** What is typed of a product, with what follows from it. */
export function patchShelf(form: ProductForm, patch: ProductPatch): ProductForm {
  const { title, kind, category } = patch;
  if (typeof title === 'string') return retitled(form, title);
  if (typeof category === 'string') return patchProduct(form, { category, kind: kindOf(category) });
  if (typeof kind !== 'string') return patchProduct(form, patch);
  const before = textOf(form.product, 'category');
  const plain = kindOf(before) === 'product' ? before : 'part';
  return patchProduct(form, { kind, category: categoryOfKind[kind] ?? plain });
}
