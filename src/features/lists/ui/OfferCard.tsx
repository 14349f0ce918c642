import { useState } from 'react';
import { durationWords, momentWords } from '#shared/date-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { routes } from '#routes.ts';
import { endedOfferWords } from '../model/offer-words.ts';
import { takeUp, turnDown, type ListOffer } from '../store/lists.ts';
import { useNow } from './use-now.ts';
import styles from './lists.module.css';

type Props = { readonly offer: ListOffer; readonly path: string | null };

/** What one may buy and until when; what has ended says why. */
export function OfferCard({ offer, path }: Props) {
  const now = useNow();
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const until = offer.holds_until ?? offer.expires_at;
  const leftMs = Date.parse(until) - now;
  const isLive = (offer.status === 'pending' || offer.status === 'claimed') && leftMs > 0;
  if (offer.is_ordered) return <Notice tone="plain">{offer.title}: ordered.</Notice>;
  if (!isLive) return <Notice tone="plain">{endedOfferWords(offer)}</Notice>;
  const act = async (work: () => Promise<string | null>) => {
    setPending(true);
    setFault(await work());
    setPending(false);
  };
  return (
    <Notice tone="info" title={`${offer.title} is reserved for you`}>
      <p>
        <strong>{durationWords(leftMs)} left</strong>, until {momentWords(until)}.
      </p>
      {fault !== null && <p role="alert">{fault}</p>}
      <div className={styles['keys']}>
        {offer.status === 'claimed' ? (
          <ButtonLink look="primary" size="small" href={routes.cart}>
            It is in your cart
          </ButtonLink>
        ) : (
          <Button
            look="primary"
            size="small"
            pending={pending}
            onClick={() => void act(() => takeUp(offer, path))}
          >
            Add to cart
          </Button>
        )}
        <Button
          look="quiet"
          size="small"
          pending={pending}
          onClick={() => void act(() => turnDown(offer))}
        >
          No, thank you
        </Button>
      </div>
    </Notice>
  );
}
