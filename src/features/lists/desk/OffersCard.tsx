import { useState } from 'react';
import { nextWords, offersInTurn, whyNobody } from '../model/desk-offers.ts';
import type { Offer } from '../model/list-desk.ts';
import { Button } from '#ui/react/Button.tsx';
import { ConfirmDialog } from '#ui/react/ConfirmDialog.tsx';
import { Field } from '#ui/react/Field.tsx';
import { Table } from '#ui/react/Table.tsx';
import { useMore } from '#ui/react/use-more.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import { offerToNext, takeBackOffer } from '../store/desk-list-steps.ts';
import { mostPreviewed, type OpenList } from '../store/desk-lists.ts';
import styles from '#ui/styles/desk.module.css';
import { OfferRow } from './OfferRow.tsx';

type Props = { readonly open: Extract<OpenList, { readonly status: 'open' }> };

const step = 100;
const mostHours = 168;

export function OffersCard({ open }: Props) {
  const { facts, isBusy, list } = open;
  const [reason, setReason, keepReason] = useTyped();
  const { shown, more } = useMore(offersInTurn(facts.offers), step, 'offers');
  const [asked, setAsked] = useState<Offer | null>(null);
  const takeBack = () => {
    setAsked(null);
    if (asked !== null) void takeBackOffer(asked, reason).then(keepReason);
  };
  const isOver = list.values.status === 'finished';
  return (
    <section className={styles['card']} aria-label="Offers">
      <h3>Offers</h3>
      {!isOver && <NextOffers open={open} />}
      {facts.offers.length === 0 && isOver && <p className={styles['small']}>No offers yet.</p>}
      {facts.offers.length > 0 && (
        <>
          <Field
            label="Reason"
            hint="Give a reason before you extend or withdraw an offer. It is kept on record; if you withdraw an offer, its holder sees it."
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Table label="Offers">
            <thead>
              <tr>
                <th scope="col">Rank</th>
                <th scope="col">What</th>
                <th scope="col">State</th>
                <th scope="col">Sent</th>
                <th scope="col">Payment due</th>
                <th scope="col">Action</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((offer) => (
                <OfferRow
                  key={offer.id}
                  offer={offer}
                  reason={reason}
                  isBusy={isBusy}
                  onUsed={keepReason}
                  onTakeBack={() => setAsked(offer)}
                />
              ))}
            </tbody>
          </Table>
          {more}
          {facts.offers.length < facts.offerCount && (
            <p className={styles['small']}>
              {facts.offers.length.toLocaleString('en-GB')} of{' '}
              {facts.offerCount.toLocaleString('en-GB')} offers are listed: all that are open and
              the latest others.
            </p>
          )}
          <ConfirmDialog
            open={asked !== null}
            title={`Withdraw the offer for rank ${asked?.rank}?`}
            verb="Yes, withdraw it"
            onConfirm={takeBack}
            onClose={() => setAsked(null)}
          >
            <p>
              {asked?.title} can’t be bought with this offer any more. It goes to the next in line,
              who gets an e-mail. The holder sees your reason, “{reason.trim()}”, and gets no other
              offer from this list unless you allow it.
            </p>
          </ConfirmDialog>
        </>
      )}
    </section>
  );
}

const isCount = (text: string, most: number) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= most;

/** The next batch: how many, for how long, and whom it would go to. */
function NextOffers({ open: { facts, isBusy, list } }: Props) {
  const [count, setCount] = useState('1');
  const [hours, setHours] = useState('');
  const [isAsked, setAsked] = useState(false);
  const offer = () => {
    setAsked(false);
    void offerToNext(Number(count), hours === '' ? null : Number(hours));
  };
  const isCounted = isCount(count, mostPreviewed);
  const isTimed = hours === '' || isCount(hours, mostHours);
  const next = isCounted ? facts.next.slice(0, Number(count)) : [];
  const { capacity, released, pay_within_hours: usual } = list.values;
  return (
    <>
      <p className={styles['small']}>
        {released} given out so far
        {capacity !== null && `, of ${capacity}`}.
      </p>
      <div className={styles['fields']}>
        <Field
          label="Offers to send"
          inputMode="numeric"
          value={count}
          error={isCounted ? undefined : `Enter 1 to ${mostPreviewed}.`}
          onChange={(event) => setCount(event.target.value.trim())}
        />
        <Field
          label="Hours to accept"
          hint={`Leave empty for ${usual}, as set in the list`}
          inputMode="numeric"
          value={hours}
          error={isTimed ? undefined : 'Enter 1 to 168 hours.'}
          onChange={(event) => setHours(event.target.value.trim())}
        />
      </div>
      <p className={styles['small']}>
        Would go to: {nextWords(next)}
        {next.length === 0 && isCounted && `. ${whyNobody(list, facts)}`}
      </p>
      <div className={styles['line']}>
        <Button
          size="small"
          look="primary"
          disabled={isBusy || next.length === 0 || !isTimed}
          onClick={() => setAsked(true)}
        >
          Send these offers
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        title={next.length === 1 ? 'Send 1 offer?' : `Send ${next.length} offers?`}
        verb={next.length === 1 ? 'Yes, send it' : 'Yes, send them'}
        look="primary"
        onConfirm={offer}
        onClose={() => setAsked(false)}
      >
        <p>
          {next.length === 1 ? 'It goes' : 'They go'} to {nextWords(next)}. Each person gets an
          e-mail and has {hours === '' ? usual : hours} hours to accept. Expired offers go to the
          next in line automatically. Sent e-mails can’t be recalled.
        </p>
      </ConfirmDialog>
    </>
  );
}
