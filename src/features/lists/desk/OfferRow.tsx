import { momentWords } from '#shared/date-words.ts';
import { isOfferLive, offerState, payBy, seenWords } from '../model/desk-offers.ts';
import { askedAgainWords } from '../model/list-changes.ts';
import type { Offer } from '../model/list-desk.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { extendThisOffer, reinstateThisEntry } from '../store/desk-list-steps.ts';
import styles from '#ui/styles/desk.module.css';
import own from './list.module.css';

const dayMs = 86_400_000;

type Props = {
  readonly offer: Offer;
  readonly reason: string;
  readonly isBusy: boolean;
  /** Once the reason went on record. */
  readonly onUsed: () => void;
  readonly onTakeBack: () => void;
};

/** One offer: when it went out and was seen, until when it can be paid, and what can be done about it. */
export function OfferRow(props: Props) {
  const { offer } = props;
  const { words, tone } = offerState(offer);
  return (
    <tr>
      <th scope="row" className={styles['stays']}>
        {offer.rank}
      </th>
      <td>{offer.title}</td>
      <td className={endOf(offer) === '' ? undefined : own['words']}>
        <Badge tone={tone}>{words}</Badge>
        <Note>{endOf(offer)}</Note>
      </td>
      <td className={styles['whole']}>
        {momentWords(offer.offered_at)}
        <Note>{seenWords(offer)}</Note>
      </td>
      <td className={styles['whole']}>
        {momentWords(payBy(offer))}
        <Note>{offer.paid_at === null ? '' : `paid ${momentWords(offer.paid_at)}`}</Note>
      </td>
      <td>
        <Actions {...props} />
      </td>
    </tr>
  );
}

function Note({ children }: { readonly children: string }) {
  return children === '' ? null : <div className={styles['small']}>{children}</div>;
}

/** Why it ended, where somebody said so. */
function endOf(offer: Offer): string {
  const reason = offer.end_reason ?? '';
  return offer.reinstated_at !== null ? `${reason}; ${askedAgainWords}` : reason;
}

function Actions({ offer, reason, isBusy, onUsed, onTakeBack }: Props) {
  const isLocked = isBusy || reason.trim().length < 2;
  const { rank } = offer;
  const until = new Date(Date.parse(payBy(offer)) + dayMs).toISOString();
  const isBarred = offer.status === 'revoked' && offer.reinstated_at === null;
  return (
    <div className={styles['keys']}>
      {isOfferLive(offer) && (
        <>
          <Button
            size="small"
            disabled={isLocked}
            aria-label={`One more day for rank ${rank}`}
            onClick={() => void extendThisOffer(offer, until, reason).then(onUsed)}
          >
            One more day
          </Button>
          <Button
            size="small"
            look="danger"
            disabled={isLocked}
            aria-label={`Withdraw offer for rank ${rank}`}
            onClick={onTakeBack}
          >
            Withdraw
          </Button>
        </>
      )}
      {isBarred && (
        <Button
          size="small"
          disabled={isLocked}
          aria-label={`Allow another offer for rank ${rank}`}
          onClick={() => void reinstateThisEntry(offer, reason).then(onUsed)}
        >
          Allow another offer
        </Button>
      )}
    </div>
  );
}
