import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { TimeLeft } from '#ui/react/TimeLeft.tsx';
import { TransferDetails } from '#features/orders/ui/TransferDetails.tsx';
import { routes } from '#routes.ts';
import { $bankAccount, readAccount } from '#features/orders/store/bank-account.ts';
import type { KeptOrder } from '#features/orders/store/placed-order.ts';
import styles from './checkout.module.css';

const nextStep = {
  invoice:
    'One step is left: pay by bank transfer. These details are in our mail and on the page of your order too.',
  demo: 'One step is left: pay on the demo page, from the page of your order.',
  stripe: 'One step is left: pay on the page of our payment provider, from the page of your order.',
} as const;

/** With the account, all of it stands there; without, what has to be paid still does. */
function Transfer({ order }: { readonly order: KeptOrder }) {
  const state = useStore($bankAccount);
  const { number, totalMinor, currency, payBy } = order;
  const hasAccount = state.status === 'ready' && state.account !== null;
  return (
    <>
      <TransferDetails
        state={state}
        transfer={{ number, amountMinor: totalMinor, currency, payBy }}
        onAgain={() => void readAccount()}
      />
      {hasAccount ? <p>Your goods are held for you until then.</p> : <Facts order={order} />}
    </>
  );
}

function Facts({ order }: { readonly order: KeptOrder }) {
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>Number</dt>
        <dd>{order.number}</dd>
      </div>
      <div>
        <dt>To pay</dt>
        <dd>
          <MoneyText minor={order.totalMinor} currency={order.currency} />
        </dd>
      </div>
      <div>
        <dt>Held for you until</dt>
        <dd>
          <TimeLeft until={order.payBy} after="no longer held" />
        </dd>
      </div>
    </dl>
  );
}

/** The order is in. Nothing here depends on what comes next. */
export function PlacedOrderView({ order }: { readonly order: KeptOrder }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles['placed']} aria-labelledby="placed">
      <p className="legend">Order {order.number}</p>
      <h2 id="placed" ref={heading} tabIndex={-1}>
        Thank you. Your order is in.
      </h2>
      <p className="lead">{nextStep[order.payment]}</p>
      {order.payment === 'invoice' ? <Transfer order={order} /> : <Facts order={order} />}
      <div className={styles['next']}>
        <ButtonLink look="primary" href={routes.order(order.number)}>
          {order.payment === 'invoice' ? 'Follow the order' : 'Pay and follow the order'}
        </ButtonLink>
        <ButtonLink href={routes.home}>Back to the shop</ButtonLink>
      </div>
    </section>
  );
}
