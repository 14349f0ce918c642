import { momentWords } from '#shared/date-words.ts';
import type { OrderPayment } from '../model/order.ts';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { Table } from '#ui/react/Table.tsx';
import styles from '#ui/styles/desk.module.css';
import own from './order.module.css';
import table from '#ui/styles/table.module.css';

type Props = { readonly payments: readonly OrderPayment[] };

/** Money as it came and went. */
export function OrderPayments({ payments }: Props) {
  if (payments.length === 0) return null;
  return (
    <section className={styles['card']}>
      <h3>Payments</h3>
      <Table label="Payments">
        <tbody>
          {payments.map((payment) => (
            <tr key={payment.id}>
              <th scope="row">{payment.kind === 'capture' ? 'Paid' : 'Refunded'}</th>
              <td className={own['when']}>{momentWords(payment.at)}</td>
              <td className={styles['breakable']}>
                {payment.provider} {payment.reference}
              </td>
              <td className={table['number']}>
                <MoneyText minor={payment.amountMinor} currency={payment.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
