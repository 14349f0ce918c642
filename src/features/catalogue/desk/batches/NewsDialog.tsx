import { useState } from 'react';
import { nextBatchStages } from '#features/batches/model/batch-moves.ts';
import { stageName } from '#features/batches/model/batch-stage.ts';
import type { BatchRow } from '#features/batches/model/batch-desk.ts';
import { textOf, type Draft } from '#desk-kit/model/desk-row.ts';
import { etaOf, etaWords } from '#shared/eta.ts';
import type { RowPatch } from '#desk-kit/model/table-edit.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { isUnwritten, newsFields, newsOf } from '#features/updates/desk/news-fields.ts';
import { RowFields, type RowField } from '#desk-kit/ui/RowFields.tsx';
import {
  draftNews,
  dropNews,
  sendNews,
  type BuyersNews,
  type NewsDraft,
} from '../../store/desk-batches.ts';
import styles from '#ui/styles/desk.module.css';
import { NewsEffect, peopleWords } from './NewsEffect.tsx';

type Props = { readonly batch: BatchRow; readonly onClose: () => void };

const empty = { title: '', summary: '', body: '', stage: null, eta: null, note: '' };

function fieldsFor(batch: BatchRow): readonly RowField[] {
  const next = nextBatchStages(batch.values.stage, ['hand']);
  const choices = next.map((to) => ({ value: to, label: stageName(to) }));
  const eta = etaOf(batch.values);
  return [
    ...newsFields,
    { name: 'stage', title: 'The batch moves to', kind: 'choice', isOptional: true, choices },
    {
      name: 'eta',
      title: 'Expected from now on',
      kind: 'date',
      isOptional: true,
      hint: eta === null ? 'No date yet' : `Until now ${etaWords(eta)}`,
    },
    { name: 'note', title: 'What this means for buyers', kind: 'area', isWide: true },
  ];
}

/** An update that names this batch: written, counted, and only then published and sent. */
export function NewsDialog({ batch, onClose }: Props) {
  const [row, setRow] = useState<Draft<BuyersNews>>({ id: batch.id, version: null, values: empty });
  const [draft, setDraft] = useState<NewsDraft | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const patch = (more: RowPatch) => setRow({ ...row, values: { ...row.values, ...more } });
  async function count() {
    setBusy(true);
    const news = {
      ...newsOf(row),
      stage: textOf(row, 'stage') || null,
      eta: textOf(row, 'eta') || null,
      note: textOf(row, 'note'),
    };
    const made = await draftNews(batch, news);
    setBusy(false);
    setProblem(made.ok ? null : made.error);
    if (made.ok) setDraft(made.value);
  }
  async function send() {
    if (draft === null) return;
    setBusy(true);
    const told = await sendNews(draft);
    setBusy(false);
    setProblem(told.ok ? null : told.error);
    if (told.ok) setSent(told.value.buyers);
  }
  function giveUp() {
    if (draft !== null && sent === null) void dropNews(draft.update);
    setDraft(null);
  }
  const leave = () => {
    giveUp();
    onClose();
  };
  return (
    <DeskDialog
      open
      wide
      title={`News for the buyers of ${batch.values.code}`}
      unsaved={row.values !== empty && sent === null}
      onClose={leave}
      renderFoot={() => (
        <>
          {draft !== null && sent === null && <Button onClick={giveUp}>Keep writing</Button>}
          <Button onClick={leave}>{sent === null ? 'Discard it' : 'Done'}</Button>
          {draft === null && (
            <Button
              look="primary"
              pending={isBusy}
              disabled={isUnwritten(row)}
              onClick={() => void count()}
            >
              Preview recipients
            </Button>
          )}
          {draft !== null && sent === null && (
            <Button look="primary" pending={isBusy} onClick={() => void send()}>
              {draft.audience.buyers === 0
                ? 'Publish it'
                : `Publish and e-mail ${peopleWords(draft.audience.buyers)}`}
            </Button>
          )}
        </>
      )}
    >
      <div className={styles['stack']}>
        {problem !== null && (
          <p role="alert" className={styles['fault']}>
            {problem}
          </p>
        )}
        {sent !== null && (
          <output>
            It is published{sent > 0 && `, and ${peopleWords(sent)} will get it by e-mail`}. You can
            read it now. The next build adds its finished page.
          </output>
        )}
        {draft !== null && sent === null && <NewsEffect batch={batch} row={row} draft={draft} />}
        {draft === null && <RowFields row={row} fields={fieldsFor(batch)} onPatch={patch} />}
      </div>
    </DeskDialog>
  );
}
