/**
 * Invariant: it is of what was typed when it was asked for, and the answer to a question before the
 * last is not shown.
 */
import { map } from 'nanostores';
import { previewPage } from '../api/page-preview.ts';
import type { ProductForm } from '../model/product-form.ts';

export type PagePreview =
  | { readonly status: 'closed' }
  | { readonly status: 'drawing' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'ready'; readonly path: string };

export const $pagePreview = map<PagePreview>({ status: 'closed' });

let asked = 0;

export async function openPreview(form: ProductForm): Promise<void> {
  const turn = (asked += 1);
  $pagePreview.set({ status: 'drawing' });
  const drawn = await previewPage(form);
  if (turn !== asked) return;
  if (drawn.ok) $pagePreview.set({ status: 'ready', path: drawn.value });
  else $pagePreview.set({ status: 'failed', message: drawn.error });
}

export function closePreview(): void {
  asked += 1;
  $pagePreview.set({ status: 'closed' });
}
