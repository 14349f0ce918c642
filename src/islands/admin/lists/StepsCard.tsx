import { useState } from 'react';
import { momentWords } from '#domain/date-words.ts';
import { numberOf, textOf } from '#domain/desk-row.ts';
import { Button } from '#islands/ui/Button.tsx';
import { freezeThisList, openThisList } from '#stores/desk-list-steps.ts';
import type { OpenList } from '#stores/desk-lists.ts';
import styles from '#styles/desk/desk.module.css';
import { DrawStep, Proof } from './DrawStep.tsx';
import { FinishStep } from './FinishStep.tsx';
import { GroupBuyStep } from './GroupBuyStep.tsx';

type Props = { readonly open: Extract<OpenList, { readonly status: 'open' }> };

/** Each step is final and on record: it is said before it is done. */
export function StepsCard({ open }: Props) {
  const { list, isBusy } = open;
  const status = textOf(list, 'status');
  const isRaffle = textOf(list, 'kind') === 'raffle';
  const [now] = useState(() => Date.now());
  const hasClosed = Date.parse(textOf(list, 'closes_at')) <= now;
  return (
    <section className={styles['card']} aria-label="Steps">
      <h3>Next step</h3>
      {status === 'draft' && (
        <Step
          words="Opening makes the list public. From then on only its words can change."
          label="Open the list"
          isBusy={isBusy}
          onGo={openThisList}
        />
      )}
      {isRaffle && (status === 'open' || status === 'closed') && (
        <Step
          words={
            hasClosed
              ? 'Freezing publishes the ids of all entries and their hash. Nobody can enter or leave afterwards.'
              : `It closes on ${momentWords(textOf(list, 'closes_at'))}. Then its entries are frozen, by the shop itself or here.`
          }
          label="Freeze the entries"
          isBusy={isBusy || !hasClosed}
          onGo={freezeThisList}
        />
      )}
      {textOf(list, 'entries_hash') !== '' && (
        <dl className={styles['facts']}>
          <dt>Hash of the entries</dt>
          <dd className={styles['hash']}>{textOf(list, 'entries_hash')}</dd>
          <dt>Round that decides</dt>
          <dd>{numberOf(list, 'beacon_round')}</dd>
        </dl>
      )}
      {status === 'frozen' && <DrawStep list={list} isBusy={isBusy} />}
      {status === 'drawn' && <Proof list={list} />}
      {textOf(list, 'kind') === 'interest_check' && (status === 'open' || status === 'closed') && (
        <GroupBuyStep open={open} />
      )}
      {(status === 'drawn' || (!isRaffle && status !== 'draft' && status !== 'finished')) && (
        <FinishStep open={open} />
      )}
      {status === 'finished' && <p className={styles['small']}>Nothing is left to do here.</p>}
    </section>
  );
}

function Step(props: {
  readonly words: string;
  readonly label: string;
  readonly isBusy: boolean;
  readonly onGo: () => Promise<void>;
}) {
  return (
    <div className={styles['line']}>
      <span>{props.words}</span>
      <Button size="small" look="primary" disabled={props.isBusy} onClick={() => void props.onGo()}>
        {props.label}
      </Button>
    </div>
  );
}
