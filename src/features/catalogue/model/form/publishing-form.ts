/** A product on its way from the form to the live site. */
import { textOf } from '#desk-kit/model/desk-row.ts';
import { patchProduct, type ProductForm } from './product-form.ts';
import { problemsOf, type ProductProblem } from './product-problems.ts';

/** Whether visitors see it as it is stored. */
export const isShown = ({ product }: ProductForm): boolean =>
  product.version !== null && textOf(product, 'status') !== 'draft';

/** A draft is published, and visible from now on unless a date says otherwise; what was decided stays. */
export function asPublished(form: ProductForm, now: string): ProductForm {
  const isDraft = textOf(form.product, 'status') === 'draft';
  const patch = {
    ...(isDraft ? { status: 'published' } : {}),
    ...(textOf(form.product, 'publish_at') === '' ? { publish_at: now } : {}),
  };
  return patchProduct(form, patch);
}

/** What keeps it from being published, a missing date aside: that is now. */
export const publishingProblems = (form: ProductForm): readonly ProductProblem[] =>
  problemsOf(form).filter(
    ({ weight, field }) => weight === 'save' || (weight === 'publish' && field !== 'publish_at'),
  );
