import { atom, onMount } from 'nanostores';
import { productReach } from '../api/product-reach.ts';
import type { ProductReach } from '../model/product-reach.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';

export interface ReachState {
  readonly products: readonly ProductReach[];
  readonly countries: number;
  /** Zero until the first page came. */
  readonly total: number;
  readonly isRunning: boolean;
  readonly problem: string | null;
}

const nothing = { products: [], countries: 0, total: 0, problem: null };
export const $reach = atom<ReachState>({ ...nothing, isRunning: true });
let asking: AbortController | null = null;

onMount($reach, () => void readReach());

/** A hundred at a time; what came stays when it is stopped or fails. */
export async function readReach(): Promise<void> {
  asking?.abort();
  const controller = new AbortController();
  asking = controller;
  $reach.set({ ...nothing, isRunning: true });
  let after: string | null = null;
  do {
    const page = await productReach(after, { signal: controller.signal });
    if (asking !== controller) return;
    const { products, total: known } = $reach.get();
    if (!page.ok) {
      const problem = page.error.kind === 'aborted' ? null : askedAgain(page.error);
      $reach.set({ ...$reach.get(), isRunning: false, problem });
      return;
    }
    const { countries, total, next } = page.value;
    after = next;
    const all = [...products, ...page.value.products];
    $reach.set({
      products: all,
      countries,
      total: total ?? known,
      isRunning: next !== null,
      problem: null,
    });
  } while (after !== null);
}

export function stopReach(): void {
  asking?.abort();
}
