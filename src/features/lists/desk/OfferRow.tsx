import { momentWords } from '#shared/date-words.ts';
import { numberOf, textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { isOfferLive, offerState, payBy, seenWords } from '../model/desk-offers.ts';
import { askedAgainWords } from '../model/list-changes.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { extendThisOffer, reinstateThisEntry } from '../store/desk-list-steps.ts';
import styles from '#ui/styles/desk.module.css';
import own from './list.module.css';

const dayMs = 86_400_000;

type Props = {
  readonly offer: DeskRow;
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
  const paidAt = textOf(offer, 'paid_at');
  return (
    <tr>
      <th scope="row" className={styles['stays']}>
        {numberOf(offer, 'rank')}
      </th>
      <td>{textOf(offer, 'title')}</td>
      <td className={endOf(offer) === '' ? undefined : own['words']}>
        <Badge tone={tone}>{words}</Badge>
        <Note>{endOf(offer)}</Note>
      </td>
      <td className={styles['whole']}>
        {momentWords(textOf(offer, 'offered_at'))}
        <Note>{seenWords(offer)}</Note>
      </td>
      <td className={styles['whole']}>
        {momentWords(payBy(offer))}
        <Note>{paidAt === '' ? '' : `paid ${momentWords(paidAt)}`}</Note>
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
function endOf(offer: DeskRow): string {
  const reason = textOf(offer, 'end_reason');
  return textOf(offer, 'reinstated_at') !== '' ? `${reason}; ${askedAgainWords}` : reason;
}

function Actions({ offer, reason, isBusy, onUsed, onTakeBack }: Props) {
  const isLocked = isBusy || reason.trim().length < 2;
  const rank = numberOf(offer, 'rank');
  const until = new Date(Date.parse(payBy(offer)) + dayMs).toISOString();
  const isBarred = textOf(offer, 'status') === 'revoked' && textOf(offer, 'reinstated_at') === '';
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
