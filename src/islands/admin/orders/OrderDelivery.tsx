import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { addressLines, emptyAddress } from '#domain/address.ts';
import { momentWords } from '#domain/date-words.ts';
import type { Order, OrderShipment } from '#domain/order.ts';
import { packingOf } from '#domain/packages.ts';
import { packable } from '#domain/packing-slip.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { revealOpenContact, shipOpenParcel } from '#stores/desk-order-actions.ts';
import { $packages } from '#stores/desk-packages.ts';
import styles from '#styles/desk/desk.module.css';
import { goToSlips } from './use-open-order.ts';

/** Support sees a masked mailbox and the country alone: the database sends more only when asked. */
export function Customer(props: { readonly order: Order; readonly isMasked: boolean }) {
  const { order, isMasked } = props;
  const [whole, setWhole] = useState<Contact | null>(null);
  const { email, address } = whole ?? order;
  return (
    <section className={styles['card']} aria-label="Customer">
      <h3>Customer</h3>
      <dl className={styles['facts']}>
        <dt>E-mail</dt>
        <dd>{email}</dd>
        <dt>Address</dt>
        <dd>{addressLines({ ...emptyAddress, ...address }, null).join(', ')}</dd>
        <dt>Placed</dt>
        <dd>{momentWords(order.placedAt)}</dd>
        <dt>Method</dt>
        <dd>{order.shippingMethodName}</dd>
      </dl>
      {isMasked && whole === null && <Unmask orderId={order.id} onWhole={setWhole} />}
    </section>
  );
}

type Contact = Pick<Order, 'email' | 'address'>;

function Unmask(props: { readonly orderId: string; readonly onWhole: (contact: Contact) => void }) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  async function ask() {
    setProblem(null);
    const contact = await revealOpenContact(props.orderId, reason);
    if (contact.ok) props.onWhole(contact.value);
    else setProblem(contact.error);
  }
  return (
    <>
      <Field
        label="What you need it for"
        hint="It goes into the audit log with your name"
        error={problem ?? undefined}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button size="small" onClick={() => void ask()}>
        Show mailbox and address
      </Button>
    </>
  );
}

export function Parcels(props: { readonly order: Order; readonly maySend: boolean }) {
  const { order, maySend } = props;
  // Here and not at the parcel: its form is gone once somebody else has sent it.
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <section className={styles['card']} aria-label="Parcels">
      <header>
        <h3>Parcels</h3>
        {maySend && packable.has(order.status) && (
          <Button size="small" onClick={() => goToSlips([order.number])}>
            Label and slip
          </Button>
        )}
      </header>
      {problem !== null && (
        <p role="alert" className={styles['fault']}>
          {problem}
        </p>
      )}
      {order.shipments.map((parcel) => (
        <div key={parcel.id} className={styles['plain']}>
          <span>
            {parcel.position}. <b>{parcel.status}</b> {parcel.carrier} {parcel.trackingNumber}{' '}
            {parcel.shipsOn ?? ''}
          </span>
          {maySend && parcel.status === 'planned' && order.status === 'ready_to_ship' && (
            <SendParcel parcel={parcel} onProblem={setProblem} />
          )}
        </div>
      ))}
    </section>
  );
}

type SendProps = {
  readonly parcel: OrderShipment;
  readonly onProblem: (problem: string | null) => void;
};

function SendParcel({ parcel: { id, weightGrams }, onProblem }: SendProps) {
  const packing = packingOf(weightGrams, useStore($packages));
  const [carrier, setCarrier] = useState('');
  const [number, setNumber] = useState('');
  return (
    <>
      <span className={styles['small']}>
        {packing === null
          ? `${weightGrams} g: no package holds it.`
          : `Pack it into: ${packing.name}, ${packing.grossGrams} g in all.`}
      </span>
      <Field label="Carrier" value={carrier} onChange={(event) => setCarrier(event.target.value)} />
      <Field
        label="Tracking number"
        value={number}
        onChange={(event) => setNumber(event.target.value)}
      />
      <div className={styles['line']}>
        <Button
          size="small"
          disabled={carrier.trim() === '' || number.trim() === ''}
          onClick={() => void shipOpenParcel(id, carrier.trim(), number.trim()).then(onProblem)}
        >
          It has left
        </Button>
      </div>
    </>
  );
}
