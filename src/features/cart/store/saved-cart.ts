/** Keeps the cart of this browser and the copy of the account at one, and says how they stand. */
import { atom, onMount } from 'nanostores';
import { accountCopy } from '#features/account/store/account-copy.ts';
import { $cartLines } from './cart.ts';
import { $choices } from './cart-choices.ts';
import { meetAccount, settleCarts, type Choice, type Meeting, type TwoCarts } from './cart-copy.ts';

export type CartCopy =
  | { readonly status: 'unknown' }
  /** Nobody is signed in: the cart is this browser's alone. */
  | { readonly status: 'here-alone' }
  | { readonly status: 'asking' }
  | Exclude<Meeting, { readonly status: 'failed' }>
  /** It is kept here, and handed in as soon as that works again. */
  | { readonly status: 'waiting' };

export const $cartCopy = atom<CartCopy>({ status: 'unknown' });

/** Read by the boot script: a page that was left too soon is made up for by the next one. */
const unsentKey = 'keywright:cart:unsent';

const copy = accountCopy({
  meet: meetAccount,
  tell(meeting) {
    if (meeting.status === 'failed') return meeting.error;
    $cartCopy.set(meeting);
    if (meeting.status === 'agreed') forgetUnsent();
    return null;
  },
  wait() {
    if ($cartCopy.get().status !== 'undecided') $cartCopy.set({ status: 'waiting' });
  },
  begin() {
    if (['unknown', 'here-alone'].includes($cartCopy.get().status))
      $cartCopy.set({ status: 'asking' });
  },
  stayAlone: () => $cartCopy.set({ status: 'here-alone' }),
  listen(changed) {
    $cartLines.listen(changed);
    $choices.listen(changed);
  },
});

function forgetUnsent(): void {
  try {
    localStorage.removeItem(unsentKey);
  } catch {
    // Nothing was noted.
  }
}

export const { start: startSavedCart, tryAgain } = copy;
onMount($cartCopy, startSavedCart);

/** What a person said about a guest's cart and the account's. */
export function settle(carts: TwoCarts, choice: Choice): void {
  settleCarts(carts, choice);
  $cartCopy.set({ status: 'asking' });
  copy.meet(false);
}
