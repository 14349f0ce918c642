import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { kitsOf, stageChoices, stageOf } from '#features/batches/model/batch-desk.ts';
import { stageName } from '#features/batches/model/batch-stage.ts';
import type { BatchSums } from '#features/batches/model/batch-record.ts';
import { moment, plain } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { etaOf, etaWords } from '#shared/eta.ts';
import { formatMoney } from '#shared/money.ts';
import type { RowOf } from '#desk-kit/store/desk-table.ts';
import { $batchSums, batchTable } from '../../store/desk-batch-page.ts';
import { goToBatch } from './use-shown-batch.ts';
import { StageBadge } from './StageBadge.tsx';

type ListedBatch = RowOf<typeof batchTable>;

function columnsOf(
  sums: ReadonlyMap<string, BatchSums>,
  now: number,
): ColumnsOf<typeof batchTable> {
  const amount = (row: ListedBatch, minorOf: (one: BatchSums) => number | null) => {
    const found = sums.get(row.id);
    const minor = found ? minorOf(found) : null;
    return found === undefined || minor === null ? '' : formatMoney(minor, found.currency ?? 'EUR');
  };
  const unitsOf = (row: ListedBatch, unit: 'ordered_count' | 'waiting_count') =>
    String(kitsOf(row).reduce((sum, kit) => sum + kit[unit], 0));
  return [
    {
      name: 'product.title',
      title: 'Product',
      width: 170,
      text: plain('product.title'),
      filter: { kind: 'text' },
    },
    { name: 'code', title: 'Batch', width: 145, text: plain('code') },
    {
      name: 'stage',
      title: 'Stage',
      width: 160,
      text: (row) => stageName(stageOf(row, now)),
      filter: { kind: 'choice', choices: stageChoices },
      render: (row) => <StageBadge stage={stageOf(row, now)} />,
    },
    {
      name: 'closes_at',
      title: 'Closes',
      width: 185,
      text: moment('closes_at'),
      filter: { kind: 'date' },
    },
    {
      name: 'paid_units',
      title: 'Paid',
      width: 80,
      align: 'end',
      text: (row) => unitsOf(row, 'ordered_count'),
    },
    {
      name: 'unpaid_units',
      title: 'Unpaid',
      width: 90,
      align: 'end',
      text: (row) => unitsOf(row, 'waiting_count'),
    },
    { name: 'minimum', title: 'Minimum', width: 165, text: minimumWords },
    {
      name: 'paid',
      title: 'Money paid',
      width: 130,
      align: 'end',
      text: (row) => amount(row, (one) => one.paid_minor),
    },
    {
      name: 'due_back',
      title: 'Refunds due',
      width: 130,
      align: 'end',
      text: (row) => amount(row, (one) => one.due_back_minor),
    },
    {
      name: 'eta',
      title: 'Expected',
      width: 150,
      text: (row) => {
        const eta = etaOf(row.values);
        return eta === null ? '' : etaWords(eta);
      },
    },
  ];
}

/** @example minimumWords(row) // '2 of 3 kits reached' */
function minimumWords(row: ListedBatch): string {
  const kits = kitsOf(row);
  const [only] = kits;
  if (only === undefined) return 'no kits';
  if (kits.length === 1) return `${only.ordered_count} of ${only.moq}`;
  const reached = kits.filter((kit) => kit.ordered_count >= kit.moq).length;
  return `${reached} of ${kits.length} kits reached`;
}

/** Every batch of every product. */
export function BatchList() {
  const state = useStore(batchTable.$state);
  const sums = useStore($batchSums);
  const [now] = useState(() => Date.now());
  useTableAddress(state, batchTable);
  return (
    <DataTable
      label="Group buys"
      state={state}
      actions={batchTable}
      columns={columnsOf(sums, now)}
      searches="by code or title"
      onOpen={(row) => goToBatch(row.id)}
      empty={{
        title: 'No group buys yet',
        text: 'A group buy runs in batches. Add the first one on the page of its product, under Batches.',
      }}
    />
  );
}
