import { useStore } from '@nanostores/react';
import { exportRows } from '#desk-kit/store/desk-files.ts';
import { day, money, plain, writtenColumns } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import type { RowOf } from '#desk-kit/store/desk-table.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { formatMoney } from '#shared/money.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { askToDiscard } from '#ui/react/unsaved.ts';
import styles from '#ui/styles/desk.module.css';
import { customerTable } from '../store/desk-customers.ts';
import { goToCustomer } from './use-shown-customer.ts';

const either = (yes: string, no: string) => [
  { value: 'yes', label: yes },
  { value: 'no', label: no },
];

const kindOf = ({ values }: RowOf<typeof customerTable>) =>
  values.kind === 'guest' ? 'Guest' : 'Account';

// What stands here is work: nothing is said where there is none.
const columns: ColumnsOf<typeof customerTable> = [
  { name: 'name', title: 'Name', width: 190, text: (row) => row.values.name || 'No name' },
  { name: 'email', title: 'E-mail', width: 230, text: plain('email') },
  {
    name: 'kind',
    title: 'Kind',
    width: 140,
    text: kindOf,
    filter: {
      kind: 'one',
      choices: [
        { value: 'account', label: 'account' },
        { value: 'guest', label: 'guest' },
      ],
    },
    render: (row) => (
      <>
        {kindOf(row)} {row.values.is_banned && <Badge tone="bad">Banned</Badge>}
      </>
    ),
  },
  { name: 'orders', title: 'Orders', width: 80, align: 'end', text: plain('orders') },
  {
    name: 'open_orders',
    title: 'Open orders',
    width: 125,
    align: 'end',
    text: plain('open_orders'),
    filter: { kind: 'one', choices: either('some', 'none') },
    render: ({ values }) => values.open_orders || '',
  },
  { name: 'spent_minor', title: 'Spent', width: 120, align: 'end', text: money('spent_minor') },
  {
    name: 'due_minor',
    title: 'Balance due',
    width: 125,
    align: 'end',
    text: money('due_minor'),
    render: ({ values }) =>
      values.due_minor === 0 ? '' : formatMoney(values.due_minor, values.currency),
  },
  {
    name: 'other_orders',
    title: 'Other currencies',
    width: 150,
    align: 'end',
    text: plain('other_orders'),
    startsHidden: true,
  },
  { name: 'last_order_at', title: 'Last order', width: 125, text: day('last_order_at') },
  { name: 'since', title: 'Since', width: 120, text: day('since') },
  {
    name: 'is_banned',
    title: 'Banned',
    width: 0,
    text: (row) => (row.values.is_banned ? 'yes' : ''),
    filter: { kind: 'one', choices: either('yes', 'no') },
    isFilterOnly: true,
  },
];

const written = writtenColumns(columns);

export function CustomerList({ isMasked }: { readonly isMasked: boolean }) {
  const state = useStore(customerTable.$state);
  useTableAddress(state, customerTable);
  return (
    <div className={styles['stack']}>
      <DataTable
        label="Customers"
        state={state}
        actions={customerTable}
        columns={columns}
        searches={
          isMasked ? 'by whole e-mail address or order number' : 'by name, e-mail or order number'
        }
        onOpen={(row) => askToDiscard(() => goToCustomer(row.id))}
        empty={{
          title: 'No customers yet',
          text: 'Everyone who makes an account or places an order appears here.',
        }}
        tools={
          <ExportButton
            fileName="customers.csv"
            onExport={(signal, onProgress) =>
              exportRows(customerTable.source, state.query, written, signal, onProgress)
            }
          />
        }
      />
      <p className={styles['small']}>
        Spent and balance due count orders in euro. Orders in other currencies are counted, and
        their money is not.
      </p>
    </div>
  );
}
