import { useStore } from '@nanostores/react';
import { TimeLeft } from '#ui/react/TimeLeft.tsx';
import { $offerEnds } from '#features/cart/store/offer-times.ts';

/** Beside a line that came by an offer: the only goods that are held before the order. */
export function OfferNote({ offerId }: { readonly offerId: string }) {
  const until = useStore($offerEnds)[offerId];
  if (until === undefined) return 'From a list offer';
  return (
    <>
      From a list offer, held for you until <TimeLeft until={until} after="no longer held" />
    </>
  );
}
