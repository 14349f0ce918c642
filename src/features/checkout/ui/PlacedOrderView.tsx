import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { TimeLeft } from '#ui/react/TimeLeft.tsx';
import { ConfirmNote } from '#features/orders/ui/ConfirmNote.tsx';
import { TestModeNote } from '#features/orders/ui/TestModeNote.tsx';
import { TransferDetails } from '#features/orders/ui/TransferDetails.tsx';
import { routes } from '#routes.ts';
import { $bankAccount, readAccount } from '#features/orders/store/bank-account.ts';
import { $isLeaving, $payingFault } from '#features/orders/store/paying.ts';
import type { KeptOrder } from '#features/orders/store/placed-order.ts';
import { $placing, payPlaced } from '../store/checkout.ts';
import { $receipt } from '../store/receipt.ts';
import { OrderReceipt } from './OrderReceipt.tsx';
import styles from './checkout.module.css';

const transferStep = {
  now: 'One more step: pay by bank transfer. The bank details below are also in our e-mail and on your order page.',
  unconfirmed:
    'Two steps are left: confirm your e-mail, then pay by bank transfer. The bank details below are also in our e-mail and on your order page.',
};

/** With the account, all of it stands there; without, what has to be paid still does. */
function Transfer({ order }: { readonly order: KeptOrder }) {
  const state = useStore($bankAccount);
  const { number, totalMinor, currency } = order;
  const payBy = order.keepUntil ?? order.payBy;
  const hasAccount = state.status === 'ready' && state.account !== null;
  return (
    <>
      <TransferDetails
        state={state}
        transfer={{ number, amountMinor: totalMinor, currency, payBy }}
        onAgain={() => void readAccount()}
      />
      {!hasAccount && <Facts order={order} />}
      {hasAccount && !order.keepUntil && <p>We hold your items until then.</p>}
    </>
  );
}

function deadlineName({ payment, keepUntil, totalMinor }: KeptOrder): string {
  if (!keepUntil) return 'Pay by';
  return payment === 'invoice' || totalMinor === 0 ? 'Confirm by' : 'Pay or confirm by';
}

function Facts({ order }: { readonly order: KeptOrder }) {
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>Number</dt>
        <dd>{order.number}</dd>
      </div>
      <div>
        <dt>Amount due</dt>
        <dd>
          <MoneyText minor={order.totalMinor} currency={order.currency} />
        </dd>
      </div>
      {(order.totalMinor > 0 || order.keepUntil) && (
        <div>
          <dt>{deadlineName(order)}</dt>
          <dd>
            <TimeLeft until={order.payBy} after="the deadline has passed" />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Whoever pays on a provider's page is taken there at once. Back from it, or where it failed, they ask for it. */
function PaymentPage({ order }: { readonly order: KeptOrder }) {
  const isGoing = useStore($isLeaving);
  const fault = useStore($payingFault);
  return (
    <>
      <p className="lead">
        <output>
          {isGoing
            ? 'We’re taking you to the payment page …'
            : 'One more step: pay for your order.'}
        </output>
      </p>
      {fault !== null && <Notice tone="fault" role="alert" title={fault} />}
      <Facts order={order} />
      <TestModeNote payment={order.payment} />
      <div className={styles['next']}>
        <Button look="primary" pending={isGoing} onClick={() => void payPlaced(order)}>
          Pay now
        </Button>
        <ButtonLink href={routes.order(order.number)}>See your order</ButtonLink>
      </div>
    </>
  );
}

/** The order is in. Nothing here depends on what comes next. */
export function PlacedOrderView({ order }: { readonly order: KeptOrder }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const receipt = useStore($receipt);
  const isEarlier = useStore($placing).status === 'earlier';
  useEffect(() => heading.current?.focus(), []);
  const isFree = order.totalMinor === 0;
  const isTransfer = !isFree && order.payment === 'invoice';
  return (
    <div className={styles['checkout']}>
      <section className={styles['placed']} aria-labelledby="placed">
        <p className="legend">Order {order.number}</p>
        <h1 id="placed" ref={heading} tabIndex={-1}>
          Thank you. Your order is in.
        </h1>
        {isEarlier && (
          <p>It came through as you first sent it. Later changes are not part of it.</p>
        )}
        {isTransfer && (
          <p className="lead">{transferStep[order.keepUntil ? 'unconfirmed' : 'now']}</p>
        )}
        {receipt !== null && (
          <p>
            We sent {order.keepUntil ? 'an e-mail' : 'the confirmation'} to{' '}
            <b className={styles['mailbox']}>{receipt.email}</b>.
          </p>
        )}
        {!isTransfer && !isFree && <PaymentPage order={order} />}
        {order.keepUntil && (
          <ConfirmNote
            confirmBy={order.payBy}
            keepUntil={order.keepUntil}
            paysHere={!isTransfer && !isFree}
          />
        )}
        {isTransfer && <Transfer order={order} />}
        {isFree && <Facts order={order} />}
        {(isTransfer || isFree) && (
          <div className={styles['next']}>
            <ButtonLink look="primary" href={routes.order(order.number)}>
              See your order
            </ButtonLink>
          </div>
        )}
      </section>
      {receipt !== null && <OrderReceipt receipt={receipt} />}
    </div>
  );
}
