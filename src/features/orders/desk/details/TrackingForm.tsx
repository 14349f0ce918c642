import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { Choice } from '#ui/react/Choice.tsx';
import { Field } from '#ui/react/Field.tsx';
import { useUnsaved } from '#ui/react/unsaved.ts';
import styles from '#ui/styles/desk.module.css';
import type { OrderShipment } from '../../model/order.ts';
import { correctOpenTracking } from '../../store/desk-order-actions.ts';

type Props = {
  readonly parcel: OrderShipment;
  readonly onProblem: (problem: string | null) => void;
};

/** Mends what was mistyped of a parcel that has left, or adds a number that came later. */
export function TrackingForm({ parcel, onProblem }: Props) {
  const { id, carrier, tracking_number: trackingNumber = '' } = parcel;
  const [typed, setTyped] = useState({ carrier, trackingNumber });
  const [sendsMail, setSendsMail] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const wish = { carrier: typed.carrier.trim(), trackingNumber: typed.trackingNumber.trim() };
  const isChanged = wish.carrier !== carrier || wish.trackingNumber !== trackingNumber;
  const isNamed = wish.carrier !== '' && wish.trackingNumber !== '';
  useUnsaved(isChanged);
  async function save() {
    setBusy(true);
    onProblem(await correctOpenTracking({ id, carrier, trackingNumber }, wish, sendsMail));
    setBusy(false);
  }
  return (
    <details>
      <summary>{trackingNumber === '' ? 'Add tracking number' : 'Correct tracking number'}</summary>
      <div className={styles['fields']}>
        <Field
          label="Carrier"
          value={typed.carrier}
          maxLength={80}
          onChange={({ target }) => setTyped({ ...typed, carrier: target.value })}
        />
        <Field
          label="Tracking number"
          value={typed.trackingNumber}
          maxLength={80}
          onChange={({ target }) => setTyped({ ...typed, trackingNumber: target.value })}
        />
      </div>
      <Choice
        type="checkbox"
        label="E-mail the customer the new number"
        checked={sendsMail}
        onChange={({ target }) => setSendsMail(target.checked)}
      />
      <div className={styles['line']}>
        <Button
          size="small"
          pending={isBusy}
          disabled={!isChanged || !isNamed}
          onClick={() => void save()}
        >
          Save tracking number
        </Button>
      </div>
    </details>
  );
}
