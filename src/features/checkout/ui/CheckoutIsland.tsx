import { useStore } from '@nanostores/react';
import { answerCaptchaHere } from '#ui/captcha.ts';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';
import { routes } from '#routes.ts';
import { $cartLines } from '#features/cart/store/cart.ts';
import { $placed, keptOrders } from '#features/orders/store/placed-order.ts';
import { CheckoutForm } from './CheckoutForm.tsx';
import { PlacedOrderView } from './PlacedOrderView.tsx';

answerCaptchaHere();

/** From the address to the order on one page. */
export function CheckoutIsland() {
  return (
    <IslandBoundary label="the checkout">
      <Checkout />
    </IslandBoundary>
  );
}

function Checkout() {
  const lines = useStore($cartLines);
  const placed = useStore($placed);
  if (placed !== null) return <PlacedOrderView order={placed} />;
  if (lines.length > 0) return <CheckoutForm lines={lines} />;
  const last = keptOrders()[0];
  return (
    <EmptyState
      title="Your cart is empty"
      actions={
        <>
          <ButtonLink look="primary" href={routes.cart}>
            Go to the cart
          </ButtonLink>
          {last !== undefined && (
            <ButtonLink href={routes.order(last.number)}>See order {last.number}</ButtonLink>
          )}
        </>
      }
    >
      Add something to your cart first, then come back here for address, shipping and payment.
      {last !== undefined && ` Your last order, ${last.number}, has been placed.`}
    </EmptyState>
  );
}
