import { useStore } from '@nanostores/react';
import { stageName } from '#features/batches/model/batch-stage.ts';
import { stageChoices } from '#features/batches/model/batch-desk.ts';
import { textOf } from '#desk-kit/model/desk-row.ts';
import { momentWords } from '#shared/date-words.ts';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import { moment, plain } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { RowDialog } from '#desk-kit/table/RowDialog.tsx';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { lockForm, lockTable } from '../store/desk-address-locks.ts';

const columns: ColumnsOf<typeof lockTable> = [
  { name: 'title', title: 'Batch', width: 240, text: plain('title') },
  { name: 'product', title: 'Product', width: 190, text: plain('product.title') },
  {
    name: 'stage',
    title: 'Stage',
    width: 150,
    text: (row) => stageName(row.values.stage),
    filter: { kind: 'choice', choices: stageChoices },
  },
  { name: 'closes_at', title: 'Closes', width: 210, text: moment('closes_at') },
  {
    name: 'change_address_until',
    title: 'Addresses locked from',
    width: 230,
    text: ({ values: { change_address_until: until } }) =>
      until === null ? 'Not set' : momentWords(until),
    filter: { kind: 'date' },
  },
];

const fields: readonly RowField[] = [
  {
    name: 'change_address_until',
    title: 'Buyers change their address until',
    kind: 'moment',
    isOptional: true,
  },
];

/** When the addresses of a batch are final; its buyers are told two days before. */
export function AddressLocks() {
  const state = useStore(lockTable.$state);
  const form = useStore(lockForm.$state);
  useTableAddress(state, lockTable);
  return (
    <>
      <DataTable
        label="Address change deadlines"
        state={state}
        actions={lockTable}
        columns={columns}
        searches="by batch"
        onOpen={lockForm.open}
        empty={{
          title: 'No batches yet',
          text: 'Each batch has a deadline for address changes.',
        }}
      />
      <RowDialog
        state={form}
        title={`Address change deadline: ${textOf(form.row, 'title')}`}
        fields={fields}
        actions={lockForm}
      >
        <p>
          Before it ends, each buyer with an open order gets an e-mail with a link to their address.
          Without a date, they can change their address until production starts. If you set a new
          date, they get a new e-mail.
        </p>
      </RowDialog>
    </>
  );
}
