/** The shelf that the address names. What opens it stands behind the #, so that no server is told of it. */
import { atom, onMount } from 'nanostores';
import { openShelf } from '../api/open-shelf.ts';
import type { SharedShelf } from '../model/shelf-item.ts';

export type SharedShelfState =
  | { readonly status: 'loading' }
  | { readonly status: 'withdrawn' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly shelf: SharedShelf };

export const $sharedShelf = atom<SharedShelfState>({ status: 'loading' });

const tokenPattern = /^#([0-9a-f]{64})$/;
let turn = 0;

export async function readSharedShelf(): Promise<void> {
  const own = (turn += 1);
  const token = tokenPattern.exec(location.hash)?.[1];
  if (token === undefined) return $sharedShelf.set({ status: 'withdrawn' });
  if ($sharedShelf.get().status !== 'ready') $sharedShelf.set({ status: 'loading' });
  const answer = await openShelf(token).catch(() => null);
  if (own !== turn) return;
  if (!answer?.ok) $sharedShelf.set({ status: 'failed' });
  else if (!answer.value.is_shared) $sharedShelf.set({ status: 'withdrawn' });
  else $sharedShelf.set({ status: 'ready', shelf: answer.value });
}

onMount($sharedShelf, () => {
  if (!('window' in globalThis)) return;
  const read = () => void readSharedShelf();
  read();
  addEventListener('hashchange', read);
  return () => removeEventListener('hashchange', read);
});
