import { useStore } from '@nanostores/react';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { $removedLine } from '../store/cart.ts';
import { routes } from '#routes.ts';

export function EmptyCart() {
  const removed = useStore($removedLine);
  return (
    <EmptyState
      title={removed === null ? 'Nothing in the cart yet' : 'The cart is empty'}
      actions={
        <>
          <ButtonLink look="primary" href={routes.home}>
            See what is open
          </ButtonLink>
          <ButtonLink href={routes.orders}>Your orders</ButtonLink>
        </>
      }
    >
      What you choose is kept in this browser and shown here, split by the day it ships.
    </EmptyState>
  );
}
