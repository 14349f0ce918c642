import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { dayWords } from '#domain/day-words.ts';
import { amountDue, byUrgency, orderStatusName, orderTone } from '#domain/order-words.ts';
import { Badge } from '#islands/ui/Badge.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { ButtonLink } from '#islands/ui/ButtonLink.tsx';
import { EmptyState } from '#islands/ui/EmptyState.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { MoneyText } from '#islands/ui/MoneyText.tsx';
import { Skeleton } from '#islands/ui/Skeleton.tsx';
import { TimeLeft } from '#islands/ui/TimeLeft.tsx';
import { routes } from '#routes.ts';
import { $orderList, readOrders } from '#stores/my-orders.ts';
import { GuestLookUp } from './GuestLookUp.tsx';
import { TakeOver } from './TakeOver.tsx';
import styles from './orders.module.css';

/** What others would pass on, above one's own. */
export function OrderList() {
  return (
    <div className={styles['list']}>
      <TakeOver />
      <OwnOrders />
    </div>
  );
}

/** What waits for its customer first, then the newest. */
function OwnOrders() {
  const state = useStore($orderList);
  const [sought, setSought] = useState('');
  if (state.status === 'loading') return <Skeleton lines={6} label="Reading your orders" />;
  if (state.status === 'signed-out') return <GuestLookUp number="" isSignedIn={false} />;
  if (state.status === 'failed') {
    return (
      <EmptyState
        title="Your orders could not be read"
        actions={<Button onClick={() => void readOrders()}>Try again</Button>}
      >
        {state.message}
      </EmptyState>
    );
  }
  if (state.orders.length === 0) {
    return (
      <EmptyState
        title="No orders yet"
        actions={
          <ButtonLink look="primary" href={routes.home}>
            See what is open
          </ButtonLink>
        }
      >
        Each order stands here with its stage, its dates and what is still due.
      </EmptyState>
    );
  }
  const wanted = sought.trim().toUpperCase();
  const orders = byUrgency(state.orders).filter(({ number }) => number.includes(wanted));
  return (
    <div className={styles['list']}>
      {state.orders.length > 3 && (
        <Field
          label="Find by number"
          type="search"
          value={sought}
          placeholder="KW-"
          onChange={(event) => setSought(event.target.value)}
        />
      )}
      {orders.length === 0 && <p>None of your orders has this number.</p>}
      <ul className={styles['orders']}>
        {orders.map((order) => (
          <li key={order.id}>
            <a className={styles['number']} href={routes.order(order.number)}>
              {order.number}
            </a>
            <Badge tone={orderTone(order.status)}>{orderStatusName(order.status)}</Badge>
            <span className={styles['soft']}>{dayWords(order.placedAt)}</span>
            <span className={styles['sum']}>
              <MoneyText minor={order.totalMinor} currency={order.currency} />
            </span>
            {amountDue(order) > 0 && (
              <p className={styles['due']}>
                To pay until <TimeLeft until={order.payBy} after="the time is over" />
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
