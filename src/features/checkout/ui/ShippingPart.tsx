import { useStore } from '@nanostores/react';
import { CartMethod } from '#features/cart/ui/CartMethod.tsx';
import { TogetherChoice } from '#features/cart/ui/TogetherChoice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { $choices } from '#features/cart/store/cart-choices.ts';
import type { QuoteState } from '#features/cart/store/quote.ts';
import { NotHeard } from './NotHeard.tsx';
import styles from './checkout.module.css';

type Props = { readonly quote: QuoteState; readonly error: string | undefined };

export function ShippingPart({ quote: state, error }: Props) {
  const quote = state.quoted?.quote ?? null;
  const { country } = useStore($choices);
  return (
    <section className={styles['part']} aria-labelledby="part-shipping">
      <h2 id="part-shipping">Shipping</h2>
      {country === null && <p className={styles['aside']}>Choose a country first.</p>}
      {country !== null && quote === null && (
        <>
          {state.status === 'failed' ? (
            <NotHeard what="The shipping methods" />
          ) : (
            <Skeleton lines={2} label="Loading shipping methods" />
          )}
        </>
      )}
      {country !== null && quote !== null && (
        <>
          <CartMethod quote={quote} error={error} />
          <TogetherChoice quote={quote} />
        </>
      )}
      {country === null && error !== undefined && <p className={styles['fault']}>{error}</p>}
    </section>
  );
}
