/** Invariant: the site is built only of what was saved. */
import { asPublished, publishingProblems } from '../model/form/publishing-form.ts';
import { $publishing, publishSite } from '#features/publishing/store/publish.ts';
import { $productDesk, saveOpenProduct, tellOfProduct } from './desk-product.ts';

/** Gives the id when it is written; whether the site could be asked for is said beside it. */
export async function publishOpenProduct(): Promise<string | null> {
  const desk = $productDesk.get();
  if (desk.status !== 'open' || desk.isSaving) return null;
  const [first] = publishingProblems(desk.form);
  if (first) {
    tellOfProduct({ problem: `Not published: ${first.message}` });
    return null;
  }
  const now = new Date().toISOString();
  const id = await saveOpenProduct((form) => asPublished(form, now));
  if (id === null) return null;
  if (await publishSite('')) tellOfProduct({ message: 'Saved. The site is being built with it.' });
  else {
    const reason = $publishing.get().problem ?? 'it is being asked already.';
    tellOfProduct({ problem: `Saved, but the site was not asked to build: ${reason}` });
  }
  return id;
}
