import { formatMoney } from '#shared/money.ts';
import { Field } from '#ui/react/Field.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import styles from '#ui/styles/desk.module.css';
import type { Order } from '../../model/order.ts';
import { moneyToCome } from '../../model/order-money.ts';
import { payOpenOrder } from '../../store/desk-order-actions.ts';
import { AmountField, useAmount } from './AmountField.tsx';
import { StepDialog } from '#desk-kit/ui/StepDialog.tsx';

type Props = { readonly order: Order; readonly onClose: () => void };

/** Money that came another way than through a provider. */
export function PaymentDialog({ order, onClose }: Props) {
  const due = moneyToCome(order);
  const amount = useAmount(due, order.currency);
  const [reference, setReference] = useTyped();
  const { minor } = amount;
  const told = (sum: number) => formatMoney(sum, order.currency);
  const waits = order.status === 'awaiting_payment' || order.status === 'expired';
  return (
    <StepDialog
      title={`Record a payment for ${order.number}`}
      verb={minor === null ? 'Record payment' : `Record ${told(minor)}`}
      isBlocked={minor === null || reference.trim().length < 2}
      onGo={() => payOpenOrder(minor, reference)}
      onClose={onClose}
    >
      <AmountField
        label="Amount received"
        hint={due > 0 ? `${told(due)} is due` : 'Nothing is due'}
        amount={amount}
      />
      <Field
        label="Payment reference"
        hint="As on the bank statement"
        value={reference}
        onChange={(event) => setReference(event.target.value)}
      />
      {minor !== null && (
        <p className={styles['small']}>
          {minor < due && `${told(due - minor)} stays due.`}
          {minor >= due &&
            (waits && due > 0
              ? `The order becomes paid, and ${order.email ?? 'the customer'} gets an e-mail.`
              : 'Nothing is due after this.')}
          {minor > due && ` ${told(minor - due)} is then due as a refund.`}
        </p>
      )}
    </StepDialog>
  );
}
