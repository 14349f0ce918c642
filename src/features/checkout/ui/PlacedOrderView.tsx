import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { TimeLeft } from '#ui/react/TimeLeft.tsx';
import { ConfirmNote } from '#features/orders/ui/ConfirmNote.tsx';
import { TransferDetails } from '#features/orders/ui/TransferDetails.tsx';
import { routes } from '#routes.ts';
import { $bankAccount, readAccount } from '#features/orders/store/bank-account.ts';
import type { KeptOrder } from '#features/orders/store/placed-order.ts';
import styles from './checkout.module.css';

const nextStep = {
  invoice:
    'One more step: pay by bank transfer. The bank details below are also in our e-mail and on your order page.',
  demo: 'One more step: pay on your order page.',
  stripe: 'One more step: pay from your order page, on our payment provider’s page.',
} as const;

/** Where it can be paid at once, the note below says all of it. */
function nextStepOf({ payment, keepUntil }: KeptOrder): string | null {
  if (!keepUntil) return nextStep[payment];
  return payment === 'invoice'
    ? 'Two steps are left: confirm your e-mail, then pay by bank transfer. The bank details below are also in our e-mail and on your order page.'
    : null;
}

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

function deadlineName({ payment, keepUntil }: KeptOrder): string {
  if (!keepUntil) return 'Pay by';
  return payment === 'invoice' ? 'Confirm by' : 'Pay or confirm by';
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
      <div>
        <dt>{deadlineName(order)}</dt>
        <dd>
          <TimeLeft until={order.payBy} after="the deadline has passed" />
        </dd>
      </div>
    </dl>
  );
}

/** The order is in. Nothing here depends on what comes next. */
export function PlacedOrderView({ order }: { readonly order: KeptOrder }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const step = nextStepOf(order);
  return (
    <section className={styles['placed']} aria-labelledby="placed">
      <p className="legend">Order {order.number}</p>
      <h2 id="placed" ref={heading} tabIndex={-1}>
        Thank you. Your order is in.
      </h2>
      {step !== null && <p className="lead">{step}</p>}
      {order.keepUntil && (
        <ConfirmNote
          confirmBy={order.payBy}
          keepUntil={order.keepUntil}
          paysHere={order.payment !== 'invoice'}
        />
      )}
      {order.payment === 'invoice' ? <Transfer order={order} /> : <Facts order={order} />}
      <div className={styles['next']}>
        <ButtonLink look="primary" href={routes.order(order.number)}>
          {order.payment === 'invoice' ? 'See your order' : 'Pay for your order'}
        </ButtonLink>
        <ButtonLink href={routes.home}>Back to the shop</ButtonLink>
      </div>
    </section>
  );
}
