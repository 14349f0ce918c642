import { useState } from 'react';
import { stageName } from '#domain/batch-stage.ts';
import { batchStages, isBatchStage } from '#domain/batch-stages.ts';
import { nextBatchStages } from '#domain/batch-moves.ts';
import { textOf, type DeskRow } from '#domain/desk-row.ts';
import type { RowPatch } from '#domain/table-edit.ts';
import { Badge } from '#islands/ui/Badge.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { RowFields, type RowField } from '#islands/ui/RowFields.tsx';
import { saveBatch, type ProductDesk } from '#stores/desk-product.ts';
import styles from '#styles/desk/desk.module.css';
import { BatchWork } from './BatchWork.tsx';
import { ProgressSection } from './ProgressSection.tsx';

type Props = { readonly desk: Extract<ProductDesk, { readonly status: 'open' }> };

const fields: readonly RowField[] = [
  { name: 'title', title: 'Title', kind: 'text' },
  { name: 'opens_at', title: 'Opens', kind: 'moment', isOptional: true },
  { name: 'closes_at', title: 'Closes', kind: 'moment', isOptional: true },
  { name: 'eta', title: 'Expected', kind: 'date', isOptional: true },
  { name: 'cancel_until', title: 'Cancel until', kind: 'moment', isOptional: true },
  { name: 'change_options_until', title: 'Change choices until', kind: 'moment', isOptional: true },
  { name: 'change_address_until', title: 'Change address until', kind: 'moment', isOptional: true },
  { name: 'note', title: 'Note (Markdown)', kind: 'area', isWide: true },
];

export function BatchesSection({ desk }: Props) {
  const { product } = desk.saved;
  const number = desk.batches.length + 1;
  const add = () => {
    const code = `${textOf(product, 'url').toUpperCase()}-R${number}`;
    const title = `${textOf(product, 'title')}, round ${number}`;
    const fresh: DeskRow = { id: code, version: null, values: {} };
    void saveBatch(fresh, { product_id: product.id, code, title, number });
  };
  return (
    <section className={styles['card']} aria-label="Batches">
      <header>
        <h3>Batches</h3>
        <Button size="small" onClick={add}>
          New batch
        </Button>
      </header>
      {desk.batches.length === 0 && (
        <p className={styles['small']}>
          A group buy is made in batches; each has its window and stages.
        </p>
      )}
      {desk.batches.map((batch) => (
        <Batch key={batch.id} batch={batch} variants={desk.saved.variants} />
      ))}
      {desk.batches.length > 0 && <ProgressSection />}
    </section>
  );
}

/** The clock and the settling decide these, and extras have a step of their own. */
const byOtherMeans: ReadonlySet<string> = new Set(['closed', 'moq_failed', 'extras']);

type BatchProps = { readonly batch: DeskRow; readonly variants: readonly DeskRow[] };

function Batch({ batch, variants }: BatchProps) {
  const [patch, setPatch] = useState<RowPatch>({});
  const [asked, setAsked] = useState<string | null>(null);
  const shown = { ...batch, values: { ...batch.values, ...patch } };
  const stage = batchStages.find((each) => each === textOf(batch, 'stage')) ?? 'draft';
  const isUnsettled = stage === 'closed' && textOf(batch, 'settled_at') === '';
  const next = isUnsettled ? [] : nextBatchStages(stage).filter((to) => !byOtherMeans.has(to));
  const name = (text: string) => (isBatchStage(text) ? stageName(text) : text);
  return (
    <div className={styles['part']}>
      <header>
        <b>{textOf(batch, 'code')}</b>
        <Badge>{stageName(stage)}</Badge>
        {next.map((to) => (
          <Button key={to} size="small" onClick={() => setAsked(to)}>
            {name(to)}
          </Button>
        ))}
      </header>
      {asked !== null && (
        <div className={styles['line']}>
          <span>
            Move {textOf(batch, 'code')} from {stageName(stage)} to {name(asked)}? It is in its
            history for good.
          </span>
          <Button
            size="small"
            look="primary"
            onClick={() => {
              setAsked(null);
              void saveBatch(batch, { stage: asked });
            }}
          >
            Move it
          </Button>
          <Button size="small" look="quiet" onClick={() => setAsked(null)}>
            Leave it
          </Button>
        </div>
      )}
      <BatchWork batch={batch} variants={variants} />
      <RowFields row={shown} fields={fields} onPatch={(more) => setPatch({ ...patch, ...more })} />
      <div className={styles['line']}>
        <Button
          size="small"
          disabled={Object.keys(patch).length === 0}
          onClick={() => void saveBatch(batch, patch).then((isOver) => isOver && setPatch({}))}
        >
          Save this batch
        </Button>
      </div>
    </div>
  );
}
