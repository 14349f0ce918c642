import { atom, onMount } from 'nanostores';
import { salesFigures } from '../api/sales-figures.ts';
import { figurePeriods, type FigurePeriod } from '../model/figure-periods.ts';
import type { SalesFigures } from '../model/sales-figures.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';

export const periods = figurePeriods(new Date());
const [usual = { name: '', from: '', to: '' }] = periods;

type FiguresState = { readonly period: FigurePeriod } & (
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly figures: SalesFigures }
);

export const $figures = atom<FiguresState>({ kind: 'loading', period: usual });
onMount($figures, () => void readFigures($figures.get().period));

export async function readFigures(period: FigurePeriod): Promise<void> {
  $figures.set({ kind: 'loading', period });
  const read = await salesFigures(period);
  // Another period was chosen meanwhile.
  if ($figures.get().period !== period) return;
  $figures.set(
    read.ok
      ? { kind: 'ready', period, figures: read.value }
      : { kind: 'failed', period, message: askedAgain(read.error) },
  );
}
