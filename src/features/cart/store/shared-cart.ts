/**
 * Somebody's cart that came in a link, until it is taken over or declined. Invariant: nothing of one's own
 * changes before one says so, and what would block the whole cart is not taken over.
 */
import { atom } from 'nanostores';
import { quoteCart } from '../api/quote-cart.ts';
import { codeToCart } from '../model/cart-link.ts';
import { lineRequest, type KeptLine } from '../model/cart-line.ts';
import { $choices } from './cart-choices.ts';
import { $wordsOf } from './line-words.ts';

export type SharedCart =
  | { readonly status: 'none' }
  | { readonly status: 'broken' }
  | { readonly status: 'checking'; readonly lines: readonly KeptLine[] }
  | {
      readonly status: 'ready';
      readonly lines: readonly KeptLine[];
      /** All but what is made to a design and came without one. */
      readonly whole: readonly KeptLine[];
    };

export const $sharedCart = atom<SharedCart>({ status: 'none' });

const mark = '#cart=';

/** The lines of the link that led here, once: the address is clean from then on. */
export function openSharedCart(): void {
  if (!location.hash.startsWith(mark)) return;
  const lines = codeToCart(location.hash.slice(mark.length));
  history.replaceState(history.state, '', location.pathname + location.search);
  if (lines === null) {
    $sharedCart.set({ status: 'broken' });
    return;
  }
  $sharedCart.set({ status: 'checking', lines });
  void check(lines);
}

async function check(lines: readonly KeptLine[]): Promise<void> {
  const whole = await withoutMissingDesigns(lines);
  if ($sharedCart.get().status === 'checking') $sharedCart.set({ status: 'ready', lines, whole });
}

export function closeSharedCart(): void {
  $sharedCart.set({ status: 'none' });
}

/** The shop says which they are; where it is silent, the pages of the goods do. */
async function withoutMissingDesigns(lines: readonly KeptLine[]): Promise<readonly KeptLine[]> {
  if (lines.every(({ design_id: designId }) => designId !== null)) return lines;
  const { country } = $choices.get();
  const question = { lines: lines.map(lineRequest), country, code: null, shippingMethodId: null };
  const answer = await quoteCart(question).catch(() => null);
  if (answer === null || !answer.ok) {
    const wordsOf = $wordsOf.get();
    return lines.filter((line) => !wordsOf(line).lacksDesign);
  }
  const lacking = answer.value.problems.filter(({ reason }) => reason === 'design_needed');
  return lines.filter((_, place) => !lacking.some(({ line }) => line === place));
}
