import { lineName } from '#shared/line-name.ts';
import { useEffect, useState } from 'react';
import { textToMinor } from '#desk-kit/model/field-text.ts';
import { decimalMoney, formatMoney } from '#shared/money.ts';
import { Button } from '#ui/react/Button.tsx';
import { Choice } from '#ui/react/Choice.tsx';
import { Field } from '#ui/react/Field.tsx';
import { QuantityStepper } from '#ui/react/QuantityStepper.tsx';
import { useTyped, useUnsaved } from '#ui/react/unsaved.ts';
import styles from '#ui/styles/desk.module.css';
import type { Order, OrderLine } from '../../model/order.ts';
import { moneyHere } from '../../model/order-money.ts';
import { paymentName, sendsRefunds } from '../../model/payment-providers.ts';
import { priceOpenRefund, refundOpenOrder } from '../../store/desk-order-actions.ts';
import { AmountField, useAmount } from './AmountField.tsx';
import own from '../order.module.css';
import { StepDialog } from '#desk-kit/ui/StepDialog.tsx';

type Props = { readonly order: Order; readonly onClose: () => void };

const left = (line: OrderLine) => line.quantity - line.refunded_quantity;

/** Pieces, shipping or an amount go back: what it comes to and who sends it is said before. */
export function RefundDialog({ order, onClose }: Props) {
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const [shipping, setShipping] = useTyped();
  const [reason, setReason] = useTyped();
  const [isSent, setSent] = useState(false);
  const [isRestocked, setRestocked] = useState(false);
  const lines = order.lines.flatMap((line) => {
    const quantity = Math.min(counts[line.id] ?? 0, left(line));
    return quantity > 0 ? [{ lineId: line.id, quantity }] : [];
  });
  useUnsaved(lines.length > 0);
  const worth = useWorth(
    order.id,
    lines.map(({ lineId, quantity }) => [lineId, quantity]),
  );
  const parsed = textToMinor(shipping === '' ? '0' : shipping);
  const isShippingWrong = !parsed.ok || parsed.value < 0 || parsed.value > order.shipping_minor;
  const here = moneyHere(order);
  const isChosen = lines.length > 0 || shipping !== '';
  const chosenMinor = worth.minor + (parsed.ok ? parsed.value : 0);
  const amount = useAmount(
    Math.min(isChosen ? chosenMinor : order.refund_due_minor, here),
    order.currency,
  );
  const { minor } = amount;
  const told = (sum: number) => formatMoney(sum, order.currency);
  const hasLeft = order.lines.some(
    ({ id, shipment_id: shipmentId }) =>
      lines.some(({ lineId }) => lineId === id) &&
      order.shipments.some(
        ({ id: parcel, status }) => parcel === shipmentId && status !== 'planned',
      ),
  );
  const isTooMuch = minor !== null && minor > here;
  const problem = worth.problem ?? (isTooMuch ? `No more than ${told(here)} can go back.` : null);
  const chooseAll = () => {
    setCounts(Object.fromEntries(order.lines.map((line) => [line.id, left(line)])));
    if (order.shipping_minor > 0) setShipping(decimalMoney(order.shipping_minor, order.currency));
    amount.type(decimalMoney(here, order.currency));
  };
  return (
    <StepDialog
      title={`Refund ${order.number}`}
      verb={minor === null ? 'Refund' : `Refund ${told(minor)}`}
      look="danger"
      wide
      isBlocked={
        minor === null || isTooMuch || isShippingWrong || !worth.isRead || reason.trim().length < 2
      }
      onGo={() =>
        refundOpenOrder({
          lines,
          amountMinor: minor,
          reason,
          isSent,
          isRestocked: hasLeft && isRestocked,
        })
      }
      onClose={onClose}
    >
      <ul className={own['pieces']}>
        {order.lines.map((line) => (
          <li key={line.id}>
            <span>
              {line.title} {line.variant_title}
              <small className={styles['small']}>
                {left(line) === 0
                  ? 'All refunded'
                  : `${left(line)} × ${told(line.unit_price_minor)}`}
              </small>
            </span>
            {left(line) > 0 && (
              <QuantityStepper
                label={lineName(line.title, line.variant_title)}
                value={counts[line.id] ?? 0}
                min={0}
                max={left(line)}
                onChange={(count) => {
                  setCounts({ ...counts, [line.id]: count });
                  amount.type(null);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <div className={styles['line']}>
        <Button size="small" onClick={chooseAll}>
          Everything
        </Button>
      </div>
      {hasLeft && (
        <Choice
          type="checkbox"
          label="Put the items back in stock"
          hint="They had left; those that had not are on sale again in any case"
          checked={isRestocked}
          onChange={(event) => setRestocked(event.target.checked)}
        />
      )}
      <div className={styles['fields']}>
        {order.shipping_minor > 0 && (
          <Field
            label="Shipping"
            hint={`Up to ${told(order.shipping_minor)}`}
            inputMode="decimal"
            placeholder="0.00"
            error={isShippingWrong ? `Enter 0 to ${told(order.shipping_minor)}.` : undefined}
            value={shipping}
            onChange={(event) => {
              setShipping(event.target.value);
              amount.type(null);
            }}
          />
        )}
        <AmountField
          label="Amount to refund"
          hint={
            minor === here
              ? 'Full amount: the order becomes refunded and its stock is released'
              : order.refund_due_minor > 0
                ? `${told(order.refund_due_minor)} is due, ${told(here)} available`
                : `Of ${told(here)} available`
          }
          amount={amount}
        />
      </div>
      <Field
        label="Reason for the refund"
        hint="The customer sees this in the e-mail"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Sender order={order} isSent={isSent} onSent={setSent} />
      {problem !== null && (
        <p role="alert" className={styles['fault']}>
          {problem}
        </p>
      )}
    </StepDialog>
  );
}

/** What is chosen is worth, as the database reckons: each choice by a text that tells it from others. */
function useWorth(
  orderId: string,
  counts: readonly (readonly [lineId: string, quantity: number])[],
) {
  const asked = counts.map((count) => count.join(' ')).join();
  const [answer, setAnswer] = useState({ asked: '', minor: 0, problem: null as string | null });
  useEffect(() => {
    if (asked === '') return;
    let isLate = false;
    const ask = async () => {
      const lines = asked.split(',').map((count) => {
        const [lineId = '', quantity] = count.split(' ');
        return { lineId, quantity: Number(quantity) };
      });
      const priced = await priceOpenRefund(orderId, lines);
      if (isLate) return;
      setAnswer(
        priced.ok
          ? { asked, minor: priced.value, problem: null }
          : { asked, minor: 0, problem: priced.error },
      );
    };
    void ask();
    return () => {
      isLate = true;
    };
  }, [orderId, asked]);
  if (asked === '') return { minor: 0, isRead: true, problem: null };
  const isOurs = answer.asked === asked;
  return {
    minor: answer.minor,
    isRead: isOurs && answer.problem === null,
    problem: isOurs ? answer.problem : null,
  };
}

type SenderProps = {
  readonly order: Order;
  readonly isSent: boolean;
  readonly onSent: (isSent: boolean) => void;
};

/** Who sends the money, and when its customer hears of it. */
function Sender({ order, isSent, onSent }: SenderProps) {
  // Who chose a card and transferred the money gets it by transfer.
  const takers = order.payments?.filter(
    ({ kind, provider }) => kind === 'capture' && sendsRefunds(provider),
  );
  const senders = [...new Set(takers?.map(({ provider }) => paymentName(provider)))];
  const isByProvider = senders.length > 0;
  return (
    <>
      <Choice
        type="checkbox"
        label={
          isByProvider
            ? 'The money has already gone back another way'
            : 'The money has already been sent'
        }
        checked={isSent}
        onChange={(event) => onSent(event.target.checked)}
      />
      <p className={styles['small']}>
        {isSent
          ? 'This records the refund and e-mails the customer.'
          : isByProvider
            ? `${senders.join(' and ')} ${senders.length > 1 ? 'send' : 'sends'} the money. The customer gets an e-mail once it has gone out.`
            : 'The refund then waits under Money, Bank refunds. The customer gets an e-mail once it is sent.'}
      </p>
    </>
  );
}
