// chunk: boot
import { storedText } from '#shared/stored-text.ts';

const loadKeeper = () => import('./session-keeper.ts');
const unsentKey = 'keywright:cart:unsent';

/** Hands in what an earlier page was left too soon for. */
export function handInCart(): void {
  if (storedText(unsentKey) === null) return;
  loadKeeper().then(
    (code) => code.welcome(),
    // The next page tries again.
    () => {},
  );
}

/**
 * A cart that belongs to an account is handed in after each change, by the next page at the latest. It
 * follows the account, and nothing of a person is left in sight when they leave.
 */
export function noteChangedCart(): void {
  addEventListener('keywright:session', ({ detail }) => detail.push(loadKeeper()));
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
