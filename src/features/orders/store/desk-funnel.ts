import { atom, onMount } from 'nanostores';
import { visitFunnel } from '../api/visit-funnel.ts';
import type { FigurePeriod } from '../model/figure-periods.ts';
import type { VisitFunnel } from '../model/visit-funnel.ts';
import { $figures } from './desk-figures.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';

export type FunnelState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly funnel: VisitFunnel };

export const $funnel = atom<FunnelState>({ kind: 'loading' });

onMount($funnel, () => {
  let asked: FigurePeriod | null = null;
  return $figures.subscribe(({ period }) => {
    if (period === asked) return;
    asked = period;
    void readFunnel();
  });
});

export async function readFunnel(): Promise<void> {
  const { period } = $figures.get();
  $funnel.set({ kind: 'loading' });
  const read = await visitFunnel(period);
  // Another period was chosen meanwhile.
  if ($figures.get().period !== period) return;
  $funnel.set(
    read.ok
      ? { kind: 'ready', funnel: read.value }
      : { kind: 'failed', message: askedAgain(read.error) },
  );
}
