import { useState } from 'react';
import { momentWords } from '#domain/date-words.ts';
import { numberOf, textOf, type DeskRow } from '#domain/desk-row.ts';
import { Badge } from '#islands/ui/Badge.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { Table } from '#islands/ui/Table.tsx';
import {
  extendThisOffer,
  offerToNext,
  reinstateThisEntry,
  takeBackOffer,
} from '#stores/desk-list-steps.ts';
import type { OpenList } from '#stores/desk-lists.ts';
import styles from '#styles/desk/desk.module.css';

type Props = { readonly open: Extract<OpenList, { readonly status: 'open' }> };

const dayMs = 86_400_000;

export function OffersCard({ open }: Props) {
  const { facts, isBusy } = open;
  const [count, setCount] = useState('1');
  const [hours, setHours] = useState('');
  const [reason, setReason] = useState('');
  const next = facts.next.slice(0, Number(count) || 0);
  return (
    <section className={styles['card']} aria-label="Offers">
      <h3>Offers</h3>
      <div className={styles['fields']}>
        <Field
          label="How many more"
          inputMode="numeric"
          value={count}
          onChange={(event) => setCount(event.target.value)}
        />
        <Field
          label="Hours each holds"
          hint="Empty: as long as the list says"
          inputMode="numeric"
          value={hours}
          onChange={(event) => setHours(event.target.value)}
        />
      </div>
      <p className={styles['small']}>
        Would go to:{' '}
        {next.length === 0
          ? 'nobody'
          : next
              .map((row) => `place ${numberOf(row, 'place')} (${textOf(row, 'variant')})`)
              .join(', ')}
      </p>
      <div className={styles['line']}>
        <Button
          size="small"
          look="primary"
          disabled={isBusy || next.length === 0}
          onClick={() => void offerToNext(Number(count), hours === '' ? null : Number(hours))}
        >
          Make these offers
        </Button>
      </div>
      {facts.offers.length > 0 && (
        <>
          <Field
            label="Reason, for what is done below"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Table label="Offers">
            <thead>
              <tr>
                <th scope="col">Rank</th>
                <th scope="col">What</th>
                <th scope="col">State</th>
                <th scope="col">Holds until</th>
                <th scope="col">Do</th>
              </tr>
            </thead>
            <tbody>
              {facts.offers.map((offer) => (
                <OfferRow key={offer.id} offer={offer} reason={reason} isBusy={isBusy} />
              ))}
            </tbody>
          </Table>
        </>
      )}
    </section>
  );
}

function OfferRow(props: {
  readonly offer: DeskRow;
  readonly reason: string;
  readonly isBusy: boolean;
}) {
  const { offer, reason, isBusy } = props;
  const status = textOf(offer, 'status');
  const isLocked = isBusy || reason.trim().length < 2;
  const until = new Date(Date.parse(textOf(offer, 'expires_at')) + dayMs).toISOString();
  const rank = numberOf(offer, 'rank');
  return (
    <tr>
      <td>{rank}</td>
      <td>{textOf(offer, 'title')}</td>
      <td>
        <Badge>{offer.values['is_ordered'] === true ? 'ordered' : status}</Badge>
      </td>
      <td className={styles['whole']}>{momentWords(textOf(offer, 'expires_at'))}</td>
      <td className={styles['line']}>
        {status === 'pending' && (
          <>
            <Button
              size="small"
              disabled={isLocked}
              aria-label={`A day more for rank ${rank}`}
              onClick={() => void extendThisOffer(offer, until, reason)}
            >
              A day more
            </Button>
            <Button
              size="small"
              look="danger"
              disabled={isLocked}
              aria-label={`Take back from rank ${rank}`}
              onClick={() => void takeBackOffer(offer, reason)}
            >
              Take back
            </Button>
          </>
        )}
        {status === 'revoked' && offer.values['is_reinstated'] !== true && (
          <Button
            size="small"
            disabled={isLocked}
            aria-label={`Let rank ${rank} be asked again`}
            onClick={() => void reinstateThisEntry(offer, reason)}
          >
            Let it be asked again
          </Button>
        )}
      </td>
    </tr>
  );
}
