import { useStore } from '@nanostores/react';
import { countOfPool, drawersOf, freeOf } from '../model/stock-count.ts';
import { moment, plain } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { exportRows } from '#desk-kit/store/desk-files.ts';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import { openCount, poolTable } from '../store/desk-stock.ts';
import styles from '#ui/styles/desk.module.css';
import { CountDialog } from './CountDialog.tsx';

const columns: ColumnsOf<typeof poolTable> = [
  { name: 'title', title: 'Stock pool', width: 230, text: plain('title') },
  { name: 'code', title: 'Shelf label', width: 170, text: plain('code') },
  {
    name: 'on_hand',
    title: 'On hand',
    width: 105,
    align: 'end',
    text: plain('on_hand'),
    filter: { kind: 'number' },
  },
  {
    name: 'allocated',
    title: 'Promised',
    width: 110,
    align: 'end',
    text: plain('allocated'),
    filter: { kind: 'number' },
  },
  {
    name: 'free',
    title: 'Available',
    width: 85,
    align: 'end',
    text: (row) => String(freeOf(countOfPool(row))),
  },
  { name: 'variants', title: 'Sold as', width: 300, text: drawersOf },
  { name: 'updated_at', title: 'Last change', width: 210, text: moment('updated_at') },
];

/** All piles of counted goods, each to be counted. */
export function PoolTable() {
  const state = useStore(poolTable.$state);
  useTableAddress(state, poolTable);
  return (
    <div className={styles['stack']}>
      <p className={styles['small']}>
        Open a stock pool to enter a stock count or record a change.
      </p>
      <DataTable
        label="Stock"
        state={state}
        actions={poolTable}
        columns={columns}
        searches="by stock pool or shelf label"
        onOpen={(row) => openCount(row, poolTable.putRow)}
        empty={{
          title: 'No stock pools yet',
          text: 'A stock pool holds identical items that variants are sold from. Create one with a variant on the products desk.',
        }}
        tools={
          <ExportButton
            fileName="stock.csv"
            onExport={(signal, onProgress) =>
              exportRows(poolTable.source, state.query, columns, signal, onProgress)
            }
          />
        }
      />
      <CountDialog />
    </div>
  );
}
