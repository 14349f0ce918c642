import { momentWords } from '#shared/date-words.ts';
import { routes } from '#routes.ts';
import { orderStatusName, orderTone } from '#features/orders/model/order-words.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { useNow } from '#ui/react/use-now.ts';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { myOrders } from '../store/overview.ts';
import { Shown } from '#features/account/ui/Shown.tsx';
import styles from '#features/account/ui/account.module.css';

const ended: ReadonlySet<string> = new Set(['delivered', 'expired', 'cancelled', 'refunded']);

/** Orders that are still on their way, with what has to happen by when. */
export function OrdersCard() {
  const now = useNow(60_000);
  return (
    <section className={styles['card']} aria-labelledby="open-orders">
      <h2 id="open-orders">Open orders</h2>
      <Shown resource={myOrders} lines={4} label="Loading your orders">
        {(orders) => {
          const open = orders.filter(({ status }) => !ended.has(status));
          if (open.length === 0) {
            return (
              <p className="soft">
                No open orders. Your orders appear here, with their stage and key dates.
              </p>
            );
          }
          return (
            <ul className={styles['list']}>
              {open.map((order) => (
                <li key={order.id}>
                  <div>
                    <a href={routes.order(order.number)}>{order.number}</a>{' '}
                    <Badge tone={orderTone(order.status)}>{orderStatusName(order.status)}</Badge>
                    {order.status === 'awaiting_payment' && (
                      <p>Pay by {momentWords(order.pay_by)}</p>
                    )}
                    {order.cancel_until !== null && Date.parse(order.cancel_until) > now && (
                      <p className="soft">
                        Can be cancelled until {momentWords(order.cancel_until)}
                      </p>
                    )}
                  </div>
                  <MoneyText minor={order.total_minor} currency={order.currency} />
                </li>
              ))}
            </ul>
          );
        }}
      </Shown>
      <p>
        <a href={routes.orders}>All orders</a>
      </p>
    </section>
  );
}
