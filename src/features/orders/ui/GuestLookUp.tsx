import { useStore } from '@nanostores/react';
import { useState, type FormEvent } from 'react';
import { orderNumberOf } from '#shared/order-number.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { UnreadNotice } from '#ui/react/UnreadNotice.tsx';
import { routes } from '#routes.ts';
import { openAuth } from '#features/account/store/auth-modal.ts';
import { lookUpOrder } from '../store/my-orders.ts';
import { guestOrdersKey, linksKey } from '../store/placed-order.ts';
import { $setAside, hideAside } from '#shared/set-aside.ts';
import styles from './orders.module.css';

/** A guest's orders are opened by secrets that this browser keeps. */
function UnreadOrders() {
  const texts = useStore($setAside);
  return [guestOrdersKey, linksKey].map((key) => {
    const text = texts[key];
    if (text === undefined) return null;
    return (
      <UnreadNotice
        key={key}
        title="Your orders in this browser could not be loaded"
        text={text}
        onHide={() => hideAside(key)}
      >
        <p>
          The orders saved in this browser were damaged. You can still open each one with the link
          in our first e-mail, or with its number and your e-mail address.
        </p>
      </UnreadNotice>
    );
  });
}

type Props = { readonly number: string; readonly isSignedIn: boolean };

/** A guest's way to an order: by number and mailbox, told alike whichever of them is wrong. */
export function GuestLookUp({ number, isSignedIn }: Props) {
  const [typed, setTyped] = useState({ number, email: '' });
  const [fault, setFault] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setAsking(true);
    const found = await lookUpOrder(typed.number, typed.email);
    setAsking(false);
    setFault(found);
    if (found === null) history.replaceState(null, '', routes.order(orderNumberOf(typed.number)));
  };
  return (
    <div className={styles['guest']}>
      <UnreadOrders />
      {!isSignedIn && (
        <section className={styles['box']}>
          <h2>With an account</h2>
          <p className={styles['soft']}>
            See all your orders with their status, dates and payments.
          </p>
          <Button
            look="primary"
            onClick={() =>
              openAuth({ reason: 'account', returnTo: location.pathname + location.search })
            }
          >
            Sign in
          </Button>
        </section>
      )}
      <section className={styles['box']}>
        <h2>{isSignedIn ? 'Not in this account?' : 'As a guest'}</h2>
        <p className={styles['soft']}>
          The order number is in our e-mail. We hide the name and address here, because someone else
          could guess the number.
        </p>
        <form className={styles['form']} onSubmit={(event) => void send(event)}>
          <Field
            label="Order number"
            required
            placeholder="KW-10001"
            value={typed.number}
            onChange={(event) => setTyped({ ...typed, number: event.target.value })}
          />
          <Field
            label="E-mail address"
            type="email"
            required
            autoComplete="email"
            value={typed.email}
            onChange={(event) => setTyped({ ...typed, email: event.target.value })}
          />
          {fault !== null && <Notice tone="fault" role="alert" title={fault} />}
          <Button type="submit" pending={isAsking}>
            Find order
          </Button>
        </form>
      </section>
    </div>
  );
}
