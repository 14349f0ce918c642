import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { momentWords } from '#shared/date-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { Dialog } from '#ui/react/Dialog.tsx';
import { TextArea } from '#ui/react/Field.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import type { Order } from '../model/order.ts';
import { returnable, type WaysBack as Ways } from '../model/returns.ts';
import { callOff, mayAct, type OrderChange } from '../store/my-orders.ts';
import { $waysBack, readWaysBack } from '../store/returns.ts';
import { GiveBack } from './GiveBack.tsx';
import { OrderReturns } from './OrderReturns.tsx';
import styles from './orders.module.css';

type Props = {
  readonly order: Order;
  readonly isRedacted: boolean;
  readonly change: OrderChange;
};

/** How its customer gets out of the order: with what it costs or brings before anything is pressed. */
export function WaysBack({ order, isRedacted, change }: Props) {
  const state = useStore($waysBack);
  const canSee = mayAct(order, isRedacted);
  useEffect(() => {
    if (canSee) void readWaysBack(order);
  }, [order, canSee]);
  if (!canSee || state?.orderId !== order.id) return null;
  if (state.status === 'failed') {
    return (
      <p className={`${styles['soft']} no-print`}>
        What you can cancel or return could not be loaded.{' '}
        <Button size="small" look="quiet" onClick={() => void readWaysBack(order)}>
          Try again
        </Button>
      </p>
    );
  }
  const { ways } = state;
  const isGoing = ways.cancel !== null;
  return (
    <>
      <OrderReturns order={order} ways={ways} />
      <div className={`${styles['acts']} no-print`}>
        {isGoing && change === 'open' && <Cancel order={order} ways={ways} />}
        {!isGoing && returnable(ways, 'withdrawal').length > 0 && (
          <GiveBack order={order} ways={ways} kind="withdrawal" />
        )}
        {returnable(ways, 'fault').length > 0 && (
          <GiveBack order={order} ways={ways} kind="fault" />
        )}
      </div>
    </>
  );
}

type CancelProps = { readonly order: Order; readonly ways: Ways };

function Cancel({ order, ways: { cancel, lines } }: CancelProps) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  if (cancel === null) return null;
  const { kept_minor: keptMinor, back_minor: backMinor, until } = cancel;
  const isLate = lines.some(({ way }) => way === 'late');
  const send = async () => {
    setSending(true);
    const answer = await callOff(order, reason, keptMinor);
    setSending(false);
    setFault(answer);
    if (answer === null) setAsking(false);
    // What it costs may have changed: the dialog shows it before it is pressed again.
    else await readWaysBack(order);
  };
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Cancel order
      </Button>
      {until !== null && keptMinor === 0 && (
        <span className={styles['soft']}>free until {momentWords(until)}</span>
      )}
      <Dialog
        open={isAsking}
        title={`Cancel ${order.number}?`}
        onClose={() => setAsking(false)}
        foot={
          <>
            <Button onClick={() => setAsking(false)}>Keep order</Button>
            <Button look="danger" pending={isSending} onClick={() => void send()}>
              Yes, cancel it
            </Button>
          </>
        }
      >
        {backMinor > 0 ? (
          <p>
            We refund <MoneyText minor={backMinor} currency={order.currency} />
            {keptMinor > 0 && (
              <>
                {' '}
                and keep <MoneyText minor={keptMinor} currency={order.currency} />, because orders
                for this batch have closed and we have ordered materials for you
              </>
            )}
            .{isLate && ' The batch is so late that we keep nothing.'}
          </p>
        ) : (
          <p>Nothing was charged. Your items go back on sale.</p>
        )}
        <TextArea
          label="Reason (optional)"
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {fault !== null && <Notice tone="fault" role="alert" title={fault} />}
      </Dialog>
    </>
  );
}
