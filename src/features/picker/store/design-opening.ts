import { atom } from 'nanostores';
import { keptName } from '#features/designs/model/design-json.ts';
import { codeInFragment, decodeDesign } from '#features/designs/model/design-code.ts';
import { newDraft, startKeeping, takeDraft } from './design-drafts.ts';
import { $designName, openOnDesk } from './design-desk.ts';
import { $deskDesign, openSaved } from '#features/designs/store/saved-designs.ts';

export type Opening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'ready' }
  /** The desk is usable, and this says why what was asked for is not on it. */
  | { readonly kind: 'failed'; readonly message: string };

export const $opening = atom<Opening>({ kind: 'opening' });

function openCode(code: string): string | null {
  const read = decodeDesign(code);
  if (!read.ok) return read.error.message;
  openOnDesk(read.value.design, read.value.name);
  return null;
}

async function openById(key: string): Promise<string | null> {
  const answer = await openSaved(key);
  if (!answer.ok) return answer.error.message;
  const opened = answer.value;
  if (opened === null) return 'This design does not exist or is private.';
  openOnDesk(opened.design, opened.name);
  const { id, code, version, visibility } = opened;
  if (opened.is_mine && !opened.is_used) $deskDesign.set({ id, code, version, visibility });
  else $designName.set(keptName(`Copy of ${opened.name}`));
  return null;
}

async function openAsked(): Promise<string | null> {
  const code = codeInFragment(location.hash);
  const key = new URLSearchParams(location.search).get('design');
  if (code === null && key === null) {
    const draft = await takeDraft();
    if (draft !== null) openOnDesk(draft.design, draft.name);
    return null;
  }
  // What was asked for must not write over the draft that waits.
  await newDraft();
  return code === null ? openById(key ?? '') : openCode(code);
}

export async function openDesk(): Promise<void> {
  const fault = await openAsked().catch(() => 'Your draft could not be loaded.');
  startKeeping();
  $opening.set(fault === null ? { kind: 'ready' } : { kind: 'failed', message: fault });
  addEventListener('hashchange', () => {
    const code = codeInFragment(location.hash);
    if (code === null) return;
    const problem = openCode(code);
    $deskDesign.set(null);
    $opening.set(problem === null ? { kind: 'ready' } : { kind: 'failed', message: problem });
  });
}
