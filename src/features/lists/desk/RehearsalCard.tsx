import { useStore } from '@nanostores/react';
import { isRankedTheSame, type DrawRehearsal, type RehearsedEnd } from '../model/draw-rehearsal.ts';
import type { ListDeskFacts } from '../model/list-desk.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { Table } from '#ui/react/Table.tsx';
import { $rehearsal, rehearseThisDraw } from '../store/desk-rehearsal.ts';
import styles from '#ui/styles/desk.module.css';

const shown = 50;

const reasons: Readonly<Record<Exclude<RehearsedEnd, 'won'>, string>> = {
  no_account: 'The account is gone',
  kept_off: 'Banned from lists by staff',
  wishes_gone: 'All its choices were already given out',
  too_late: 'Nothing was left at this rank',
};

/** Made-up chance and the rules of the real draw: what one learns is the rules. */
export function RehearsalCard({ facts }: { readonly facts: ListDeskFacts }) {
  const state = useStore($rehearsal);
  const isAsked = state.kind === 'ready' || state.kind === 'failed';
  return (
    <section className={styles['card']} aria-label="Rehearsal">
      <header>
        <h3>Rehearsal</h3>
        <Button
          size="small"
          disabled={state.kind === 'loading' || facts.entries.length === 0}
          onClick={() => void rehearseThisDraw()}
        >
          {isAsked ? 'Rehearse again' : 'Rehearse the draw'}
        </Button>
      </header>
      <p className={styles['small']}>
        {facts.entries.length === 0
          ? 'A rehearsal shows how the draw works. It needs at least one entry.'
          : 'Ranks a copy of the entries with an invented random number, by the rules of the real draw. Nothing is saved, nobody is notified, and it does not predict the winners.'}
      </p>
      {state.kind === 'loading' && <Skeleton lines={6} label="Rehearsing the draw" />}
      {state.kind === 'failed' && (
        <Notice tone="fault" role="alert" title="The draw could not be rehearsed">
          <p>{state.message}</p>
        </Notice>
      )}
      {state.kind === 'ready' && <Outcome rehearsal={state.rehearsal} facts={facts} />}
    </section>
  );
}

type OutcomeProps = { readonly rehearsal: DrawRehearsal; readonly facts: ListDeskFacts };

function Outcome({ rehearsal, facts }: OutcomeProps) {
  const { capacity, given, rows, entry_count: entryCount, last_winning_place: last } = rehearsal;
  const isSame = isRankedTheSame(
    rehearsal,
    facts.entries.map(({ entry_id: id }) => id),
  );
  const told = rows.filter(({ because }) => because !== 'too_late');
  const others = entryCount - told.length;
  return (
    <>
      <dl className={styles['facts']}>
        <dt>Made-up randomness</dt>
        <dd className={styles['hash']}>{rehearsal.randomness}</dd>
        <dt>Fingerprint of the entries (hash)</dt>
        <dd className={styles['hash']}>{rehearsal.entries_hash}</dd>
        <dt>Rank</dt>
        <dd>
          By SHA-256 of randomness:entry, lowest first
          {isSame === true && '. This browser gets the same ranking'}
          {isSame === false &&
            '. This browser gets another ranking: report this to the shop’s developers'}
        </dd>
        <dt>Giving out</dt>
        <dd>
          Going down the ranking by each entry’s choices, at most {rehearsal.max_wins} each and{' '}
          {capacity} in total
        </dd>
      </dl>
      <output className={styles['small']}>
        {given} of {capacity} would be given out, the last to rank {last} of {entryCount}.
      </output>
      <RankTable rows={told} />
      {told.length > shown && (
        <p className={styles['small']}>
          The first {shown} of {told.length}.
        </p>
      )}
      {others > 0 && (
        <p className={styles['small']}>There was nothing left for the other {others}.</p>
      )}
    </>
  );
}

function RankTable({ rows }: { readonly rows: DrawRehearsal['rows'] }) {
  return (
    <Table label="Rehearsed rank">
      <thead>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">Entry</th>
          <th scope="col">Would get</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, shown).map(({ entry_id: id, place, won, because }) => (
          <tr key={id}>
            <td>{place}</td>
            <td className={styles['hash']}>{id.slice(0, 8)}</td>
            <td>{because === 'won' ? <Badge>{won.join(', ')}</Badge> : reasons[because]}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
