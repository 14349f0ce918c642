import type { Order } from '../model/order.ts';
import { staffMovesFrom } from '../model/order-moves.ts';
import type { OrderStatus } from '../model/order-status.ts';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import { $heldByDue, moveOpenOrder } from '../store/desk-order-actions.ts';
import styles from '#ui/styles/desk.module.css';
import { moveKey, returnKey } from './order-columns.tsx';
import { BalanceOverride } from './BalanceOverride.tsx';
import { OrderMoney } from './OrderMoney.tsx';
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
      <OrderMoney order={order} isBusy={isBusy} run={run} />
    </section>
  );
}

function Moves({ order, isBusy, run }: OrderStep & { readonly order: Order }) {
  const [reason, setReason] = useTyped();
  const moves = staffMovesFrom(order.status);
  if (moves.length === 0) return <p className={styles['small']}>This order is closed.</p>;
  const onward = moves.filter(({ needsReason }) => !needsReason);
  const back = moves.filter(({ needsReason }) => needsReason);
  const move = async (to: OrderStatus) => {
    if ((await run(moveOpenOrder({ to, reason, despiteDue: '' }))) === null) setReason('');
  };
  return (
    <>
      {onward.length > 0 && (
        <div className={styles['line']}>
          {onward.map(({ to }) => (
            <Button
              key={to}
              size="small"
              look="primary"
              disabled={isBusy}
              onClick={() => void move(to)}
            >
              {moveKey(to)}
            </Button>
          ))}
        </div>
      )}
      {order.status === 'awaiting_payment' && (
        <p className={styles['small']}>
          Record the payment below. The order counts as paid once the full amount has been recorded.
        </p>
      )}
      <MoveOverride orderId={order.id} isBusy={isBusy} run={run} />
      {back.length > 0 && (
        <div className={styles['part']}>
          <Field
            label="Reason"
            hint="Needed to return to an earlier stage or cancel"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <div className={styles['line']}>
            {back.map(({ to }) => (
              <Button
                key={to}
                size="small"
                look={to === 'cancelled' ? 'danger' : 'plain'}
                disabled={isBusy || reason.trim().length < 2}
                onClick={() => void move(to)}
              >
                {returnKey(to)}
              </Button>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

/** A move that was refused since a balance is due, with the reason to make it all the same. */
function MoveOverride(props: OrderStep & { readonly orderId: string }) {
  const { orderId, isBusy, run } = props;
  const held = useStore($heldByDue);
  if (held?.id !== orderId || held.to === null) return null;
  const { to } = held;
  return (
    <BalanceOverride
      action={`${moveKey(to)} anyway`}
      isBusy={isBusy}
      onGo={(despiteDue) => void run(moveOpenOrder({ to, reason: '', despiteDue }))}
    />
  );
}
