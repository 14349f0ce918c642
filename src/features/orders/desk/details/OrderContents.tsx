import type { Order } from '../../model/order.ts';
import { moneyToCome } from '../../model/order-money.ts';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { taxLabel } from '#shared/tax-words.ts';
import { Table } from '#ui/react/Table.tsx';
import { routes } from '#routes.ts';
import styles from '#ui/styles/desk.module.css';
import table from '#ui/styles/table.module.css';
import type { DeskRole } from '#desk-kit/gate/DeskGate.tsx';

export function Lines({ order, role }: { readonly order: Order; readonly role: DeskRole }) {
  const isChosen = order.lines.some(({ options }) => options.length > 0);
  return (
    <Table label="Order lines">
      <thead>
        <tr>
          <th scope="col">What</th>
          {isChosen && <th scope="col">Choices</th>}
          <th scope="col" className={table['number']}>
            Quantity
          </th>
          <th scope="col" className={table['number']}>
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <tr key={line.id}>
            <th scope="row">
              {line.title} {line.variant_title}
              {line.flaws !== '' && <small>Flaws: {line.flaws}</small>}
              {line.design !== null && role !== 'support' && (
                <>
                  {' '}
                  <a href={routes.designSheet(line.design.code ?? '', line.id)}>
                    Production sheet of “{line.design.name}”
                  </a>
                </>
              )}
            </th>
            {isChosen && <td>{line.options.map((option) => option.value).join(', ')}</td>}
            <td className={table['number']}>
              {line.quantity}
              {line.refunded_quantity > 0 && ` (${line.refunded_quantity} refunded)`}
            </td>
            <td className={table['number']}>
              <MoneyText minor={line.total_minor} currency={order.currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function Money({ order }: { readonly order: Order }) {
  const amounts = [
    ['Goods', order.subtotal_minor, true],
    ['Discount', order.discount_minor, false],
    ['Shipping', order.shipping_minor, true],
    [taxLabel(order.tax_minor), order.tax_minor, false],
    ['including VAT', order.tax_included_minor, false],
    ['Total', order.total_minor, true],
    ['Paid', order.captured_minor, true],
    ['Balance due', order.status === 'expired' ? 0 : moneyToCome(order), false],
    ['Refunded', order.refunded_minor, false],
    ['Refund due', order.refund_due_minor, false],
  ] as const;
  const told = amounts.filter(([, minor, isAlwaysTold]) => isAlwaysTold || minor !== 0);
  return (
    <section className={styles['card']} aria-label="Money">
      <h3>Money</h3>
      <dl className={`${styles['facts']} ${styles['amounts']}`}>
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
