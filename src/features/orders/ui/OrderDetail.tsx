import { useStore } from '@nanostores/react';
import { addressLines, emptyAddress } from '#shared/address.ts';
import { momentWords } from '#shared/date-words.ts';
import { dayWords } from '#shared/day-words.ts';
import type { Order } from '../model/order.ts';
import { eventWords, orderStatusName, orderTone } from '../model/order-words.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { routes } from '#routes.ts';
import { $countryRules } from '#features/account/store/address-book.ts';
import { mayAct } from '../store/my-orders.ts';
import { AddressChange } from './AddressChange.tsx';
import { OrderActions } from './OrderActions.tsx';
import { OrderAgain } from './OrderAgain.tsx';
import { OrderMoney } from './OrderMoney.tsx';
import { OrderParcels } from './OrderParcels.tsx';
import { PassOn } from './PassOn.tsx';
import styles from './orders.module.css';

type Props = { readonly order: Order; readonly isRedacted: boolean };

/** One order, from what was bought to the last thing that happened. Prints as a confirmation, which is no invoice. */
export function OrderDetail({ order, isRedacted }: Props) {
  const { address, countryCode } = order;
  const rules = useStore($countryRules)?.find(({ code }) => code === countryCode) ?? null;
  return (
    <article className={styles['detail']} aria-labelledby="order-number">
      <header className={styles['head']}>
        <p className="no-print">
          <a href={routes.orders}>All orders</a>
        </p>
        <h2 id="order-number">Order {order.number}</h2>
        <p className={styles['facts']}>
          <Badge tone={orderTone(order.status)}>{orderStatusName(order.status)}</Badge>
          <span>placed {dayWords(order.placedAt)}</span>
          <span>{order.shippingMethodName}</span>
        </p>
      </header>
      {isRedacted && (
        <Notice tone="info">
          Name, address and tracking are hidden: this page was opened by number and e-mail. The link
          in our first mail, or an account with that address, shows all of it.
        </Notice>
      )}
      <OrderActions order={order} isRedacted={isRedacted} />
      <div className={styles['columns']}>
        <OrderParcels order={order} canAct={mayAct(order, isRedacted)} />
        <div className={styles['side']}>
          <OrderMoney order={order} />
          {address !== null && (
            <section>
              <h3>Goes to</h3>
              <address className={styles['address']}>
                {addressLines({ ...emptyAddress, ...address }, rules).map((part) => (
                  <span key={part}>{part}</span>
                ))}
              </address>
              <AddressChange order={order} />
            </section>
          )}
          <section>
            <h3>What happened</h3>
            <ol className={styles['events']}>
              {order.events.toReversed().map((event) => (
                <li key={event.id}>
                  <b>{eventWords(event)}</b>
                  {event.reason !== '' && <span>{event.reason}</span>}
                  <time dateTime={event.at}>{momentWords(event.at)}</time>
                </li>
              ))}
            </ol>
          </section>
          {!isRedacted && <PassOn order={order} />}
          {mayAct(order, isRedacted) && <OrderAgain order={order} />}
          <div className={`${styles['acts']} no-print`}>
            <Button size="small" onClick={() => print()}>
              Print this order
            </Button>
            <a href={`mailto:hello@keywright.example?subject=${encodeURIComponent(order.number)}`}>
              Ask about this order
            </a>
          </div>
        </div>
      </div>
    </article>
  );
}
