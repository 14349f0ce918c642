import { fieldsOf } from '#shared/parsed-fields.ts';
import { isChanged, productParts, type ProductForm } from '../model/form/product-form.ts';
import { draftKey, readDraft, writeDraft } from '#desk-kit/store/desk-drafts.ts';
import { recallAside, setAside } from '#shared/set-aside.ts';

/** What is as it was saved needs no draft. */
export function keepDraft(saved: ProductForm, form: ProductForm): void {
  writeDraft(saved.product.id, isChanged(saved, form) ? { saved, form } : null);
}

export const forgetDraft = (saved: ProductForm): void => keepDraft(saved, saved);

interface ProductDraft {
  readonly saved: ProductForm;
  readonly form: ProductForm;
}

const isForm = (value: unknown): boolean => {
  const fields = fieldsOf(value);
  return (
    fieldsOf(fields?.['product']) !== null &&
    productParts.every((part) => Array.isArray(fields?.[part]))
  );
};

/** One of an older version of the desk may lack parts that the form needs. */
const isDraft = (value: unknown): value is ProductDraft =>
  isForm(fieldsOf(value)?.['saved']) && isForm(fieldsOf(value)?.['form']);

/** Only a draft over what is stored now: otherwise it would hide what others changed since. */
export function keptDraft(saved: ProductForm): ProductForm | null {
  const { id } = saved.product;
  recallAside(draftKey(id));
  const kept = readDraft(id);
  if (kept === null) return null;
  if (!isDraft(kept)) {
    setAside(draftKey(id), JSON.stringify(kept));
    return null;
  }
  return isChanged(kept.saved, saved) ? null : kept.form;
}
