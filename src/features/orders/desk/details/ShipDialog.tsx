import { lineName } from '#shared/line-name.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import {
  fittingPackage,
  holds,
  kilograms,
  packingIn,
  packingWords,
  usedPackages,
} from '#features/shipping/model/packages.ts';
import { $packages } from '#features/shipping/store/desk-packages.ts';
import { Choice } from '#ui/react/Choice.tsx';
import { Field, Select } from '#ui/react/Field.tsx';
import { useTyped, useUnsaved } from '#ui/react/unsaved.ts';
import styles from '#ui/styles/desk.module.css';
import type { Order, OrderShipment } from '../../model/order.ts';
import { moneyToCome } from '../../model/order-money.ts';
import { isReasonEnough } from '../../model/order-moves.ts';
import { shipOpenParcels } from '../../store/desk-order-actions.ts';
import { DueField } from './DueField.tsx';
import { StepDialog } from '#desk-kit/ui/StepDialog.tsx';

type Props = { readonly order: Order; readonly onClose: () => void };

type Sending = {
  readonly stays: boolean;
  /** Null for the package that is proposed. */
  readonly packageId: string | null;
  readonly carrier: string;
  readonly number: string;
};

const untouched: Sending = { stays: false, packageId: null, carrier: '', number: '' };

/** Parcels leave: into what they are packed, who carries them, and how their customer follows them. */
export function ShipDialog({ order, onClose }: Props) {
  const planned = order.shipments.filter(({ status }) => status === 'planned');
  const packages = usedPackages(useStore($packages));
  const [typed, setTyped] = useState<Readonly<Record<string, Sending>>>({});
  const [despiteDue, setDespiteDue] = useTyped();
  useUnsaved(Object.values(typed).some(({ carrier, number }) => carrier + number !== ''));
  const [usual = ''] = order.shipments.flatMap(({ carrier }) => (carrier === '' ? [] : [carrier]));
  const sendingOf = (id: string) => ({ ...untouched, carrier: usual, ...typed[id] });
  const leaving = planned.filter(({ id }) => !sendingOf(id).stays);
  const isNumbered = ({ id }: OrderShipment) => sendingOf(id).number.trim() !== '';
  const isNameless = leaving.some(
    (parcel) => isNumbered(parcel) && sendingOf(parcel.id).carrier.trim() === '',
  );
  const isDue = moneyToCome(order) > 0;
  const packageOf = ({ id, weight_grams: weightGrams = 0 }: OrderShipment) =>
    sendingOf(id).packageId ?? fittingPackage(weightGrams, packages)?.id ?? '';
  const send = () =>
    shipOpenParcels(
      leaving.map((parcel) => ({
        shipmentId: parcel.id,
        carrier: sendingOf(parcel.id).carrier.trim(),
        trackingNumber: sendingOf(parcel.id).number.trim(),
        packageId: packageOf(parcel) || null,
      })),
      isDue ? despiteDue.trim() : '',
    );
  const count = leaving.length;
  return (
    <StepDialog
      title={`Ship ${order.number}`}
      verb={count > 1 ? `Mark ${count} parcels as shipped` : 'Mark as shipped'}
      wide
      isBlocked={count === 0 || isNameless || (isDue && !isReasonEnough(despiteDue))}
      onGo={send}
      onClose={onClose}
    >
      {planned.map((parcel) => {
        const { id, position, weight_grams: weightGrams = 0 } = parcel;
        const change = (part: Partial<Sending>) =>
          setTyped({ ...typed, [id]: { ...sendingOf(id), ...part } });
        const { stays, carrier, number } = sendingOf(id);
        const packed = packages.find((each) => each.id === packageOf(parcel));
        const goods = order.lines.filter((line) => line.shipment_id === id);
        return (
          <fieldset key={id} className={styles['plain']}>
            <legend className="visually-hidden">Parcel {position}</legend>
            {planned.length > 1 && (
              <Choice
                type="checkbox"
                label={`Parcel ${position} leaves now`}
                checked={!stays}
                onChange={(event) => change({ stays: !event.target.checked })}
              />
            )}
            <span className={styles['small']}>
              {goods
                .map(
                  (line) =>
                    `${line.quantity - line.refunded_quantity} × ${lineName(line.title, line.variant_title)}`,
                )
                .join(', ')}
            </span>
            {!stays && (
              <div className={styles['fields']}>
                <Select
                  label="Package"
                  hint={
                    packed === undefined
                      ? `${kilograms(weightGrams)} of goods`
                      : packingWords(packingIn(packed, weightGrams))
                  }
                  value={packageOf(parcel)}
                  onChange={(event) => change({ packageId: event.target.value })}
                >
                  <option value="">No package</option>
                  {packages.map((each) => (
                    <option key={each.id} value={each.id}>
                      {each.values.name}
                      {holds(each, weightGrams) ? '' : ' (over its weight limit)'}
                    </option>
                  ))}
                </Select>
                <Field
                  label="Carrier"
                  value={carrier}
                  error={
                    number.trim() !== '' && carrier.trim() === ''
                      ? 'Whose number is it?'
                      : undefined
                  }
                  onChange={(event) => change({ carrier: event.target.value })}
                />
                <Field
                  label="Tracking number"
                  value={number}
                  onChange={(event) => change({ number: event.target.value })}
                />
              </div>
            )}
          </fieldset>
        );
      })}
      {isDue && <DueField order={order} value={despiteDue} onChange={setDespiteDue} />}
      <p className={styles['small']}>
        {order.email ?? 'The customer'} gets an e-mail for each parcel
        {leaving.every(isNumbered)
          ? ', with its tracking number.'
          : '. Without a tracking number nobody can follow it; you can add it later.'}
      </p>
    </StepDialog>
  );
}
