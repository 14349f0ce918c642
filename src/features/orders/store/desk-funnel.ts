import { atom, onMount } from 'nanostores';
import { visitFunnel } from '../api/visit-funnel.ts';
import type { VisitFunnel } from '../model/visit-funnel.ts';
import { $figures } from './desk-figures.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';

export type FunnelState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly funnel: VisitFunnel };

export const $funnel = atom<FunnelState>({ kind: 'loading' });

onMount($funnel, () => {
  let asked = 0;
  return $figures.subscribe(({ days }) => {
    if (days === asked) return;
    asked = days;
    void readFunnel();
  });
});

export async function readFunnel(): Promise<void> {
  const { days } = $figures.get();
  $funnel.set({ kind: 'loading' });
  const read = await visitFunnel(days);
  // Another window was chosen meanwhile.
  if ($figures.get().days !== days) return;
  $funnel.set(
    read.ok
      ? { kind: 'ready', funnel: read.value }
      : { kind: 'failed', message: askedAgain(read.error) },
  );
}
