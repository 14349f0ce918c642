import { useStore } from '@nanostores/react';
import { countOfPool, drawersOf, freeOf } from '#domain/stock-count.ts';
import { moment, plain } from '#islands/ui/table/column-text.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import { ExportButton } from '#islands/ui/table/ExportButton.tsx';
import type { TableColumn } from '#islands/ui/table/table-model.ts';
import { useTableAddress } from '#islands/ui/table/use-table-address.ts';
import { exportRows } from '#stores/desk-files.ts';
import { openCount, poolTable } from '#stores/desk-stock.ts';
import styles from '#styles/desk/desk.module.css';
import { CountDialog } from './CountDialog.tsx';

const columns: readonly TableColumn[] = [
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
    title: 'Free',
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
      <p className={styles['small']}>Open a pool to say how many there are, and why.</p>
      <DataTable
        label="Stock"
        state={state}
        actions={poolTable}
        columns={columns}
        searches="stock pool or shelf label"
        onOpen={(row) => openCount(row, poolTable.putRow)}
        empty={{
          title: 'No stock pool yet',
          text: 'A pool is a pile of equal things that variants are sold from. One is made with a variant, on the products desk.',
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
