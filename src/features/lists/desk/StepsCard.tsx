import { useState, type ReactNode } from 'react';
import { momentWords } from '#shared/date-words.ts';
import { listKindOf } from '#shared/list-kind.ts';
import { choiceWords, isShort } from '../model/list-stock.ts';
import { Button } from '#ui/react/Button.tsx';
import { ConfirmDialog } from '#ui/react/ConfirmDialog.tsx';
import { freezeThisList, openThisList } from '../store/desk-list-steps.ts';
import type { OpenList } from '../store/desk-lists.ts';
import styles from '#ui/styles/desk.module.css';
import { DrawStep, Proof } from './DrawStep.tsx';
import { FinishStep } from './FinishStep.tsx';
import { GroupBuyStep } from './GroupBuyStep.tsx';

type Props = { readonly open: Extract<OpenList, { readonly status: 'open' }> };

/** Each step is final and on record: it is said before it is done. */
export function StepsCard({ open }: Props) {
  const { list, isBusy } = open;
  const { status, title, closes_at: closesAt, entries_hash: hash } = list.values;
  const kind = listKindOf(list.values.kind);
  const [now] = useState(() => Date.now());
  const hasClosed = Date.parse(closesAt ?? '') <= now;
  return (
    <section className={styles['card']} aria-label="Steps">
      <h3>Next step</h3>
      {status === 'draft' && (
        <Step
          words="Opening makes the list public. After that, only its texts can change."
          label="Open the list"
          isBusy={isBusy}
          onGo={openThisList}
          title={`Open ${title}?`}
          verb="Yes, open it"
        >
          <Opening open={open} />
        </Step>
      )}
      {kind?.isDrawn && (status === 'open' || status === 'closed') && (
        <Step
          words={
            hasClosed
              ? 'Freezing publishes the IDs of all entries and their hash. Nobody can enter or leave after that.'
              : `It closes on ${momentWords(closesAt ?? '')}. Its entries are then frozen automatically, or you can freeze them here.`
          }
          label="Freeze the entries"
          isBusy={isBusy || !hasClosed}
          onGo={freezeThisList}
          title={`Freeze the entries of ${title}?`}
          verb="Yes, freeze them"
        >
          <p>
            {entryWords(list.values.entry_count)} and their hash become public, and everyone on the
            list gets an e-mail with it. Nobody can enter or leave any more. This can’t be undone.
          </p>
        </Step>
      )}
      {hash !== null && (
        <dl className={styles['facts']}>
          <dt>Fingerprint of the entries (hash)</dt>
          <dd className={styles['hash']}>{hash}</dd>
          <dt>Deciding random number (beacon round)</dt>
          <dd>{list.values.beacon_round}</dd>
        </dl>
      )}
      {status === 'frozen' && <DrawStep list={list} isBusy={isBusy} />}
      {status === 'drawn' && <Proof list={list} />}
      {kind?.isVote && (status === 'open' || status === 'closed') && <GroupBuyStep open={open} />}
      {(status === 'drawn' || (!kind?.isDrawn && status !== 'draft' && status !== 'finished')) && (
        <FinishStep open={open} />
      )}
      {status === 'finished' && <p className={styles['small']}>Nothing left to do.</p>}
    </section>
  );
}

const entryWords = (count: number) =>
  count === 1 ? 'The id of 1 entry' : `The IDs of ${count} entries`;

/** What opening fixes, with its numbers. */
function Opening({ open: { list, choices } }: Props) {
  const { opens_at: opensAt, closes_at: closesAt, capacity } = list.values;
  return (
    <>
      <p>
        Everyone can see it and enter{' '}
        {opensAt === null ? 'from now' : `from ${momentWords(opensAt)}`}
        {closesAt === null ? ' until it is finished.' : ` to ${momentWords(closesAt)}.`}
        {capacity !== null && ` It gives ${capacity} in all.`}
      </p>
      <ul className={styles['plain']} aria-label="What it gives">
        {choices.map((choice) => (
          <li key={choice.id} className={isShort(choice, list) ? styles['fault'] : undefined}>
            {choiceWords(choice, list)}
          </li>
        ))}
      </ul>
      <p>
        Its dates, numbers and choices are then fixed; only its title and rules can be edited. An
        open list can’t become a draft again or be removed.
      </p>
    </>
  );
}

type StepProps = {
  readonly words: string;
  readonly label: string;
  readonly isBusy: boolean;
  readonly onGo: () => Promise<void>;
  readonly title: string;
  readonly verb: string;
  /** What will happen. */
  readonly children: ReactNode;
};

/** A step that can't be undone, so it is asked for twice. */
function Step({ words, label, isBusy, onGo, title, verb, children }: StepProps) {
  const [isAsked, setAsked] = useState(false);
  const go = () => {
    setAsked(false);
    void onGo();
  };
  return (
    <>
      <div className={styles['line']}>
        <span>{words}</span>
        <Button size="small" look="primary" disabled={isBusy} onClick={() => setAsked(true)}>
          {label}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        title={title}
        verb={verb}
        look="primary"
        onConfirm={go}
        onClose={() => setAsked(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
