import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import styles from '#ui/styles/desk.module.css';
import type { Order } from '../../model/order.ts';
import { moneyHere } from '../../model/order-money.ts';
import { staffMovesFrom } from '../../model/order-moves.ts';
import type { OrderMove } from '../../model/order-status.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { moveKey, returnKey } from '../list/order-columns.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import { RefundDialog } from './RefundDialog.tsx';
import { ShipDialog } from './ShipDialog.tsx';

type Shown = 'payment' | 'refund' | 'shipping' | OrderMove;

/** What the address may open an order with. */
const named: Readonly<Record<string, Shown>> = {
  '#record-payment': 'payment',
  '#refund': 'refund',
};

/** What may be done with the order now: each key leads to a dialog that says what comes of it. */
export function OrderActions({ order }: { readonly order: Order }) {
  const [shown, setShown] = useState<Shown | null>(() => named[location.hash] ?? null);
  const moves = staffMovesFrom(order.status);
  const { waits_for: waitsFor } = order;
  const isWaiting = ({ to }: OrderMove) =>
    waitsFor !== null && (to === 'ready_to_ship' || to === 'shipped');
  const onward = moves.filter((move) => !move.needsReason && !isWaiting(move));
  const back = moves.filter(({ needsReason }) => needsReason);
  const waits = order.status === 'awaiting_payment';
  const hasParcels = order.shipments.some(({ status }) => status === 'planned');
  const onClose = () => setShown(null);
  return (
    <section className={styles['card']} aria-label="Actions">
      <h3>Next</h3>
      {moves.length === 0 && <p className={styles['small']}>This order is closed.</p>}
      {waitsFor !== null && moves.some(isWaiting) && (
        <p className={styles['small']}>
          Waits for {waitsFor.title}. To ship sooner, change the order to send each part when it is
          ready.
        </p>
      )}
      <div className={styles['line']}>
        {onward.map((move) => {
          const ships = move.to === 'shipped' && hasParcels;
          return (
            <Button
              key={move.to}
              size="small"
              look="primary"
              onClick={() => setShown(ships ? 'shipping' : move)}
            >
              {ships ? 'Ship …' : moveKey(move.to)}
            </Button>
          );
        })}
        <Button size="small" look={waits ? 'primary' : 'plain'} onClick={() => setShown('payment')}>
          Record payment …
        </Button>
        {moneyHere(order) > 0 && (
          <Button
            size="small"
            look={order.refund_due_minor > 0 ? 'primary' : 'plain'}
            onClick={() => setShown('refund')}
          >
            Refund …
          </Button>
        )}
        {back.map((move) => (
          <Button
            key={move.to}
            size="small"
            look={move.to === 'cancelled' ? 'danger' : 'plain'}
            onClick={() => setShown(move)}
          >
            {returnKey(move.to)} …
          </Button>
        ))}
      </div>
      {shown === 'payment' && <PaymentDialog order={order} onClose={onClose} />}
      {shown === 'refund' && <RefundDialog order={order} onClose={onClose} />}
      {shown === 'shipping' && <ShipDialog order={order} onClose={onClose} />}
      {shown !== null && typeof shown !== 'string' && (
        <MoveDialog order={order} move={shown} onClose={onClose} />
      )}
    </section>
  );
}
