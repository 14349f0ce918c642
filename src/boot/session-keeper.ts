/**
 * What happens in this browser when somebody signs out of it on purpose. Invariant: nothing of theirs
 * stays in sight of whoever uses it next, and nothing that was not handed in yet is lost.
 */
import { forgetOwnChoices } from '#features/cart/store/cart-choices.ts';
import { meetAccount, takeCartAlong } from '#features/cart/store/cart-copy.ts';
import { forgetDraft } from '#features/checkout/store/checkout-draft.ts';
import { forgetOrders } from '#features/orders/store/placed-order.ts';

export { startSavedCart as welcome } from '#features/cart/store/saved-cart.ts';

/** Signing out does not wait longer than this for the shop. */
const patienceMs = 3_000;

export async function handIn(userId: string): Promise<void> {
  const patience = new Promise((resolve) => {
    setTimeout(resolve, patienceMs);
  });
  await Promise.race([meetAccount(userId, false), patience]);
}

export function takeAlong(userId: string): void {
  takeCartAlong(userId);
  forgetOwnChoices();
  forgetDraft();
  forgetOrders();
}
