import { useStore } from '@nanostores/react';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { $removedLine } from '../store/cart.ts';
import { routes } from '#routes.ts';

export function EmptyCart() {
  const removed = useStore($removedLine);
  return (
    <EmptyState
      title={removed === null ? 'Your cart is empty' : 'Your cart is empty'}
      actions={
        <>
          <ButtonLink look="primary" href={routes.home}>
            See what’s on sale now
          </ButtonLink>
          <ButtonLink href={routes.orders}>Your orders</ButtonLink>
        </>
      }
    >
      Items you add appear here, grouped by when they ship.
    </EmptyState>
  );
}
