/**
 * The design that the address names, and what its visitor does with it. Invariant: what is shown is
 * what the shop last answered, never what was hoped for.
 */
import { atom } from 'nanostores';
import { prefix } from '#languages/page-path.ts';
import { routes } from '#routes.ts';
import { succeed, type Result } from '#shared/result.ts';
import {
  changeSaved,
  copySaved,
  like,
  moderate,
  openSaved,
  pictureAddress,
  removeSaved,
  report,
  type DesignError,
  type DesignVisibility,
  type OpenedDesign,
} from '#features/designs/store/saved-designs.ts';

export type OpenedState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly error: DesignError }
  | { readonly kind: 'ready'; readonly opened: OpenedDesign };

export const $openedDesign = atom<OpenedState>({ kind: 'loading' });

const keyOfAddress = (): string => decodeURIComponent(location.pathname.split('/').at(-1) ?? '');

export async function readDesignOfAddress(): Promise<void> {
  $openedDesign.set({ kind: 'loading' });
  const answer = await openSaved(keyOfAddress());
  if (!answer.ok) $openedDesign.set({ kind: 'failed', error: answer.error });
  else if (answer.value === null) {
    $openedDesign.set({ kind: 'missing' });
    // The shell around the island knows how a missing page looks.
    dispatchEvent(new Event('keywright:design-missing'));
  } else {
    const { code, name, version, visibility } = answer.value;
    $openedDesign.set({ kind: 'ready', opened: answer.value });
    // The page is one file for all designs: its head learns which one it shows.
    const image = visibility === 'private' ? null : pictureAddress(code, version);
    dispatchEvent(new CustomEvent('keywright:design-opened', { detail: { name, image } }));
  }
}

export type DesignAct =
  | { readonly kind: 'copy' | 'delete' }
  | { readonly kind: 'like'; readonly liked: boolean }
  | { readonly kind: 'report'; readonly reason: string }
  | { readonly kind: 'change'; readonly name?: string; readonly visibility?: DesignVisibility };

function show(opened: OpenedDesign): void {
  $openedDesign.set({ kind: 'ready', opened });
}

type Said = Promise<Result<string, DesignError>>;

async function copy(opened: OpenedDesign): Said {
  const answer = await copySaved(opened);
  if (!answer.ok) return answer;
  location.assign(`${prefix}${routes.colorpicker}?design=${answer.value.code}`);
  return succeed('Copied: the picker opens.');
}

async function remove(opened: OpenedDesign): Said {
  const answer = await removeSaved(opened.id);
  if (!answer.ok) return answer;
  location.assign(prefix + routes.colorpicker);
  return succeed('Deleted.');
}

async function setLike(opened: OpenedDesign, liked: boolean): Said {
  const answer = await like(opened.id, liked);
  if (!answer.ok) {
    if (answer.error.kind !== 'signed_out' && answer.error.kind !== 'forbidden') return answer;
    return { ok: false, error: { ...answer.error, message: 'Sign in to like designs.' } };
  }
  show({ ...opened, ...answer.value });
  return succeed(liked ? 'Liked.' : 'Like removed.');
}

async function change(
  opened: OpenedDesign,
  changes: { readonly name?: string; readonly visibility?: DesignVisibility },
): Said {
  const answer = await changeSaved(opened, changes);
  if (!answer.ok) return answer;
  show({ ...opened, ...changes, version: answer.value.version });
  return succeed('Changed.');
}

async function tell(opened: OpenedDesign, reason: string): Said {
  const answer = await report(opened.id, reason);
  return answer.ok ? succeed('Thank you. We will look into it.') : answer;
}

/** Null when it is done; otherwise what stood in the way. */
export async function moderateDesk(opened: OpenedDesign, reason: string): Promise<string | null> {
  const answer = await moderate(opened.id, !opened.is_hidden, reason);
  if (!answer.ok) return answer.error.message;
  show({ ...opened, is_hidden: answer.value });
  return null;
}

/** Does it, and says in words what came of it. */
export function actOnDesign(opened: OpenedDesign, act: DesignAct): Said {
  switch (act.kind) {
    case 'copy':
      return copy(opened);
    case 'delete':
      return remove(opened);
    case 'like':
      return setLike(opened, act.liked);
    case 'report':
      return tell(opened, act.reason);
    case 'change': {
      const { kind: _, ...changes } = act;
      return change(opened, changes);
    }
  }
}
