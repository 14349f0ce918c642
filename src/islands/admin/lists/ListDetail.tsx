import { useStore } from '@nanostores/react';
import { momentWords } from '#domain/date-words.ts';
import { numberOf, plainText, textOf, type DeskRow } from '#domain/desk-row.ts';
import type { ListDeskFacts } from '#domain/list-desk.ts';
import { Badge } from '#islands/ui/Badge.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { Skeleton } from '#islands/ui/Skeleton.tsx';
import { BothTable } from '#islands/ui/table/BothTable.tsx';
import { RowDialog } from '#islands/ui/table/RowDialog.tsx';
import { listForm, type OpenList, type RefusedStep } from '#stores/desk-lists.ts';
import styles from '#styles/desk/desk.module.css';
import { ChoicesCard } from './ChoicesCard.tsx';
import { EntriesCard } from './EntriesCard.tsx';
import { EntryDays } from './EntryDays.tsx';
import { listFields, useListFields } from './ListTable.tsx';
import { OffersCard } from './OffersCard.tsx';
import { RehearsalCard } from './RehearsalCard.tsx';
import { StepsCard } from './StepsCard.tsx';
import { goToList } from './use-open-list.ts';

type Props = { readonly open: Exclude<OpenList, { readonly status: 'closed' }> };

/** After the opening only words can change: the database refuses the rest. */
const wordFields = listFields.filter(({ name }) => name === 'title' || name === 'rules');

/** Before the beacon has spoken, the rules can be tried. */
const rehearsed: readonly string[] = ['open', 'closed', 'frozen'];

export function ListDetail({ open }: Props) {
  const form = useStore(listForm.$state);
  const fields = useListFields();
  const back = (
    <Button size="small" look="quiet" onClick={() => goToList(null)}>
      ← All lists
    </Button>
  );
  if (open.status === 'loading') return <Skeleton lines={12} label="Reading the list" />;
  if (open.status === 'failed') {
    return (
      <Notice tone="fault" role="alert" title="The list could not be read">
        <p>{open.message}</p>
        {back}
      </Notice>
    );
  }
  const { list } = open;
  const isDraft = textOf(list, 'status') === 'draft';
  const isVote = textOf(list, 'kind') === 'interest_check';
  const isRehearsed =
    textOf(list, 'kind') === 'raffle' && rehearsed.includes(textOf(list, 'status'));
  return (
    <div className={styles['stack']}>
      <div className={styles['bar']}>
        {back}
        <h2>{textOf(list, 'title')}</h2>
        <Badge>{textOf(list, 'status')}</Badge>
        <span className={styles['push']} />
        <Button size="small" onClick={() => listForm.open(list)}>
          {isDraft ? 'Change it' : 'Change its words'}
        </Button>
      </div>
      {open.message !== null && <output className={styles['small']}>{open.message}</output>}
      {open.refusal !== null && <Refusal refusal={open.refusal} />}
      <div className={styles['sides']}>
        <div className={styles['stack']}>
          <StepsCard open={open} />
          {isRehearsed && <RehearsalCard facts={open.facts} />}
          {isDraft && <ChoicesCard open={open} />}
          {!isDraft && !isVote && !isRehearsed && <OffersCard open={open} />}
          {!isDraft && <EntryDays days={open.facts.days} />}
          {!isDraft && <EntriesCard facts={open.facts} listId={list.id} />}
        </div>
        <Facts list={list} wishes={open.facts.wishes} />
      </div>
      <RowDialog
        state={form}
        title="List"
        fields={isDraft ? fields : wordFields}
        actions={listForm}
      />
    </div>
  );
}

/** What somebody else did stands beside what was seen and what was wanted. */
function Refusal({ refusal }: { readonly refusal: RefusedStep }) {
  const { message, changes } = refusal;
  return (
    <Notice tone="caution" role="alert" title="Nothing was done">
      <p>{message}</p>
      {changes.length > 0 && <BothTable rows={changes} />}
    </Notice>
  );
}

function Facts({
  list,
  wishes,
}: {
  readonly list: DeskRow;
  readonly wishes: ListDeskFacts['wishes'];
}) {
  const moment = (column: string) =>
    textOf(list, column) === ''
      ? 'not set'
      : `${momentWords(textOf(list, column))} / ${momentWords(textOf(list, column), 'UTC')}`;
  return (
    <section className={styles['card']} aria-label="Facts">
      <h3>Facts</h3>
      <dl className={styles['facts']}>
        <dt>Opens</dt>
        <dd>{moment('opens_at')}</dd>
        <dt>Closes</dt>
        <dd>{moment('closes_at')}</dd>
        <dt>Entries</dt>
        <dd>{numberOf(list, 'entry_count') ?? 0}</dd>
        <dt>Gives</dt>
        <dd>{plainText(list.values['capacity']) || 'no limit'}</dd>
        <dt>Hours to pay</dt>
        <dd>{plainText(list.values['pay_within_hours'])}</dd>
      </dl>
      {wishes.length > 0 && (
        <ul className={styles['plain']} aria-label="Wishes">
          {wishes.map(({ variantId, title, wished, wishedFirst }) => (
            <li key={variantId}>
              {title}: {wished} wish for it, {wishedFirst} first
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
