import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { textOf } from '#desk-kit/model/desk-row.ts';
import type { OrderShipment } from '../model/order.ts';
import {
  fittingPackage,
  holds,
  kilograms,
  packingIn,
  packingWords,
  usedPackages,
} from '#features/shipping/model/packages.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field, Select } from '#ui/react/Field.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import { $heldByDue, shipOpenParcel } from '../store/desk-order-actions.ts';
import { BalanceOverride } from './BalanceOverride.tsx';
import { $packages } from '#features/shipping/store/desk-packages.ts';
import styles from '#ui/styles/desk.module.css';

type Props = {
  readonly parcel: OrderShipment;
  readonly onProblem: (problem: string | null) => void;
};

/** What is written down of a parcel as it leaves; the package is the proposed one until another is chosen. */
export function SendParcel({ parcel: { id, weightGrams }, onProblem }: Props) {
  const packages = usedPackages(useStore($packages));
  const [chosen, setChosen] = useState<string | null>(null);
  const [carrier, setCarrier] = useTyped();
  const [number, setNumber] = useTyped();
  const packageId = chosen ?? fittingPackage(weightGrams, packages)?.id ?? '';
  const packed = packages.find((each) => each.id === packageId);
  const isHeld = useStore($heldByDue)?.id === id;
  const isNamed = carrier.trim() !== '' && number.trim() !== '';
  const send = async (despiteDue: string) => {
    const sent = {
      shipmentId: id,
      carrier: carrier.trim(),
      trackingNumber: number.trim(),
      packageId: packageId === '' ? null : packageId,
    };
    onProblem(await shipOpenParcel(sent, despiteDue));
  };
  return (
    <>
      <div className={styles['fields']}>
        <Select
          label="Package"
          hint={
            packed === undefined
              ? `${kilograms(weightGrams)} of goods`
              : packingWords(packingIn(packed, weightGrams))
          }
          value={packageId}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="">No package</option>
          {packages.map((each) => (
            <option key={each.id} value={each.id}>
              {textOf(each, 'name')}
              {holds(each, weightGrams) ? '' : ' (over its weight limit)'}
            </option>
          ))}
        </Select>
        <Field
          label="Carrier"
          value={carrier}
          onChange={(event) => setCarrier(event.target.value)}
        />
        <Field
          label="Tracking number"
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
      </div>
      <div className={styles['line']}>
        <Button size="small" disabled={!isNamed} onClick={() => void send('')}>
          Mark as shipped
        </Button>
      </div>
      {isHeld && (
        <BalanceOverride
          action="Ship anyway"
          isBusy={!isNamed}
          onGo={(reason) => void send(reason)}
        />
      )}
    </>
  );
}
