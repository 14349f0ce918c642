import { useState } from 'react';
import { textToMinor } from '#domain/field-text.ts';
import type { Order } from '#domain/order.ts';
import { movesFrom, type OrderStatus } from '#domain/order-status.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { moveOpenOrder, payOpenOrder, refundOpenOrder } from '#stores/desk-order-actions.ts';
import styles from '#styles/desk/desk.module.css';
import { statusName } from './order-columns.tsx';
import { useOrderStep, type OrderStep } from './use-order-step.ts';

type Props = { readonly order: Order };

/** What may be done with the order now: legal moves and money. */
export function OrderActions({ order }: Props) {
  const { problem, isBusy, run } = useOrderStep();
  return (
    <section className={styles['card']} aria-label="Actions">
      <h3>Next</h3>
      {problem !== null && (
        <p role="alert" className={styles['fault']}>
          {problem}
        </p>
      )}
      <Moves order={order} isBusy={isBusy} run={run} />
      <Money order={order} isBusy={isBusy} run={run} />
    </section>
  );
}

function Moves({ order, isBusy, run }: OrderStep & { readonly order: Order }) {
  const [reason, setReason] = useState('');
  const moves = movesFrom(order.status, 'staff');
  if (moves.length === 0) return <p className={styles['small']}>It has come to its end.</p>;
  const move = (to: OrderStatus) => void run(moveOpenOrder(to, reason));
  return (
    <>
      {moves.some(({ needsReason }) => needsReason) && (
        <Field
          label="Reason"
          hint="Needed to go back or to cancel"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <div className={styles['line']}>
        {moves.map(({ to, needsReason }) => (
          <Button
            key={to}
            size="small"
            look={to === 'cancelled' ? 'danger' : needsReason ? 'plain' : 'primary'}
            disabled={isBusy || (needsReason && reason.trim().length < 2)}
            onClick={() => move(to)}
          >
            {statusName(to)}
          </Button>
        ))}
      </div>
    </>
  );
}

function Money({ order, isBusy, run }: OrderStep & { readonly order: Order }) {
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const minor = amount === '' ? null : textToMinor(amount);
  const value = minor === null ? null : minor.ok ? minor.value : null;
  const isWrong = minor !== null && !minor.ok;
  const hasMoney = order.capturedMinor > order.refundedMinor;
  return (
    <>
      <Field
        label="Amount"
        hint="Empty: all that is due, or all that is left"
        error={isWrong ? 'An amount looks like 12.50.' : undefined}
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <Field
        label="Reference or reason"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className={styles['line']}>
        {order.status === 'awaiting_payment' && (
          <Button
            size="small"
            disabled={isBusy || isWrong || reason.trim().length < 2}
            onClick={() => void run(payOpenOrder(value, reason))}
          >
            Money has come
          </Button>
        )}
        {hasMoney && (
          <Button
            size="small"
            look="danger"
            disabled={isBusy || isWrong || reason.trim().length < 2}
            onClick={() => void run(refundOpenOrder([], value, reason))}
          >
            Give money back
          </Button>
        )}
      </div>
    </>
  );
}
