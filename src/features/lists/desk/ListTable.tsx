import { useStore } from '@nanostores/react';
import { listFaults } from '../model/list-faults.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import { choicesOf, labelOf, moment, plain } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { RowDialog } from '#desk-kit/table/RowDialog.tsx';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { listKinds } from '#shared/list-kinds.ts';
import { listKindName } from '#shared/list-kind.ts';
import { listForm, listTable } from '../store/desk-lists.ts';
import { $productTitles, findProducts } from '#features/catalogue/store/desk-product-choice.ts';
import { goToList } from './use-open-list.ts';

const kinds = Object.entries(listKinds).map(([value, { name }]) => ({ value, label: name }));
export const listStages = choicesOf(['draft', 'open', 'closed', 'frozen', 'drawn', 'finished']);

const columns: ColumnsOf<typeof listTable> = [
  { name: 'title', title: 'List', width: 340, text: plain('title') },
  {
    name: 'kind',
    title: 'Kind',
    width: 130,
    text: (row) => listKindName(row.values.kind),
    filter: { kind: 'choice', choices: kinds },
  },
  {
    name: 'status',
    title: 'Status',
    width: 110,
    text: plain('status'),
    render: (row) => <Badge>{labelOf(listStages, row.values.status)}</Badge>,
    filter: { kind: 'choice', choices: listStages },
  },
  { name: 'entry_count', title: 'Entries', width: 95, align: 'end', text: plain('entry_count') },
  { name: 'capacity', title: 'Available', width: 95, align: 'end', text: plain('capacity') },
  { name: 'opens_at', title: 'Opens', width: 200, text: moment('opens_at') },
  {
    name: 'closes_at',
    title: 'Closes',
    width: 200,
    text: moment('closes_at'),
    filter: { kind: 'date' },
  },
];

export const listFields: readonly RowField[] = [
  { name: 'title', title: 'Title', kind: 'text' },
  { name: 'kind', title: 'Kind', kind: 'choice', choices: kinds },
  { name: 'opens_at', title: 'Opens', kind: 'moment', isOptional: true },
  { name: 'closes_at', title: 'Closes', kind: 'moment', isOptional: true },
  { name: 'capacity', title: 'Number available', kind: 'number', isOptional: true },
  { name: 'max_wins', title: 'Maximum per person', kind: 'number' },
  { name: 'pay_within_hours', title: 'Hours to pay', kind: 'number' },
  { name: 'rules', title: 'Rules (Markdown)', kind: 'area', isWide: true },
];

/** With the product it is about, which is looked for. */
export function useListFields(): readonly RowField[] {
  const titles = useStore($productTitles);
  const [title, ...others] = listFields;
  const product: RowField = {
    name: 'product_id',
    title: 'Product',
    hint: 'Search by title.',
    kind: 'found',
    isOptional: true,
    titles,
    find: findProducts,
  };
  return title === undefined ? [product] : [title, product, ...others];
}

const newList = {
  product_id: null,
  kind: 'raffle',
  title: '',
  rules: '',
  opens_at: null,
  closes_at: null,
  capacity: null,
  max_wins: 1,
  pay_within_hours: 48,
};

export function ListTable() {
  const state = useStore(listTable.$state);
  const form = useStore(listForm.$state);
  const fields = useListFields();
  useTableAddress(state, listTable);
  return (
    <>
      <DataTable
        label="Lists"
        state={state}
        actions={listTable}
        columns={columns}
        searches="by title"
        onOpen={(row) => goToList(row.id)}
        empty={{
          title: 'No lists yet',
          text: 'Raffles, waiting lists and interest checks.',
        }}
        tools={
          <Button size="small" look="primary" onClick={() => listForm.openNew(newList)}>
            New list
          </Button>
        }
      />
      <RowDialog
        state={form}
        title="New list"
        fields={fields}
        actions={listForm}
        faultsOf={listFaults}
      />
    </>
  );
}
