import { useState } from 'react';
import type { Order } from '../model/order.ts';
import { Button } from '#ui/react/Button.tsx';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { routes } from '#routes.ts';
import { orderAgain, type Again } from '../store/order-again.ts';
import styles from './orders.module.css';

/** The same once more, with its options and designs; what can't be had any more says why. */
export function OrderAgain({ order }: { readonly order: Order }) {
  const [isAsking, setAsking] = useState(false);
  const [again, setAgain] = useState<Again | null>(null);

  const ask = async () => {
    setAsking(true);
    setAgain(await orderAgain(order));
    setAsking(false);
  };
  return (
    <div className={`${styles['again']} no-print`}>
      <Button size="small" pending={isAsking} onClick={() => void ask()}>
        Order again
      </Button>
      {again?.status === 'failed' && (
        <Notice tone="caution" role="alert" title="Nothing was added to your cart">
          {again.message}
        </Notice>
      )}
      <output>{again?.status === 'done' && <Result again={again} />}</output>
    </div>
  );
}

function Result({ again }: { readonly again: Extract<Again, { readonly status: 'done' }> }) {
  const { pieces, leftOut } = again;
  const added = `${pieces} ${pieces === 1 ? 'item is' : 'items are'} in the cart`;
  return (
    <Notice
      tone={leftOut.length === 0 ? 'info' : 'caution'}
      title={pieces === 0 ? 'None of these items can be bought now' : added}
    >
      {leftOut.length > 0 && (
        <ul className={styles['left-out']}>
          {leftOut.map(({ title, why, path }) => (
            <li key={title}>
              {path === null ? <b>{title}</b> : <a href={path}>{title}</a>} {why}
            </li>
          ))}
        </ul>
      )}
      {pieces > 0 && (
        <p>
          <ButtonLink size="small" href={routes.cart}>
            See the cart
          </ButtonLink>
        </p>
      )}
    </Notice>
  );
}
