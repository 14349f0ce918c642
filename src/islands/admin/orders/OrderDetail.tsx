import type { DeskRow } from '#domain/desk-row.ts';
import type { Order } from '#domain/order.ts';
import { Button } from '#islands/ui/Button.tsx';
import { MoneyText } from '#islands/ui/MoneyText.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { Skeleton } from '#islands/ui/Skeleton.tsx';
import { Table } from '#islands/ui/Table.tsx';
import type { OpenOrder } from '#stores/desk-orders.ts';
import { routes } from '#routes.ts';
import styles from '#styles/desk/desk.module.css';
import type { DeskRole } from '../gate/DeskGate.tsx';
import { OrderStatusBadge } from './order-columns.tsx';
import { OrderActions } from './OrderActions.tsx';
import { Customer, Parcels } from './OrderDelivery.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { goToOrder } from './use-open-order.ts';

type Props = {
  readonly role: DeskRole;
  readonly open: Exclude<OpenOrder, { readonly status: 'closed' }>;
};

export function OrderDetail({ open, role }: Props) {
  return (
    <div className={styles['stack']}>
      <div className={styles['bar']}>
        <Button size="small" look="quiet" onClick={() => goToOrder(null)}>
          ← All orders
        </Button>
        <h2>{open.status === 'open' ? open.order.number : open.number}</h2>
        {open.status === 'open' && <OrderStatusBadge status={open.order.status} />}
      </div>
      {open.status === 'loading' && <Skeleton lines={12} label="Reading the order" />}
      {open.status === 'missing' && (
        <Notice tone="caution" title="There is no such order">
          <p>Look at the number again: it begins with KW- and has digits after it.</p>
        </Notice>
      )}
      {open.status === 'failed' && (
        <Notice tone="fault" role="alert" title="The order could not be read">
          <p>{open.message}</p>
          <Button size="small" onClick={() => goToOrder(open.number)}>
            Try again
          </Button>
        </Notice>
      )}
      {open.status === 'open' && <Whole order={open.order} notes={open.notes} role={role} />}
    </div>
  );
}

type WholeProps = {
  readonly order: Order;
  readonly notes: readonly DeskRow[];
  readonly role: DeskRole;
};

function Whole({ order, notes, role }: WholeProps) {
  return (
    <div className={styles['sides']}>
      <div className={styles['stack']}>
        <section className={styles['card']} aria-label="Lines">
          <h3>Lines</h3>
          <Lines order={order} role={role} />
        </section>
        <OrderHistory order={order} notes={notes} />
      </div>
      <div className={styles['stack']}>
        <OrderActions order={order} role={role} />
        <Customer order={order} isMasked={role === 'support'} />
        <Money order={order} />
        <Parcels order={order} maySend={role !== 'support'} />
      </div>
    </div>
  );
}

function Lines({ order, role }: { readonly order: Order; readonly role: DeskRole }) {
  return (
    <Table label="Lines of the order">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Choices</th>
          <th scope="col">Pieces</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <tr key={line.id}>
            <th scope="row">
              {line.title} {line.variantTitle}
              {line.keptDesign !== null && role !== 'support' && (
                <>
                  {' '}
                  <a href={routes.designSheet(line.keptDesign.code, line.id)}>
                    Production sheet of “{line.keptDesign.name}”
                  </a>
                </>
              )}
            </th>
            <td>{line.options.map((option) => option.value).join(', ')}</td>
            <td>
              {line.quantity}
              {line.refundedQuantity > 0 && ` (${line.refundedQuantity} refunded)`}
            </td>
            <td>
              <MoneyText minor={line.totalMinor} currency={order.currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Money({ order }: { readonly order: Order }) {
  const amounts = [
    ['Goods', order.subtotalMinor],
    ['Discount', order.discountMinor],
    ['Shipping', order.shippingMinor],
    ['Tax', order.taxMinor],
    ['Total', order.totalMinor],
    ['Paid', order.capturedMinor],
    ['Given back', order.refundedMinor],
    ['To give back', order.refundDueMinor],
  ] as const;
  return (
    <section className={styles['card']} aria-label="Money">
      <h3>Money</h3>
      <dl className={styles['facts']}>
        {amounts.map(([name, minor]) => (
          <div key={name} className={styles['pair']}>
            <dt>{name}</dt>
            <dd>
              <MoneyText minor={minor} currency={order.currency} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
