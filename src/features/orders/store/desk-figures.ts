import { atom, onMount } from 'nanostores';
import { salesFigures } from '../api/sales-figures.ts';
import type { SalesFigures } from '../model/sales-figures.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';

export const figureWindows = [30, 90, 366] as const;
export type FigureWindow = (typeof figureWindows)[number];

export type FiguresState = { readonly days: FigureWindow } & (
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly figures: SalesFigures }
);

export const $figures = atom<FiguresState>({ kind: 'loading', days: 30 });
onMount($figures, () => void readFigures($figures.get().days));

export async function readFigures(days: FigureWindow): Promise<void> {
  $figures.set({ kind: 'loading', days });
  const read = await salesFigures(days);
  // Another window was chosen meanwhile.
  if ($figures.get().days !== days) return;
  $figures.set(
    read.ok
      ? { kind: 'ready', days, figures: read.value }
      : { kind: 'failed', days, message: askedAgain(read.error) },
  );
}
