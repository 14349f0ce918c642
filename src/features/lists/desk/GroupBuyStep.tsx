import { useState } from 'react';
import { momentWords } from '#shared/date-words.ts';
import { textOf, type Draft } from '#desk-kit/model/desk-row.ts';
import type { WishCount } from '../model/list-desk.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { Field } from '#ui/react/Field.tsx';
import { RowFields, type RowField } from '#desk-kit/ui/RowFields.tsx';
import { startThisGroupBuy } from '../store/desk-list-steps.ts';
import type { BatchRow, OpenList } from '../store/desk-lists.ts';
import styles from '#ui/styles/desk.module.css';

type Props = { readonly open: Extract<OpenList, { readonly status: 'open' }> };

/** An interest check ends by becoming a group buy, with all that it says in one step. */
export function GroupBuyStep({ open }: Props) {
  const [isAsked, setAsked] = useState(false);
  const { batches, facts, list } = open;
  if (batches.length === 0) {
    return (
      <p className={styles['small']}>
        To make it a group buy, first add a batch to its product on the products desk.
      </p>
    );
  }
  return (
    <div className={styles['line']}>
      <span>
        To make it a group buy, choose a batch, opening and closing times, and a minimum for each
        kit.
      </span>
      <Button size="small" look="primary" onClick={() => setAsked(true)}>
        Make it a group buy…
      </Button>
      {isAsked && (
        <PlanDialog
          batches={batches}
          wishes={facts.wishes}
          voters={list.values.entry_count}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}

type PlanProps = {
  readonly batches: readonly BatchRow[];
  readonly wishes: readonly WishCount[];
  readonly voters: number;
  readonly onClose: () => void;
};

function fieldsFor(batches: readonly BatchRow[]): readonly RowField[] {
  const choices = batches.map((batch) => ({
    value: batch.id,
    label: `${batch.values.code} ${batch.values.title}`,
  }));
  return [
    { name: 'batch_id', title: 'Batch', kind: 'choice', choices, isWide: true },
    { name: 'opens_at', title: 'Orders open', kind: 'moment' },
    { name: 'closes_at', title: 'Orders close', kind: 'moment' },
    {
      name: 'eta',
      title: 'Expected',
      kind: 'date',
      isOptional: true,
      hint: 'Leave empty to use the batch’s date',
    },
  ];
}

const isCount = (text: string | undefined): boolean => /^[1-9]\d{0,5}$/.test(text ?? '');

interface Plan {
  readonly batch_id: string;
  readonly opens_at: string | null;
  readonly closes_at: string | null;
  readonly eta: string | null;
}

const planFor = (batch: BatchRow | undefined): Draft<Plan> => ({
  id: 'plan',
  version: null,
  values: { batch_id: batch?.id ?? '', opens_at: null, closes_at: null, eta: null },
});

function PlanDialog({ batches, wishes, voters, onClose }: PlanProps) {
  const [plan] = useState(() => planFor(batches[0]));
  const [row, setRow] = useState(plan);
  const [moqs, setMoqs] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const kits = wishes.filter(({ variant_id: id }) => isCount(moqs[id]));
  const [opensAt, closesAt] = [textOf(row, 'opens_at'), textOf(row, 'closes_at')];
  const isWrong = Object.values(moqs).some((text) => text !== '' && !isCount(text));
  const isReady = kits.length > 0 && !isWrong && opensAt !== '' && closesAt !== '';
  const patch = (more: Draft<Plan>['values']) =>
    setRow({ ...row, values: { ...row.values, ...more } });
  async function start() {
    setBusy(true);
    const said = await startThisGroupBuy({
      batchId: textOf(row, 'batch_id'),
      opensAt,
      closesAt,
      eta: textOf(row, 'eta') || null,
      kits: kits.map(({ variant_id: variantId }) => ({ variantId, moq: Number(moqs[variantId]) })),
    });
    setBusy(false);
    setProblem(said);
    if (said === null) onClose();
  }
  return (
    <DeskDialog
      open
      wide
      title="From interest check to group buy"
      unsaved={row !== plan || Object.keys(moqs).length > 0}
      onClose={onClose}
      renderFoot={(close) => (
        <>
          <Button onClick={close}>Not now</Button>
          <Button look="primary" pending={isBusy} disabled={!isReady} onClick={() => void start()}>
            Start it and e-mail {voters === 1 ? '1 voter' : `${voters} voters`}
          </Button>
        </>
      )}
    >
      <div className={styles['stack']}>
        {problem !== null && (
          <p role="alert" className={styles['fault']}>
            {problem}
          </p>
        )}
        <RowFields row={row} fields={fieldsFor(batches)} onPatch={patch} />
        <fieldset className={styles['fields']}>
          <legend>Minimum for each kit. Kits without a minimum are not made</legend>
          {wishes.map(({ variant_id: id, title, wished, wished_first: first }) => (
            <Field
              key={id}
              label={title}
              hint={`${wished} voted for it, ${first} first`}
              inputMode="numeric"
              value={moqs[id] ?? ''}
              error={
                (moqs[id] ?? '') === '' || isCount(moqs[id]) ? undefined : 'Enter a whole number.'
              }
              onChange={(event) => setMoqs({ ...moqs, [id]: event.target.value.trim() })}
            />
          ))}
        </fieldset>
        {isReady && (
          <p>
            The interest check ends for good, {kits.map(({ title }) => title).join(', ')} can be
            ordered from {momentWords(opensAt)} to {momentWords(closesAt)}, and everyone who voted
            gets an e-mail.
          </p>
        )}
      </div>
    </DeskDialog>
  );
}
