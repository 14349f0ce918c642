import { atom } from 'nanostores';
import { rehearseDraw } from '../api/draw-rehearsal.ts';
import type { DrawRehearsal } from '../model/draw-rehearsal.ts';
import { $openList } from './desk-lists.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';

export type RehearsalState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly rehearsal: DrawRehearsal };

export const $rehearsal = atom<RehearsalState>({ kind: 'closed' });

const openId = (): string | null => {
  const open = $openList.get();
  return open.status === 'open' ? open.list.id : null;
};

let rehearsedId: string | null = null;
$openList.listen((open) => {
  // What is read again after a step is the same list, with other entries perhaps.
  if (open.status === 'open' && open.list.id === rehearsedId && !open.isBusy) return;
  $rehearsal.set({ kind: 'closed' });
});

/** As long as the beacon's, and from nothing but this browser's chance. */
function makeUpRandomness(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function rehearseThisDraw(): Promise<void> {
  const id = openId();
  if (id === null) return;
  rehearsedId = id;
  $rehearsal.set({ kind: 'loading' });
  const read = await rehearseDraw(id, makeUpRandomness());
  if (openId() !== id) return;
  $rehearsal.set(
    read.ok
      ? { kind: 'ready', rehearsal: read.value }
      : { kind: 'failed', message: askedAgain(read.error) },
  );
}
