/** The only place that says which draft of a product is kept in the browser, and when it is offered. */
import { isChanged, type ProductForm } from '#domain/product-form.ts';
import { readDraft, writeDraft } from './desk-drafts.ts';

/** What is as it was saved needs no draft. */
export function keepDraft(saved: ProductForm, form: ProductForm): void {
  writeDraft(saved.product.id, isChanged(saved, form) ? { saved, form } : null);
}

export const forgetDraft = (saved: ProductForm): void => keepDraft(saved, saved);

/** Only a draft over what is stored now: otherwise it would hide what others changed since. */
export function keptDraft(saved: ProductForm): ProductForm | null {
  const kept = readDraft(saved.product.id) as { saved: ProductForm; form: ProductForm } | null;
  return kept && !isChanged(kept.saved, saved) ? kept.form : null;
}
