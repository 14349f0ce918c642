import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Order } from '../model/order.ts';
import { amountDue, awaitsConfirmation, differenceDue } from '../model/order-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { TimeLeft } from '#ui/react/TimeLeft.tsx';
import { routes } from '#routes.ts';
import { openAuth } from '#features/account/store/auth-modal.ts';
import { TransferDetails } from './TransferDetails.tsx';
import { $bankAccount, readAccount } from '../store/bank-account.ts';
import { mayAct, pay, type OrderChange } from '../store/my-orders.ts';
import { Agreement } from './Agreement.tsx';
import { ConfirmNote } from './ConfirmNote.tsx';
import { LinkByMail } from './LinkByMail.tsx';
import { RefundAccount } from './RefundAccount.tsx';
import { TestModeNote } from './TestModeNote.tsx';
import { WaysBack } from './WaysBack.tsx';
import styles from './orders.module.css';

type Props = {
  readonly order: Order;
  readonly isRedacted: boolean;
  readonly change: OrderChange;
  readonly trouble?: string | null | undefined;
};

/** What its customer can do now; what can't be done any more says since when. */
export function OrderActions({ order, isRedacted, change, trouble }: Props) {
  const [fault, setFault] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const due = amountDue(order);
  const more = differenceDue(order);
  const mustAgree = order.missing_consents.length > 0 && due + more > 0;
  const canAct = mayAct(order, isRedacted);
  const isPayable = due + more > 0 && !mustAgree;
  const isTransfer = isPayable && order.payment === 'invoice';
  const canPay = isPayable && !isTransfer && canAct;

  const keepUntil = order.keep_until ?? order.pay_by;

  const goToPay = async () => {
    setLeaving(true);
    const answer = await pay(order);
    setFault(answer);
    if (answer !== null) setLeaving(false);
  };
  return (
    <div className={styles['actions']}>
      {mustAgree && canAct && change === 'open' && <Agreement order={order} />}
      {awaitsConfirmation(order) && (
        <ConfirmNote
          confirmBy={order.pay_by}
          keepUntil={keepUntil}
          paysHere={canPay}
          trouble={trouble}
        />
      )}
      {due > 0 && (
        <Notice tone="caution" title="This order is not paid yet">
          <p>
            <MoneyText minor={due} currency={order.currency} />{' '}
            {awaitsConfirmation(order) ? (
              'to pay.'
            ) : (
              <>
                until <TimeLeft until={order.pay_by} after="the deadline has passed" />. We hold
                your items until then.
              </>
            )}
          </p>
          {isTransfer && <Transfer order={order} amountMinor={due} payBy={keepUntil} />}
          {canPay && <TestModeNote payment={order.payment} />}
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
        <Notice tone="caution" title="Balance due">
          <p>
            This order has changed: <MoneyText minor={more} currency={order.currency} /> is due.
          </p>
          {isTransfer && <Transfer order={order} amountMinor={more} payBy={null} />}
          {canPay && <TestModeNote payment={order.payment} />}
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
      {change === 'by-mail' && <LinkByMail order={order} mustAgree={mustAgree} />}
      {change === 'closed' && canAct && <OfAccount order={order} />}
      <RefundAccount order={order} isRedacted={isRedacted} change={change} />
      <WaysBack order={order} isRedacted={isRedacted} change={change} />
    </div>
  );
}

/** A link of the time before somebody's account claimed the order. */
function OfAccount({ order }: Pick<Props, 'order'>) {
  const signIn = () => openAuth({ reason: 'account', returnTo: routes.order(order.number) });
  return (
    <div className="no-print">
      <Notice tone="info" title="This order belongs to an account">
        <p>This link only shows the order. Sign in to change or cancel it.</p>
        <p>
          <Button size="small" onClick={signIn}>
            Sign in
          </Button>
        </p>
      </Notice>
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
      <p>Please pay by bank transfer with the order number as the reference:</p>
      <TransferDetails
        state={state}
        transfer={{ number, currency, ...transfer }}
        onAgain={() => void readAccount()}
      />
    </>
  );
}
