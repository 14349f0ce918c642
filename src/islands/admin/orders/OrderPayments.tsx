import { momentWords } from '#domain/date-words.ts';
import type { OrderPayment } from '#domain/order.ts';
import { MoneyText } from '#islands/ui/MoneyText.tsx';
import { Table } from '#islands/ui/Table.tsx';
import styles from '#styles/desk/desk.module.css';
import own from '#styles/desk/order.module.css';
import table from '#styles/ui/table.module.css';

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
              <th scope="row">{payment.kind === 'capture' ? 'Paid' : 'Given back'}</th>
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
