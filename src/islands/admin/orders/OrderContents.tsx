import type { Order } from '#domain/order.ts';
import { MoneyText } from '#islands/ui/MoneyText.tsx';
import { Table } from '#islands/ui/Table.tsx';
import { routes } from '#routes.ts';
import styles from '#styles/desk/desk.module.css';
import type { DeskRole } from '../gate/DeskGate.tsx';

export function Lines({ order, role }: { readonly order: Order; readonly role: DeskRole }) {
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

export function Money({ order }: { readonly order: Order }) {
  const amounts = [
    ['Goods', order.subtotalMinor, true],
    ['Discount', order.discountMinor, false],
    ['Shipping', order.shippingMinor, true],
    ['Tax', order.taxMinor, false],
    ['Total', order.totalMinor, true],
    ['Paid', order.capturedMinor, true],
    ['Given back', order.refundedMinor, false],
    ['To give back', order.refundDueMinor, false],
  ] as const;
  const told = amounts.filter(([, minor, isAlwaysTold]) => isAlwaysTold || minor !== 0);
  return (
    <section className={styles['card']} aria-label="Money">
      <h3>Money</h3>
      <dl className={styles['facts']}>
        {told.map(([name, minor]) => (
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
