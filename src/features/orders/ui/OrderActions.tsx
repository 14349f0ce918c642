import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { momentWords } from '#shared/date-words.ts';
import type { Order } from '../model/order.ts';
import { amountDue, differenceDue } from '../model/order-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { Dialog } from '#ui/react/Dialog.tsx';
import { TextArea } from '#ui/react/Field.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { TimeLeft } from '#ui/react/TimeLeft.tsx';
import { TransferDetails } from './TransferDetails.tsx';
import { $bankAccount, readAccount } from '../store/bank-account.ts';
import { callOff, isOver, mayAct, pay } from '../store/my-orders.ts';
import { Agreement } from './Agreement.tsx';
import styles from './orders.module.css';

type Props = { readonly order: Order; readonly isRedacted: boolean };

/** What its customer can do now; what can't be done any more says since when. */
export function OrderActions({ order, isRedacted }: Props) {
  const [fault, setFault] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const due = amountDue(order);
  const more = differenceDue(order);
  const mustAgree = order.missingConsents.length > 0 && due + more > 0;
  const canAct = mayAct(order, isRedacted);
  const isPayable = due + more > 0 && !mustAgree;
  const isTransfer = isPayable && order.payment === 'invoice';
  const canPay = isPayable && !isTransfer && canAct;

  const goToPay = async () => {
    setLeaving(true);
    const answer = await pay(order);
    setFault(answer);
    if (answer !== null) setLeaving(false);
  };
  return (
    <div className={styles['actions']}>
      {mustAgree && canAct && <Agreement order={order} />}
      {due > 0 && (
        <Notice tone="caution" title="This order waits for its payment">
          <p>
            <MoneyText minor={due} currency={order.currency} /> until{' '}
            <TimeLeft until={order.payBy} after="the time is over" />. Your goods are held until
            then.
          </p>
          {isTransfer && <Transfer order={order} amountMinor={due} payBy={order.payBy} />}
          {canPay && (
            <p className="no-print">
              <Button look="primary" pending={isLeaving} onClick={() => void goToPay()}>
                Pay now
              </Button>
            </p>
          )}
        </Notice>
      )}
      {more > 0 && (
        <Notice tone="caution" title="This order costs more than was paid">
          <p>
            It was changed: <MoneyText minor={more} currency={order.currency} /> is still to be
            paid.
          </p>
          {isTransfer && <Transfer order={order} amountMinor={more} payBy={null} />}
          {canPay && (
            <p className="no-print">
              <Button look="primary" pending={isLeaving} onClick={() => void goToPay()}>
                Pay the difference
              </Button>
            </p>
          )}
        </Notice>
      )}
      {fault !== null && <Notice tone="fault" role="alert" title={fault} />}
      <CancelPart order={order} isRedacted={isRedacted} />
    </div>
  );
}

type TransferProps = {
  readonly order: Order;
  readonly amountMinor: number;
  readonly payBy: string | null;
};

function Transfer({ order, ...transfer }: TransferProps) {
  const state = useStore($bankAccount);
  const { number, currency } = order;
  return (
    <>
      <p>Please pay by bank transfer, with the order number as the reference:</p>
      <TransferDetails
        state={state}
        transfer={{ number, currency, ...transfer }}
        onAgain={() => void readAccount()}
      />
    </>
  );
}

function CancelPart({ order, isRedacted }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const { status, cancelUntil } = order;
  const canStillMove = status === 'awaiting_payment' || status === 'paid';
  if (!canStillMove || !mayAct(order, isRedacted)) return null;
  if (cancelUntil !== null && isOver(cancelUntil)) {
    return (
      <p className={`${styles['soft']} no-print`}>
        It could be cancelled until {momentWords(cancelUntil)}.
      </p>
    );
  }
  const send = async () => {
    setSending(true);
    const answer = await callOff(order, reason);
    setSending(false);
    setFault(answer);
    if (answer === null) setAsking(false);
  };
  return (
    <div className="no-print">
      <Button size="small" onClick={() => setAsking(true)}>
        Cancel this order
      </Button>{' '}
      {cancelUntil !== null && (
        <span className={styles['soft']}>possible until {momentWords(cancelUntil)}</span>
      )}
      <Dialog
        open={isAsking}
        title={`Cancel ${order.number}?`}
        onClose={() => setAsking(false)}
        foot={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button look="danger" pending={isSending} onClick={() => void send()}>
              Cancel the order
            </Button>
          </>
        }
      >
        <p>What it holds goes back on the shelf at once, and what you paid goes back to you.</p>
        <TextArea
          label="Why, if you like to say"
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {fault !== null && <Notice tone="fault" role="alert" title={fault} />}
      </Dialog>
    </div>
  );
}
