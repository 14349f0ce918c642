import { useStore } from '@nanostores/react';
import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';
import { Button } from '#ui/react/Button.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { $order, askedNumber, readAskedOrder } from '../store/my-orders.ts';
import { GuestLookUp } from './GuestLookUp.tsx';
import { OrderDetail } from './OrderDetail.tsx';
import { OrderList } from './OrderList.tsx';

/** All orders, or the one that the address names. */
export function OrdersIsland() {
  return (
    <IslandBoundary label="your orders">
      <Orders />
    </IslandBoundary>
  );
}

function Orders() {
  // A guest who found an order on this page sees it at once.
  const isFound = useStore($order).status === 'ready';
  return isFound || askedNumber() !== null ? <OneOrder /> : <OrderList />;
}

function OneOrder() {
  const state = useStore($order);
  switch (state.status) {
    case 'loading':
      return <Skeleton lines={6} picture label="Loading the order" />;
    case 'failed':
      return (
        <EmptyState
          title="The order could not be loaded"
          actions={<Button onClick={() => void readAskedOrder()}>Try again</Button>}
        >
          {state.message}
        </EmptyState>
      );
    case 'signed-out':
    case 'unknown':
      return <GuestLookUp number={askedNumber() ?? ''} isSignedIn={state.status === 'unknown'} />;
    case 'ready':
      return (
        <OrderDetail
          order={state.order}
          isRedacted={state.isRedacted}
          change={state.change}
          trouble={state.trouble}
        />
      );
    default:
      return state satisfies never;
  }
}
