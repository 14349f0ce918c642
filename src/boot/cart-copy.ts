const unsentKey = 'keywright:cart:unsent';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Hands in what an earlier page was left too soon for. */
export function handInCart(): void {
  if (read(unsentKey) === null) return;
  import('#stores/saved-cart.ts').then(
    (code) => code.startSavedCart(),
    // The next page tries again.
    () => {},
  );
}

/** A cart that belongs to an account is handed in after each change, by the next page at the latest. */
export function noteChangedCart(): void {
  addEventListener('keywright:cart', () => {
    if (read('keywright:cart:account') === null) return;
    try {
      localStorage.setItem(unsentKey, '1');
    } catch {
      // A full browser: the cart's own page hands it in.
    }
    handInCart();
  });
}
