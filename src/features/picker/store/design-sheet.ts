/**
 * The production sheet of one order line, for staff. Invariant: it shows the design as it was
 * ordered, whatever has become of the design or its colours since.
 */
import { atom } from 'nanostores';
import { designSheet, type DesignSheet } from '#features/designs/api/designs.ts';
import type { BackendError } from '#shared/backend/errors.ts';

export type SheetState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: BackendError }
  | { readonly kind: 'ready'; readonly sheet: DesignSheet };

export const $designSheet = atom<SheetState>({ kind: 'loading' });

/** The line that the address asks for; null on the page of a design itself. */
export function sheetOfAddress(): string | null {
  return new URLSearchParams(location.search).get('sheet');
}

export async function readSheet(lineId: string): Promise<void> {
  $designSheet.set({ kind: 'loading' });
  const answer = await designSheet(lineId);
  $designSheet.set(
    answer.ok ? { kind: 'ready', sheet: answer.value } : { kind: 'failed', error: answer.error },
  );
}
