import { useState } from 'react';
import { formatMoney } from '#shared/money.ts';
import { Choice } from '#ui/react/Choice.tsx';
import { Field } from '#ui/react/Field.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import { refundMany } from '../../store/desk-order-actions.ts';
import type { OrderAction } from './order-columns.tsx';

/** Gives many customers what they are owed, after a closing or for orders that were cancelled. */
export function useOrderRefunds(): OrderAction {
  const [reason, setReason] = useTyped();
  const [withTransfers, setWithTransfers] = useState(false);
  return {
    name: 'refund',
    title: 'Refund what is due',
    explains:
      'Each order gets back what it is owed. Stripe and PayPal send what they took, the bank file the rest. The customer gets an e-mail once it is sent.',
    onOpen: () => setWithTransfers(false),
    fields: (
      <>
        <Field
          label="Reason for the refund"
          hint="The customer sees this in the e-mail"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Choice
          type="checkbox"
          label="Refund orders paid by bank transfer too"
          hint="They then wait under Money, Bank refunds, for the bank file"
          checked={withTransfers}
          onChange={(event) => setWithTransfers(event.target.checked)}
        />
      </>
    ),
    ...(reason.trim().length < 2 ? { blocked: 'Enter a reason first.' } : {}),
    nameOf: ({ values }) =>
      `${values.number}, ${formatMoney(values.refund_due_minor, values.currency)}`,
    whyNot({ values }) {
      if (values.refund_due_minor === 0) return 'no refund is due';
      return values.payment === 'invoice' && !withTransfers ? 'paid by bank transfer' : null;
    },
    async run(rows, signal, onOutcome) {
      await refundMany(rows, reason.trim(), signal, onOutcome);
      setReason('');
    },
  };
}
