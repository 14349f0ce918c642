import { useStore } from '@nanostores/react';
import { listFaults } from '../model/list-faults.ts';
import { listKindOf } from '#shared/list-kind.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { labelOf } from '#desk-kit/table/column-text.ts';
import { BothTable } from '#desk-kit/table/BothTable.tsx';
import { RowDialog } from '#desk-kit/table/RowDialog.tsx';
import { askToDiscard } from '#ui/react/unsaved.ts';
import { listForm, showList, type OpenList, type RefusedStep } from '../store/desk-lists.ts';
import styles from '#ui/styles/desk.module.css';
import { ChoicesCard } from './ChoicesCard.tsx';
import { EntriesCard } from './EntriesCard.tsx';
import { EntryDays } from './EntryDays.tsx';
import own from './list.module.css';
import { ListFacts } from './ListFacts.tsx';
import { listFields, listStages, useListFields } from './ListTable.tsx';
import { OffersCard } from './OffersCard.tsx';
import { RehearsalCard } from './RehearsalCard.tsx';
import { StepsCard } from './StepsCard.tsx';
import { goToList } from './use-open-list.ts';

type Props = { readonly open: Exclude<OpenList, { readonly status: 'closed' }> };

/** After the opening only words can change: the database refuses the rest. */
const wordFields = listFields
  .filter(({ name }) => name === 'title' || name === 'rules')
  .map((field) => ({ ...field, isWide: true }));

/** Before the beacon has spoken, the rules can be tried. */
const rehearsed: readonly string[] = ['open', 'closed', 'frozen'];

export function ListDetail({ open }: Props) {
  const form = useStore(listForm.$state);
  const fields = useListFields();
  const back = (
    <Button size="small" look="quiet" onClick={() => askToDiscard(() => goToList(null))}>
      ← All lists
    </Button>
  );
  if (open.status === 'loading') return <Skeleton lines={12} label="Loading the list" />;
  if (open.status === 'failed') {
    return (
      <Notice tone="fault" role="alert" title="The list could not be loaded">
        <p>{open.message}</p>
        <div className={styles['line']}>
          <Button size="small" onClick={() => void showList(open.id)}>
            Try again
          </Button>
          {back}
        </div>
      </Notice>
    );
  }
  const { list } = open;
  const { status, title } = list.values;
  const kind = listKindOf(list.values.kind);
  const isDraft = status === 'draft';
  const isRehearsed = kind?.isDrawn && rehearsed.includes(status);
  return (
    <div className={styles['stack']}>
      <div className={styles['bar']}>
        {back}
        <h2>{title}</h2>
        <Badge>{labelOf(listStages, status)}</Badge>
        <output className={`${styles['small']} ${styles['push']}`}>{open.message}</output>
        <Button size="small" onClick={() => listForm.open(list)}>
          {isDraft ? 'Edit' : 'Edit texts'}
        </Button>
      </div>
      {open.refusal !== null && <Refusal refusal={open.refusal} />}
      <div className={own['parts']}>
        <StepsCard open={open} />
        <ListFacts list={list} wishes={open.facts.wishes} answers={open.facts.answers} />
        <div className={styles['stack']}>
          {isRehearsed && <RehearsalCard facts={open.facts} />}
          {isDraft && <ChoicesCard open={open} />}
          {!isDraft && !kind?.isVote && !isRehearsed && <OffersCard open={open} />}
          {!isDraft && <EntryDays days={open.facts.days} />}
          {!isDraft && <EntriesCard facts={open.facts} listId={list.id} />}
        </div>
      </div>
      <RowDialog
        state={form}
        title="List"
        fields={isDraft ? fields : wordFields}
        actions={actions}
        faultsOf={listFaults}
        {...(isDraft ? { removal: 'Only a draft can be removed.' } : {})}
      />
    </div>
  );
}

const actions = {
  ...listForm,
  async remove(): Promise<void> {
    await listForm.remove();
    if (listForm.$state.get().row === null) goToList(null);
  },
};

/** Whoever took the step may stand far below: among hundreds of entries nothing would be seen of it. */
const comeIntoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' });

/** What somebody else did stands beside what was seen and what was wanted. */
function Refusal({ refusal }: { readonly refusal: RefusedStep }) {
  const { message, changes } = refusal;
  return (
    <div ref={comeIntoSight}>
      <Notice tone="caution" role="alert" title="Nothing changed">
        <p>{message}</p>
        {changes.length > 0 && <BothTable rows={changes} />}
      </Notice>
    </div>
  );
}
