import { useState } from 'react';
import { momentWords } from '#domain/date-words.ts';
import type { Order } from '#domain/order.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { shipOpenParcel } from '#stores/desk-order-actions.ts';
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

export function Parcels(props: { readonly order: Order; readonly maySend: boolean }) {
  const { order, maySend } = props;
  return (
    <section className={styles['card']} aria-label="Parcels">
      <h3>Parcels</h3>
      {order.shipments.map((parcel) => (
        <div key={parcel.id} className={styles['plain']}>
          <span>
            {parcel.position}. <b>{parcel.status}</b> {parcel.carrier} {parcel.trackingNumber}{' '}
            {parcel.shipsOn ?? ''}
          </span>
          {maySend && parcel.status === 'planned' && order.status === 'ready_to_ship' && (
            <SendParcel id={parcel.id} />
          )}
        </div>
      ))}
    </section>
  );
}

function SendParcel({ id }: { readonly id: string }) {
  const [carrier, setCarrier] = useState('');
  const [number, setNumber] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      <Field label="Carrier" value={carrier} onChange={(event) => setCarrier(event.target.value)} />
      <Field
        label="Tracking number"
        error={problem ?? undefined}
        value={number}
        onChange={(event) => setNumber(event.target.value)}
      />
      <div className={styles['line']}>
        <Button
          size="small"
          disabled={carrier.trim() === '' || number.trim() === ''}
          onClick={() => void shipOpenParcel(id, carrier.trim(), number.trim()).then(setProblem)}
        >
          It has left
        </Button>
      </div>
    </>
  );
}
