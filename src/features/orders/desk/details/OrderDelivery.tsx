import { lineName } from '#shared/line-name.ts';
import { useState } from 'react';
import { addressLines, emptyAddress } from '#shared/address.ts';
import { momentWords } from '#shared/date-words.ts';
import { etaWords } from '#shared/eta.ts';
import type { Order, OrderCompany, OrderShipment } from '../../model/order.ts';
import { hasEnded, parcelEta } from '../../model/order-words.ts';
import { packingWords } from '#features/shipping/model/packages.ts';
import { isToSend } from '../../model/order-status.ts';
import { DeskLink } from '#desk-kit/gate/DeskLink.tsx';
import { UnmaskForm } from '#desk-kit/ui/UnmaskForm.tsx';
import { Button } from '#ui/react/Button.tsx';
import { askToDiscard } from '#ui/react/unsaved.ts';
import { revealOpenContact } from '../../store/desk-order-actions.ts';
import styles from '#ui/styles/desk.module.css';
import { TrackingForm } from './TrackingForm.tsx';
import { WriteDialog } from './WriteDialog.tsx';
import { goToSlips } from '../use-open-order.ts';

/** Support sees a masked mailbox and the country alone: the database sends more only when asked. */
export function Customer(props: { readonly order: Order; readonly isMasked: boolean }) {
  const { order, isMasked } = props;
  const [whole, setWhole] = useState<Contact | null>(null);
  const [isWriting, setWriting] = useState(false);
  const { email, address } = whole ?? order;
  const { company, gift_note: giftNote = null } = order;
  const phone = address?.['phone'] ?? '';
  async function unmask(reason: string) {
    const contact = await revealOpenContact(order.id, reason);
    if (contact.ok) setWhole(contact.value);
    return contact.ok ? null : contact.error;
  }
  return (
    <section className={styles['card']} aria-label="Customer">
      <header>
        <h3>Customer</h3>
        <Button size="small" onClick={() => setWriting(true)}>
          Write …
        </Button>
      </header>
      {isWriting && <WriteDialog order={order} onClose={() => setWriting(false)} />}
      <dl className={styles['facts']}>
        <dt>Name</dt>
        <dd>
          <DeskLink desk="customers" search={`?of=${order.id}`}>
            {address?.name || 'Open the customer'}
          </DeskLink>
        </dd>
        <dt>E-mail</dt>
        <dd>{email}</dd>
        <dt>Address</dt>
        <dd>{addressLines({ ...emptyAddress, ...address, name: '' }, null).join(', ')}</dd>
        {company && (
          <>
            <dt>Company</dt>
            <dd>
              {[company.name, company.vat_number, company.purchase_number]
                .filter((part) => part !== '')
                .join(', ')}
            </dd>
            {company.vat_check && (
              <>
                <dt>VAT number checked</dt>
                <dd>{holderWords(company.vat_check) || 'Valid, without a name'}</dd>
              </>
            )}
            {company.billing !== null && (
              <>
                <dt>Bill to</dt>
                <dd>{addressLines({ ...emptyAddress, ...company.billing }, null).join(', ')}</dd>
              </>
            )}
          </>
        )}
        {giftNote !== null && (
          <>
            <dt>Gift</dt>
            <dd className={styles['rules']}>{giftNote || 'Without a note'}</dd>
          </>
        )}
        <dt>Placed</dt>
        <dd>{momentWords(order.placed_at)}</dd>
        <dt>Shipping method</dt>
        <dd>{order.shipping_method_name}</dd>
        {phone !== '' && (
          <>
            <dt>Phone</dt>
            <dd>{phone}</dd>
          </>
        )}
      </dl>
      {isMasked && whole === null && <UnmaskForm label="Show e-mail and address" onAsk={unmask} />}
    </section>
  );
}

/** Whose the VAT number is, as the EU’s register said. */
const holderWords = ({ name, address }: NonNullable<OrderCompany['vat_check']>): string =>
  [name, address].filter((part) => part !== '').join(', ');

type Contact = Pick<Order, 'email' | 'address'>;

export function Parcels(props: { readonly order: Order; readonly maySend: boolean }) {
  const { order, maySend } = props;
  // Here and not at the parcel, whose form is new once somebody else has changed it.
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <section className={styles['card']} aria-label="Parcels">
      <header>
        <h3>Parcels</h3>
        {maySend && isToSend(order.status) && order.waits_for === null && (
          <div className={styles['line']}>
            <Button
              size="small"
              onClick={() => askToDiscard(() => goToSlips('pack', [order.number]))}
            >
              Pack by scan
            </Button>
            <Button
              size="small"
              onClick={() => askToDiscard(() => goToSlips('slips', [order.number]))}
            >
              Label and slip
            </Button>
          </div>
        )}
      </header>
      {problem !== null && (
        <p role="alert" className={styles['fault']}>
          {problem}
        </p>
      )}
      {order.shipments.map((parcel) => (
        <div key={parcel.id} className={styles['plain']}>
          <ParcelLine parcel={parcel} order={order} />
          {parcel.package && (
            <span className={styles['small']}>Packed into {packingWords(parcel.package)}</span>
          )}
          {maySend && parcel.status !== 'planned' && (
            <TrackingForm
              key={`${parcel.carrier} ${parcel.tracking_number ?? ''}`}
              parcel={parcel}
              onProblem={setProblem}
            />
          )}
        </div>
      ))}
    </section>
  );
}

/** Where a parcel is, and what lies in it; a planned day is told no closer than it is known. */
function ParcelLine(props: { readonly parcel: OrderShipment; readonly order: Order }) {
  const { parcel, order } = props;
  const { position, status, carrier } = parcel;
  const stays = status === 'planned' && hasEnded(order.status);
  const inside = order.lines.filter((line) => line.shipment_id === parcel.id);
  const eta = status === 'planned' && !stays ? parcelEta(parcel, order) : null;
  const goods = inside.map(
    (line) => `${line.quantity} × ${lineName(line.title, line.variant_title)}`,
  );
  return (
    <>
      <span>
        {position}. <b>{stays ? 'won’t be shipped' : status}</b> {carrier} {parcel.tracking_number}
        {eta !== null && ` for ${etaWords(eta)}`}
      </span>
      {goods.length > 0 && <span className={styles['small']}>{goods.join(', ')}</span>}
      {status === 'planned' && !stays && order.waits_for !== null && (
        <span className={styles['small']}>
          Waits for {order.waits_for.title}: the customer wants everything in one parcel.
        </span>
      )}
    </>
  );
}
