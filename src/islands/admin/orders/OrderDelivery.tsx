import { momentWords } from '#domain/date-words.ts';
import type { Order } from '#domain/order.ts';
import styles from '#styles/desk/desk.module.css';

/** Support sees a masked mailbox and the country alone: the database sends no more. */
export function Customer({ order }: { readonly order: Order }) {
  const address = Object.values(order.address ?? {}).filter((line) => line !== '');
  return (
    <section className={styles['card']} aria-label="Customer">
      <h3>Customer</h3>
      <dl className={styles['facts']}>
        <dt>E-mail</dt>
        <dd>{order.email}</dd>
        <dt>Address</dt>
        <dd>{address.join(', ')}</dd>
        <dt>Placed</dt>
        <dd>{momentWords(order.placedAt)}</dd>
        <dt>Method</dt>
        <dd>{order.shippingMethodName}</dd>
      </dl>
    </section>
  );
}

export function Parcels({ order }: { readonly order: Order }) {
  return (
    <section className={styles['card']} aria-label="Parcels">
      <h3>Parcels</h3>
      <ul className={styles['plain']}>
        {order.shipments.map((parcel) => (
          <li key={parcel.id}>
            <b>{parcel.status}</b> {parcel.carrier} {parcel.trackingNumber} {parcel.shipsOn ?? ''}
          </li>
        ))}
      </ul>
    </section>
  );
}
