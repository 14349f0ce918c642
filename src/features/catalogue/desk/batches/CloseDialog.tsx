import { useState } from 'react';
import {
  countWords,
  type BatchRow,
  type SettledBatch,
  type SettledKit,
} from '#features/batches/model/batch-desk.ts';
import { momentWords } from '#shared/date-words.ts';
import { formatMoney } from '#shared/money.ts';
import type { Result } from '#shared/result.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { Table } from '#ui/react/Table.tsx';
import { previewClosing, settleBatch } from '../../store/desk-batches.ts';
import styles from '#ui/styles/desk.module.css';

type Props = { readonly batch: BatchRow; readonly now: number; readonly onClose: () => void };

/** Settling is final: what it would do is computed by the shop and shown before. */
export function CloseDialog({ batch, now, onClose }: Props) {
  const [seen, setSeen] = useState<Result<SettledBatch, string> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { code, closes_at: closesAt } = batch.values;
  const hasClosed = closesAt !== null && Date.parse(closesAt) <= now;
  const settled = seen?.ok ? seen.value : null;
  const isDone = settled?.is_settled === true;
  async function ask(run: (id: string) => Promise<Result<SettledBatch, string>>) {
    setBusy(true);
    setSeen(await run(batch.id));
    setBusy(false);
  }
  return (
    <DeskDialog
      open
      wide
      title={`${isDone ? 'Settled' : 'Settle'}: ${code}`}
      unsaved={false}
      onClose={onClose}
      renderFoot={(close) => (
        <>
          <Button onClick={close}>{isDone ? 'Done' : 'Not now'}</Button>
          {!isDone && settled === null && (
            <Button look="primary" pending={isBusy} onClick={() => void ask(previewClosing)}>
              Preview
            </Button>
          )}
          {!isDone && settled !== null && (
            <Button
              look="primary"
              pending={isBusy}
              disabled={!hasClosed}
              onClick={() => void ask(settleBatch)}
            >
              Settle the batch
            </Button>
          )}
        </>
      )}
    >
      <div className={styles['stack']}>
        <p>
          {isDone
            ? 'Kits and prices are final, and everyone who is owed a refund has been e-mailed. Send the refunds from the orders desk.'
            : 'Settling decides each kit by the orders that are paid: a kit under its minimum is dropped and refunded, the others are made at the price that their count reached. Orders close, and this can’t be undone.'}
        </p>
        <p className={styles['small']}>
          Unpaid orders don’t count. They get the final price before they are paid. If their kits
          are dropped, they are cancelled and nothing is due.
        </p>
        {!hasClosed && (
          <p className={styles['small']}>
            Customers know that they can order until {momentWords(closesAt ?? '')}, so it can’t be
            settled before then. It settles automatically within an hour of that time.
          </p>
        )}
        {seen !== null && !seen.ok && (
          <p role="alert" className={styles['fault']}>
            {seen.error}
          </p>
        )}
        {settled !== null && <Outcome settled={settled} />}
      </div>
    </DeskDialog>
  );
}

function Outcome({ settled: { kits, stage, ...settled } }: { readonly settled: SettledBatch }) {
  const would = settled.is_settled ? 'The whole batch fails' : 'The whole batch would fail';
  return (
    <>
      {stage === 'moq_failed' && (
        <p className={styles['fault']}>{would}: too few paid orders to make it.</p>
      )}
      <Table label="Outcome of each kit">
        <thead>
          <tr>
            <th scope="col">Kit</th>
            <th scope="col">Ordered</th>
            <th scope="col">Outcome</th>
            <th scope="col">Refund</th>
          </tr>
        </thead>
        <tbody>
          {kits.map((kit) => (
            <tr key={kit.variant_id}>
              <th scope="row">{kit.title}</th>
              <td>{countWords(kit, kit.moq)}</td>
              <td>
                {kit.is_dropped
                  ? 'Dropped'
                  : `Made, at ${formatMoney(kit.price_minor, kit.currency)}`}
              </td>
              <td>{backWords(kit)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

function backWords({ lines, refund_minor: back, currency }: SettledKit): string {
  if (lines === 0) return 'Nothing';
  const whose = lines === 1 ? 'to 1 line' : `to ${lines} lines`;
  return `${formatMoney(back, currency)} ${whose}`;
}
