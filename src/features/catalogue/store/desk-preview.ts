/**
 * Invariant: it is of what was typed when it was asked for, and the answer to a question before the
 * last is not shown.
 */
import { map } from 'nanostores';
import { previewPage, type DrawnPage } from '../api/page-preview.ts';
import type { ProductForm } from '../model/form/product-form.ts';

export type PagePreview =
  | { readonly status: 'closed' }
  | { readonly status: 'drawing' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'ready'; readonly path: string };

export const $pagePreview = map<PagePreview>({ status: 'closed' });

let asked = 0;
let shown: BroadcastChannel | null = null;

/** Hands the page to whoever knows its name, a frame or a tab, as long as the preview is open. */
function offer(page: DrawnPage): string {
  const name = crypto.randomUUID();
  shown = new BroadcastChannel(`keywright:preview:${name}`);
  shown.addEventListener('message', ({ data }) => {
    // A channel reaches this site alone, so it names no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    if (data === 'ready') shown?.postMessage(page);
  });
  return `/preview?of=${name}`;
}

function withdraw(): void {
  shown?.close();
  shown = null;
}

export async function openPreview(form: ProductForm): Promise<void> {
  const turn = (asked += 1);
  withdraw();
  $pagePreview.set({ status: 'drawing' });
  const drawn = await previewPage(form);
  if (turn !== asked) return;
  if (drawn.ok) $pagePreview.set({ status: 'ready', path: offer(drawn.value) });
  else $pagePreview.set({ status: 'failed', message: drawn.error });
}

export function closePreview(): void {
  asked += 1;
  withdraw();
  $pagePreview.set({ status: 'closed' });
}
