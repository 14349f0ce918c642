import { momentWords } from '#shared/date-words.ts';
import type { OrderEvent } from '../../model/order.ts';
import { messageOf } from '../../model/order-message.ts';
import { eventDetails } from '../../model/order-event-words.ts';
import { Difference } from '#desk-kit/ui/Difference.tsx';
import { Table } from '#ui/react/Table.tsx';
import type { ReadOrder } from '../../store/desk-orders.ts';
import styles from '#ui/styles/desk.module.css';
import own from '../order.module.css';
import { orderStatusName } from '../../model/order-words.ts';

/** Everything that happened, with who, why, before and after. */
export function OrderHistory({ read }: { readonly read: ReadOrder }) {
  const { order, actors } = read;
  return (
    <section className={styles['card']} aria-label="History">
      <h3>History</h3>
      <Table label="Events">
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
              <td className={own['when']}>{momentWords(event.at)}</td>
              <td className={styles['breakable']}>{actors.get(event.id) ?? event.actor}</td>
              <td className={styles['breakable']}>
                {event.kind.replaceAll('_', ' ')}
                {event.from_status && event.to_status
                  ? `: ${orderStatusName(event.from_status)} → ${orderStatusName(event.to_status)}`
                  : ''}
                {event.reason ? ` (${event.reason})` : ''}
                <Details event={event} currency={order.currency} />
                {messageOf(event, order).map((part) => (
                  <p key={part} className={styles['small']}>
                    {part}
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

type DetailsProps = { readonly event: OrderEvent; readonly currency: string };

/** What it was before and after, where the event keeps it. */
function Details({ event, currency }: DetailsProps) {
  const details = eventDetails(event, currency);
  if (details.length === 0) return null;
  return (
    <ul className={styles['plain']} aria-label="Changes">
      {details.map(({ name, before, after }) => (
        <li key={name} className={styles['small']}>
          {name}:{' '}
          {before === '' || after === '' ? (
            before || after
          ) : (
            <Difference before={before} after={after} />
          )}
        </li>
      ))}
    </ul>
  );
}
