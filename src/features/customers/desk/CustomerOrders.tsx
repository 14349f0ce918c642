import { dayWords } from '#shared/day-words.ts';
import { formatMoney } from '#shared/money.ts';
import { DeskLink } from '#desk-kit/gate/DeskLink.tsx';
import { OrderStatusBadge } from '#features/orders/desk/list/order-columns.tsx';
import { returnDeskName, returnTone } from '#features/orders/model/returns.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Table } from '#ui/react/Table.tsx';
import styles from '#ui/styles/desk.module.css';
import tables from '#ui/styles/table.module.css';
import type { Customer, CustomerOrder } from '../model/customer.ts';

/** What they bought and gave back, each with the way to its order. */
export function CustomerOrders({ customer }: { readonly customer: Customer }) {
  const { orders, order_count: orderCount, returns, kind } = customer;
  return (
    <section className={styles['card']} aria-label="Orders">
      <h3>Orders</h3>
      {orders.length === 0 ? (
        <p className={styles['small']}>No orders yet.</p>
      ) : (
        <Table label="Orders of this customer">
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Stage</th>
              <th scope="col">Placed</th>
              <th scope="col" className={tables['number']}>
                Total
              </th>
              <th scope="col" className={tables['number']}>
                Balance
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order.id}>
                <th scope="row" className={styles['whole']}>
                  <OrderLink number={order.number} />
                  {kind === 'account' && order.is_guest && (
                    <span className={styles['byline']}>as guest</span>
                  )}
                </th>
                <td>
                  <OrderStatusBadge status={order.status} />
                </td>
                <td className={styles['whole']}>{dayWords(order.placed_at)}</td>
                <td className={tables['number']}>
                  {formatMoney(order.total_minor, order.currency)}
                </td>
                <td className={tables['number']}>{balanceWords(order)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {orders.length < orderCount && (
        <p className={styles['small']}>
          The newest {orders.length} of {orderCount} orders.
        </p>
      )}
      {returns.length > 0 && (
        <ul className={styles['plain']} aria-label="Returns and withdrawals">
          {returns.map((each) => (
            <li key={each.id}>
              <Badge tone={returnTone(each.status)}>{returnDeskName(each.status)}</Badge>{' '}
              {each.kind === 'fault' ? 'Fault' : 'Withdrawal'} of{' '}
              {formatMoney(each.amount_minor, each.currency)} from{' '}
              <OrderLink number={each.number} />
              <span className={styles['byline']}>{dayWords(each.asked_at)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function OrderLink({ number }: { readonly number: string }) {
  return (
    <DeskLink desk="orders" search={`?order=${encodeURIComponent(number)}`}>
      {number}
    </DeskLink>
  );
}

function balanceWords({ due_minor: due, refund_due_minor: back, currency }: CustomerOrder): string {
  if (due > 0) return `${formatMoney(due, currency)} due`;
  return back > 0 ? `${formatMoney(back, currency)} to refund` : 'Settled';
}
