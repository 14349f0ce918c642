/**
 * What happens in this browser when somebody signs out of it on purpose. Invariant: nothing of theirs
 * stays in sight of whoever uses it next, and nothing that was not handed in yet is lost.
 */
import { forgetOwnChoices } from '#features/cart/store/cart-choices.ts';
import { meetAccount, takeCartAlong } from '#features/cart/store/cart-copy.ts';
import { forgetDraft } from '#features/checkout/store/checkout-draft.ts';
import { startSavedCart } from '#features/cart/store/saved-cart.ts';
import { forgetOrders } from '#features/orders/store/placed-order.ts';
import { startSavedWishes } from '#features/wishes/store/saved-wishes.ts';
import {
  meetAccount as handInWishes,
  takeWishesAlong,
} from '#features/wishes/store/wish-meeting.ts';

export function welcome(): void {
  startSavedCart();
  startSavedWishes();
}

/** Signing out does not wait longer than this for the shop. */
const patienceMs = 3_000;

export async function handIn(userId: string): Promise<void> {
  let isWaiting = true;
  const patience = new Promise((resolve) => {
    setTimeout(resolve, patienceMs);
  });
  // Whose turn comes when they have left would bring back what was taken out of sight.
  const isStillThere = () => isWaiting;
  const all = [meetAccount(userId, false, isStillThere), handInWishes(userId, isStillThere)];
  await Promise.race([Promise.all(all), patience]);
  isWaiting = false;
}

export function takeAlong(userId: string): void {
  takeCartAlong(userId);
  takeWishesAlong(userId);
  forgetOwnChoices();
  forgetDraft();
  forgetOrders();
}
