import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { dayWords } from '#shared/day-words.ts';
import { batchWords, goodsWords, type OrderGoods } from '../model/listed-goods.ts';
import { orderNumberOf } from '#shared/order-number.ts';
import type { OrderSummary } from '../model/order.ts';
import {
  amountDue,
  awaitsConfirmation,
  byUrgency,
  isOfKind,
  orderKinds,
  orderStatusName,
  orderTone,
  type OrderKind,
} from '../model/order-words.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { Field } from '#ui/react/Field.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { Segments } from '#ui/react/Segments.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { TimeLeft } from '#ui/react/TimeLeft.tsx';
import { routes } from '#routes.ts';
import { $orderList, readOlderOrders, readOrders } from '../store/my-orders.ts';
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

const kindNames = { all: 'All', open: 'Open', over: 'Closed' } as const;
const kinds = orderKinds.map((value) => ({ value, label: kindNames[value] }));

/** What waits for its customer first, then the newest. */
function OwnOrders() {
  const state = useStore($orderList);
  const [sought, setSought] = useState('');
  const [kind, setKind] = useState<OrderKind>('all');
  if (state.status === 'loading') return <Skeleton lines={6} label="Loading your orders" />;
  if (state.status === 'signed-out') return <GuestLookUp number="" isSignedIn={false} />;
  if (state.status === 'failed') {
    return (
      <EmptyState
        title="Your orders could not be loaded"
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
            See what’s on sale now
          </ButtonLink>
        }
      >
        Your orders appear here with their status, dates and balance.
      </EmptyState>
    );
  }
  // While it is typed, any part of the number will do.
  const number = orderNumberOf(sought);
  const wanted = number.replace('KW-', '');
  const orders = byUrgency(state.orders).filter(
    (order) => order.number.includes(wanted) && isOfKind(order, kind),
  );
  return (
    <div className={styles['list']}>
      {state.orders.length > 3 && (
        <div className={styles['narrow']}>
          <Field
            label="Find by number"
            type="search"
            value={sought}
            placeholder="KW-"
            onChange={(event) => setSought(event.target.value)}
          />
          <Segments legend="Filter orders" value={kind} choices={kinds} onChange={setKind} />
        </div>
      )}
      {orders.length === 0 && <p>No orders match.</p>}
      <ul className={styles['orders']}>
        {orders.map((order) => (
          <Row key={order.id} order={order} goods={state.goods[order.id]} />
        ))}
      </ul>
      {state.hasMore && (
        <OlderOrders
          count={state.orders.length}
          number={orders.length === 0 && /^KW-\d+$/.test(number) ? number : null}
        />
      )}
    </div>
  );
}

type OlderProps = {
  readonly count: number;
  /** The number that was typed, where it is none of theirs. */
  readonly number: string | null;
};

function OlderOrders({ count, number }: OlderProps) {
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const show = async () => {
    setPending(true);
    setFault(await readOlderOrders());
    setPending(false);
  };
  return (
    <div className={styles['keys']}>
      <p className={styles['soft']}>
        These are your newest {count} orders. Older ones are not listed or searched yet.
      </p>
      {fault !== null && <p role="alert">{fault}</p>}
      {number !== null && <a href={routes.order(number)}>Find {number} among all your orders</a>}
      <Button size="small" pending={pending} onClick={() => void show()}>
        Show more
      </Button>
    </div>
  );
}

type RowProps = { readonly order: OrderSummary; readonly goods: OrderGoods | undefined };

function Row({ order, goods }: RowProps) {
  const isOnItsWay = isOfKind(order, 'open');
  return (
    <li>
      <a className={styles['number']} href={routes.order(order.number)}>
        {order.number}
      </a>
      <Badge tone={orderTone(order.status)}>{orderStatusName(order.status)}</Badge>
      <span className={styles['soft']}>{dayWords(order.placed_at)}</span>
      <span className={styles['sum']}>
        <MoneyText minor={order.total_minor} currency={order.currency} />
      </span>
      {goods !== undefined && (
        <p className={styles['goods']}>
          {goodsWords(goods.titles)}
          {isOnItsWay &&
            goods.batches.map((batch) => (
              <span key={batch.id} className={styles['soft']}>
                {batchWords(batch)}
              </span>
            ))}
        </p>
      )}
      {order.address_question !== null && (
        <p className={styles['due']}>We have a question about its address</p>
      )}
      {amountDue(order) > 0 && (
        <p className={styles['due']}>
          {awaitsConfirmation(order) ? 'Confirm your e-mail by' : 'Pay by'}{' '}
          <TimeLeft until={order.pay_by} after="the deadline has passed" />
        </p>
      )}
    </li>
  );
}
