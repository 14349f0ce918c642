import { useStore } from '@nanostores/react';
import { addressLines, emptyAddress } from '#shared/address.ts';
import { momentWords } from '#shared/date-words.ts';
import { dayWords } from '#shared/day-words.ts';
import type { Order, OrderCompany } from '../model/order.ts';
import { messageOf } from '../model/order-message.ts';
import { eventWords, orderStatusName, orderTone } from '../model/order-words.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { routes } from '#routes.ts';
import { $countryRules } from '#features/account/store/address-book.ts';
import { mayAct, type OrderChange } from '../store/my-orders.ts';
import { AddressChange } from './AddressChange.tsx';
import { OrderActions } from './OrderActions.tsx';
import { OrderAgain } from './OrderAgain.tsx';
import { OrderDocuments } from './OrderDocuments.tsx';
import { OrderMoney } from './OrderMoney.tsx';
import { OrderParcels } from './OrderParcels.tsx';
import { PassOn } from './PassOn.tsx';
import styles from './orders.module.css';

type Props = {
  readonly order: Order;
  readonly isRedacted: boolean;
  readonly change: OrderChange;
  readonly trouble?: string | null | undefined;
};

/** One order, from what was bought to the last thing that happened. Prints as a confirmation; invoices are documents of their own. */
export function OrderDetail({ order, isRedacted, change, trouble }: Props) {
  const { address, gift_note: giftNote = null } = order;
  const rules = useStore($countryRules)?.find(({ code }) => code === order.country_code) ?? null;
  return (
    <article className={styles['detail']} aria-labelledby="order-number">
      <header className={styles['head']}>
        <p className="no-print">
          <a href={routes.orders}>All orders</a>
        </p>
        <h2 id="order-number">Order {order.number}</h2>
        <p className={styles['facts']}>
          <Badge tone={orderTone(order.status)}>{orderStatusName(order.status)}</Badge>
          <span>placed {dayWords(order.placed_at)}</span>
          <span>{order.shipping_method_name}</span>
        </p>
      </header>
      {isRedacted && (
        <Notice tone="info">
          {mayAct(order, isRedacted)
            ? 'To see name, address, tracking and invoices, open the link in one of our e-mails about this order.'
            : 'Name, address, tracking and invoices are hidden because you opened this order by its number and e-mail address. To see everything, open the link in one of our e-mails about it, or sign in.'}
        </Notice>
      )}
      <OrderActions order={order} isRedacted={isRedacted} change={change} trouble={trouble} />
      <div className={styles['columns']}>
        <OrderParcels order={order} canAct={change === 'open' && mayAct(order, isRedacted)} />
        <div className={styles['side']}>
          <OrderMoney order={order} />
          <OrderDocuments order={order} />
          {order.company && <CompanyPart company={order.company} />}
          {address && (
            <section>
              <h3>Ship to</h3>
              <address className={styles['address']}>
                {addressLines({ ...emptyAddress, ...address }, rules).map((part) => (
                  <span key={part}>{part}</span>
                ))}
              </address>
              {change === 'open' && <AddressChange order={order} />}
            </section>
          )}
          {giftNote !== null && (
            <section>
              <h3>Gift</h3>
              <p className={styles['gift']}>
                {giftNote || 'The packing slip says that it is a gift.'}
              </p>
            </section>
          )}
          <section>
            <h3>History</h3>
            <ol className={styles['events']}>
              {order.events.toReversed().map((event) => (
                <li key={event.id}>
                  <b>{eventWords(event)}</b>
                  {event.reason && <span>{event.reason}</span>}
                  {messageOf(event, order).map((part) => (
                    <p key={part}>{part}</p>
                  ))}
                  <time dateTime={event.at}>{momentWords(event.at)}</time>
                </li>
              ))}
            </ol>
          </section>
          <div className={`${styles['keys']} no-print`}>
            {mayAct(order, isRedacted) && <OrderAgain order={order} />}
            {!isRedacted && <PassOn order={order} />}
            <Button size="small" onClick={() => print()}>
              Print
            </Button>
            <a href={`${routes.about}#contact`}>Contact us about this order</a>
          </div>
        </div>
      </div>
    </article>
  );
}

function CompanyPart({ company }: { readonly company: OrderCompany }) {
  const { name, vat_number: vatNumber, purchase_number: purchaseNumber, billing } = company;
  const parts = [
    name,
    vatNumber === '' ? '' : `VAT number ${vatNumber}`,
    purchaseNumber === '' ? '' : `Purchase number ${purchaseNumber}`,
    ...(billing === null ? [] : addressLines({ ...emptyAddress, ...billing }, null)),
  ].filter((part) => part !== '');
  return (
    <section>
      <h3>Bill to</h3>
      <address className={styles['address']}>
        {parts.map((part) => (
          <span key={part}>{part}</span>
        ))}
      </address>
    </section>
  );
}
