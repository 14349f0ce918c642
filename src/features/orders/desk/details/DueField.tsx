import { formatMoney } from '#shared/money.ts';
import { Field } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import type { Order } from '../../model/order.ts';
import { moneyToCome } from '../../model/order-money.ts';

type Props = {
  readonly order: Order;
  readonly value: string;
  readonly onChange: (reason: string) => void;
};

/** An order or a parcel goes on with a balance due only with a reason. */
export function DueField({ order, value, onChange }: Props) {
  return (
    <>
      <Notice tone="caution" role="note">
        <p>{formatMoney(moneyToCome(order), order.currency)} of this order is not paid.</p>
      </Notice>
      <Field
        label="Reason to continue with a balance due"
        hint="Kept in the order’s history with your name; the customer can read it"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  );
}
