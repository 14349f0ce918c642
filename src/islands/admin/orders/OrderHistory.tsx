import { momentWords } from '#domain/date-words.ts';
import { textOf, type DeskRow } from '#domain/desk-row.ts';
import type { Order } from '#domain/order.ts';
import { MoneyText } from '#islands/ui/MoneyText.tsx';
import { Table } from '#islands/ui/Table.tsx';
import styles from '#styles/desk/desk.module.css';
import { statusName } from './order-columns.tsx';

/** Everything that happened, with who and why, and every payment. */
type Props = { readonly order: Order; readonly notes: readonly DeskRow[] };

export function OrderHistory({ order, notes }: Props) {
  return (
    <section className={styles['card']} aria-label="History">
      <h3>History</h3>
      <Table label="What happened">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {order.events.map((event) => (
            <tr key={event.id}>
              <td>{momentWords(event.at)}</td>
              <td>{event.actor}</td>
              <td>
                {event.kind.replaceAll('_', ' ')}
                {event.fromStatus && event.toStatus
                  ? `: ${statusName(event.fromStatus)} → ${statusName(event.toStatus)}`
                  : ''}
                {event.reason === '' ? '' : ` (${event.reason})`}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {notes.length > 0 && (
        <ul className={styles['plain']} aria-label="Notes">
          {notes.map((note) => (
            <li key={note.id}>{textOf(note, 'text')}</li>
          ))}
        </ul>
      )}
      {order.payments.length > 0 && (
        <Table label="Payments">
          <tbody>
            {order.payments.map((payment) => (
              <tr key={payment.id}>
                <th scope="row">{payment.kind === 'capture' ? 'Paid' : 'Given back'}</th>
                <td>{momentWords(payment.at)}</td>
                <td>{payment.provider}</td>
                <td>
                  <MoneyText minor={payment.amountMinor} currency={payment.currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
