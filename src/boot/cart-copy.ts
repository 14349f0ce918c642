import { storedText } from './stored-text.ts';

const unsentKey = 'keywright:cart:unsent';

/** Hands in what an earlier page was left too soon for. */
export function handInCart(): void {
  if (storedText(unsentKey) === null) return;
  import('#stores/saved-cart.ts').then(
    (code) => code.startSavedCart(),
    // The next page tries again.
    () => {},
  );
}

/** A cart that belongs to an account is handed in after each change, by the next page at the latest. */
export function noteChangedCart(): void {
  addEventListener('keywright:cart', () => {
    if (storedText('keywright:cart:account') === null) return;
    try {
      localStorage.setItem(unsentKey, '1');
    } catch {
      // A full browser: the cart's own page hands it in.
    }
    handInCart();
  });
}
