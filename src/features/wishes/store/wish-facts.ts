/** What the shop says now of the products in the list. Without its answer the list is shown all the same. */
import { atom } from 'nanostores';
import { readLiveFacts, type LiveFact } from '#features/catalogue/api/live-facts.ts';
import type { Wish } from '../model/wish.ts';

export type WishFacts =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly facts: readonly LiveFact[] }
  | { readonly status: 'ready'; readonly facts: readonly LiveFact[] };

export const $wishFacts = atom<WishFacts>({ status: 'loading' });

let asked = '';
let turn = 0;

async function read(ids: readonly string[]): Promise<void> {
  const own = (turn += 1);
  const answer = await readLiveFacts(ids);
  if (own !== turn) return;
  const before = $wishFacts.get();
  if (answer.ok) return $wishFacts.set({ status: 'ready', facts: answer.value });
  // What was said before still holds better than nothing.
  $wishFacts.set({ status: 'failed', facts: before.status === 'loading' ? [] : before.facts });
}

const idsOf = (wishes: readonly Wish[]) =>
  [...new Set(wishes.flatMap(({ productId }) => productId ?? []))].toSorted();

/** Asks once for the same products, and again for others. */
export function wantFacts(wishes: readonly Wish[]): void {
  const ids = idsOf(wishes);
  const wanted = ids.join(' ');
  if (wanted === asked) return;
  asked = wanted;
  void read(ids);
}

export function askFactsAgain(): void {
  if (asked !== '') void read(asked.split(' '));
}

if ('window' in globalThis) {
  addEventListener('online', askFactsAgain);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) askFactsAgain();
  });
}
