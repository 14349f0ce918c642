import { useEffect, useRef, useState } from 'react';
import { textToMinor } from '#desk-kit/model/field-text.ts';
import { decimalMoney, formatMoney } from '#shared/money.ts';
import type { Order } from '../model/order.ts';
import { paymentName, sendsRefunds } from '../model/payment-providers.ts';
import { moneyHere, moneyToCome, moneyToGiveBack } from '../model/order-money.ts';
import { Button } from '#ui/react/Button.tsx';
import { Choice } from '#ui/react/Choice.tsx';
import { Field } from '#ui/react/Field.tsx';
import { useTyped, useUnsaved } from '#ui/react/unsaved.ts';
import { payOpenOrder, refundOpenOrder } from '../store/desk-order-actions.ts';
import styles from '#ui/styles/desk.module.css';
import type { OrderStep } from './use-order-step.ts';

type Props = OrderStep & { readonly order: Order };

/** Money that came or is to go back, each with the amount that is proposed until another is typed. */
export function OrderMoney(props: Props) {
  const { order } = props;
  const toCome = moneyToCome(order);
  return (
    <>
      {toCome > 0 ? (
        <MoneyThatCame {...props} proposed={toCome} />
      ) : (
        <details open={location.hash === '#record-payment'}>
          <summary>Record another payment</summary>
          <MoneyThatCame {...props} proposed={0} />
        </details>
      )}
      {moneyHere(order) > 0 && <MoneyToGiveBack {...props} />}
    </>
  );
}

/** Its first field has the focus where the address names it. */
function useNamedPart(name: string) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (location.hash === `#${name}`) part.current?.querySelector('input')?.focus();
  }, [name]);
  return part;
}

function MoneyThatCame({ order, isBusy, run, proposed }: Props & { readonly proposed: number }) {
  const amount = useAmount(proposed, order.currency);
  const [reference, setReference] = useTyped();
  const { minor } = amount;
  const part = useNamedPart('record-payment');
  async function write(value: number) {
    if ((await run(payOpenOrder(value, reference))) !== null) return;
    amount.type(null);
    setReference('');
  }
  return (
    <div ref={part} className={styles['part']}>
      <AmountField label="Amount received" amount={amount} />
      <Field
        label="Payment reference"
        hint="As on the bank statement"
        value={reference}
        onChange={(event) => setReference(event.target.value)}
      />
      <div className={styles['line']}>
        <Button
          size="small"
          disabled={isBusy || minor === null || reference.trim().length < 2}
          onClick={() => minor !== null && void write(minor)}
        >
          Record payment
        </Button>
      </div>
    </div>
  );
}

/** Who took money of an order by an API, and sends it back by one. */
function refundSenders({ payments }: Order): readonly string[] {
  const takers = payments.filter(
    ({ kind, provider }) => kind === 'capture' && sendsRefunds(provider),
  );
  return [...new Set(takers.map(({ provider }) => paymentName(provider)))];
}

function MoneyToGiveBack({ order, isBusy, run }: Props) {
  const amount = useAmount(moneyToGiveBack(order), order.currency);
  const [reason, setReason] = useTyped();
  const { minor } = amount;
  const [isSent, setSent] = useState(false);
  const here = moneyHere(order);
  // Who chose a card and transferred the money gets it by transfer.
  const senders = refundSenders(order);
  const isByProvider = senders.length > 0;
  const told = formatMoney(here, order.currency);
  const part = useNamedPart('refund');
  async function give(value: number) {
    if ((await run(refundOpenOrder([], value, reason, isSent))) !== null) return;
    amount.type(null);
    setReason('');
    setSent(false);
  }
  return (
    <div ref={part} className={styles['part']}>
      <AmountField
        label="Amount to refund"
        hint={
          minor === here
            ? 'Full amount: the order becomes refunded and its stock is released'
            : `Of ${told} available`
        }
        amount={amount}
      />
      <Field
        label="Reason for the refund"
        hint="The customer sees this in the e-mail"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Choice
        type="checkbox"
        label={
          isByProvider
            ? 'The money has already gone back another way'
            : 'The money has already been sent'
        }
        checked={isSent}
        onChange={(event) => setSent(event.target.checked)}
      />
      <p className={styles['small']}>
        {isSent
          ? 'This records the refund and e-mails the customer.'
          : isByProvider
            ? `${senders.join(' and ')} ${senders.length > 1 ? 'send' : 'sends'} the money. The customer gets an e-mail once it has gone out.`
            : 'The refund then waits under Money, Bank refunds. The customer gets an e-mail once it is sent.'}
      </p>
      <div className={styles['line']}>
        <Button
          size="small"
          look="danger"
          disabled={isBusy || minor === null || reason.trim().length < 2}
          onClick={() => minor !== null && void give(minor)}
        >
          {minor === null ? 'Refund' : `Refund ${formatMoney(minor, order.currency)}`}
        </Button>
      </div>
    </div>
  );
}

interface Amount {
  readonly text: string;
  readonly isWrong: boolean;
  /** Null as long as it is no amount. */
  readonly minor: number | null;
  /** Null takes the proposal again. */
  readonly type: (text: string | null) => void;
}

/** The proposal follows the order: what a colleague wrote down meanwhile is in it. */
function useAmount(proposed: number, currency: string): Amount {
  const [typed, type] = useState<string | null>(null);
  useUnsaved(typed !== null && typed !== '');
  const text = typed ?? (proposed > 0 ? decimalMoney(proposed, currency) : '');
  const parsed = textToMinor(text);
  const minor = parsed.ok && parsed.value > 0 ? parsed.value : null;
  return { text, minor, isWrong: text !== '' && minor === null, type };
}

type AmountProps = { readonly label: string; readonly hint?: string; readonly amount: Amount };

function AmountField({ label, hint, amount }: AmountProps) {
  return (
    <Field
      label={label}
      hint={hint}
      inputMode="decimal"
      error={amount.isWrong ? 'An amount looks like 12.50.' : undefined}
      value={amount.text}
      onChange={(event) => amount.type(event.target.value)}
    />
  );
}
