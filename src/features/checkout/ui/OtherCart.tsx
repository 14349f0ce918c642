import { useStore } from '@nanostores/react';
import { countPieces } from '#features/cart/model/cart-line.ts';
import { Notice } from '#ui/react/Notice.tsx';
import { routes } from '#routes.ts';
import { $cartCopy } from '#features/cart/store/saved-cart.ts';

/** Whoever signs in on the way to an order may have chosen more elsewhere. */
export function OtherCart() {
  const copy = useStore($cartCopy);
  if (copy.status !== 'undecided') return null;
  const pieces = countPieces(copy.carts.lines);
  return (
    <Notice tone="info" title="Your account has a cart too">
      This order contains what you see here. Your account also has {pieces}{' '}
      {pieces === 1 ? 'item' : 'items'} from an earlier visit:{' '}
      <a href={routes.cart}>compare both carts</a>, or order now and find them in the cart
      afterwards.
    </Notice>
  );
}
