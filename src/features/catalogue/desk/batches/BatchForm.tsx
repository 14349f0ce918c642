import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { stageName, type BatchStage } from '#features/batches/model/batch-stage.ts';
import type { BatchRow } from '#features/batches/model/batch-desk.ts';
import { nextBatchStages } from '#features/batches/model/batch-moves.ts';
import type { Draft } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import type { RowConflict as Conflict, RowPatch } from '#desk-kit/model/table-edit.ts';
import { Button } from '#ui/react/Button.tsx';
import { RowFields } from '#desk-kit/ui/RowFields.tsx';
import { RowConflict } from '#desk-kit/table/RowConflict.tsx';
import { $typedOfBatches, forgetTyped, typeInBatch } from '../../store/desk-batch-forms.ts';
import { readBatchesAgain, saveBatch } from '../../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import type { PartDraft } from '../../model/form/product-form.ts';
import { batchFields, stageField } from './batch-fields.ts';
import { BatchWork } from './BatchWork.tsx';
import { StageBadge } from './StageBadge.tsx';

type Props = { readonly batch: BatchRow; readonly variants: readonly PartDraft<'variants'>[] };

export function BatchForm({ batch, variants }: Props) {
  const patch = useStore($typedOfBatches)[batch.id] ?? {};
  const [conflict, setConflict] = useState<Conflict<Row<'batches'>> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const shown = { ...batch, values: { ...batch.values, ...patch } };
  /** What was typed stays until it is written, whoever was faster. */
  async function write(over: Draft<Row<'batches'>>, changes: RowPatch) {
    setBusy(true);
    const saved = await saveBatch(over, changes);
    setBusy(false);
    setConflict(saved.kind === 'late' ? saved.conflict : null);
    if (saved.kind === 'saved') forgetTyped(batch.id, changes);
  }
  async function settle(keepMine: boolean) {
    if (conflict === null) return;
    if (keepMine) return write(conflict.current, conflict.patch);
    setConflict(null);
    forgetTyped(batch.id);
    await readBatchesAgain('This is their version.');
  }
  return (
    <div className={styles['part']}>
      <StageMoves batch={batch} isBusy={isBusy} onMove={(stage) => void write(batch, { stage })} />
      <BatchWork batch={batch} variants={variants} />
      {conflict !== null && (
        <RowConflict conflict={conflict} fields={[...batchFields, stageField]} onSettle={settle} />
      )}
      <RowFields row={shown} fields={batchFields} onPatch={(more) => typeInBatch(batch.id, more)} />
      <div className={styles['line']}>
        <Button
          size="small"
          pending={isBusy}
          disabled={Object.keys(patch).length === 0}
          onClick={() => void write(batch, patch)}
        >
          Save this batch
        </Button>
      </div>
    </div>
  );
}

type MovesProps = {
  readonly batch: BatchRow;
  readonly isBusy: boolean;
  readonly onMove: (stage: string) => void;
};

function StageMoves({ batch, isBusy, onMove }: MovesProps) {
  const [asked, setAsked] = useState<BatchStage | null>(null);
  const { code, stage, settled_at: settledAt } = batch.values;
  const isUnsettled = stage === 'closed' && settledAt === null;
  const next = isUnsettled ? [] : nextBatchStages(stage, ['hand', 'clock']);
  return (
    <>
      <header>
        <b>{code}</b>
        <StageBadge stage={stage} />
        {next.map((to) => (
          <Button key={to} size="small" disabled={isBusy} onClick={() => setAsked(to)}>
            {stageName(to)}
          </Button>
        ))}
      </header>
      {asked !== null && (
        <div className={styles['line']}>
          <span>
            Move {code} from {stageName(stage)} to {stageName(asked)}? The batch history keeps this
            change.
          </span>
          <Button
            size="small"
            look="primary"
            onClick={() => {
              setAsked(null);
              onMove(asked);
            }}
          >
            Move it
          </Button>
          <Button size="small" look="quiet" onClick={() => setAsked(null)}>
            Cancel
          </Button>
        </div>
      )}
    </>
  );
}
