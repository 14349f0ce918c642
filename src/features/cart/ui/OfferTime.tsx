import { useStore } from '@nanostores/react';
import { TimeLeft } from '#ui/react/TimeLeft.tsx';
import { $offerEnds } from '../store/offer-times.ts';
import styles from './cart.module.css';

/** An offer is for one, for a while: how long it still holds stands beside it. */
export function OfferTime({ offerId }: { readonly offerId: string }) {
  const until = useStore($offerEnds)[offerId];
  return (
    <p className={styles['offer']}>
      One item, from a list offer
      {until !== undefined && (
        <>
          . Held for you until <TimeLeft until={until} after="no longer held" />
        </>
      )}
    </p>
  );
}
