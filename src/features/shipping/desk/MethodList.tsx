import { useStore } from '@nanostores/react';
import { methodFaults } from '../model/shipping-faults.ts';
import { Button } from '#ui/react/Button.tsx';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import { plain } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import { RowDialog } from '#desk-kit/table/RowDialog.tsx';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { exportRows } from '#desk-kit/store/desk-files.ts';
import { methodForm, methodTable } from '../store/desk-shipping.ts';
import { goodsTags } from './goods-tags.ts';
import { $coverage } from '../store/desk-zones.ts';

const yesNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

const columns: ColumnsOf<typeof methodTable> = [
  { name: 'name', title: 'Method', width: 220, text: plain('name') },
  { name: 'zone', title: 'Zone', width: 170, text: plain('zone.title') },
  {
    name: 'carrier',
    title: 'Carrier',
    width: 140,
    text: plain('carrier'),
    filter: { kind: 'text' },
  },
  {
    name: 'days_max',
    title: 'Days',
    width: 90,
    text: ({ values }) => `${values.days_min} to ${values.days_max}`,
  },
  {
    name: 'max_weight_grams',
    title: 'Maximum weight (g)',
    width: 150,
    align: 'end',
    text: plain('max_weight_grams'),
  },
  {
    name: 'is_offered',
    title: 'Offered',
    width: 95,
    text: (row) => (row.values.is_offered ? 'Yes' : 'No'),
    filter: { kind: 'choice', choices: yesNo },
  },
  { name: 'note', title: 'Note', width: 260, text: plain('note') },
];

const fields: readonly RowField[] = [
  { name: 'name', title: 'Name', kind: 'text' },
  { name: 'code', title: 'Code', kind: 'text' },
  { name: 'carrier', title: 'Carrier', kind: 'text' },
  { name: 'days_min', title: 'Minimum delivery days', kind: 'number' },
  { name: 'days_max', title: 'Maximum delivery days', kind: 'number' },
  { name: 'max_weight_grams', title: 'Maximum weight (g)', kind: 'number' },
  { name: 'max_value_minor', title: 'Maximum value (€)', kind: 'money', isOptional: true },
  { name: 'position', title: 'Position', kind: 'number' },
  { name: 'is_tracked', title: 'Tracked', kind: 'check' },
  { name: 'is_offered', title: 'Offered', kind: 'check' },
  {
    name: 'refused_tags',
    title: 'The carrier does not accept',
    kind: 'several',
    isWide: true,
    choices: goodsTags,
  },
  { name: 'note', title: 'Note', kind: 'text', isWide: true },
];

export const newMethod = {
  zone_id: null,
  code: '',
  name: '',
  carrier: '',
  days_min: 2,
  days_max: 5,
  is_tracked: true,
  max_weight_grams: 10_000,
  max_value_minor: null,
  refused_tags: [],
  note: '',
  is_offered: true,
  position: 0,
};

export function MethodList() {
  const state = useStore(methodTable.$state);
  useTableAddress(state, methodTable);
  return (
    <>
      <DataTable
        label="Shipping methods"
        state={state}
        actions={methodTable}
        columns={columns}
        searches="by method or carrier"
        onOpen={methodForm.open}
        empty={{
          title: 'No shipping methods yet',
          text: 'A shipping method is a carrier’s service for one zone.',
        }}
        tools={
          <>
            <ExportButton
              fileName="shipping-methods.csv"
              onExport={(signal, onProgress) =>
                exportRows(methodTable.source, state.query, columns, signal, onProgress)
              }
            />
            <Button size="small" look="primary" onClick={() => methodForm.openNew(newMethod)}>
              New method
            </Button>
          </>
        }
      />
      <MethodDialog form={methodForm} />
    </>
  );
}

export function MethodDialog({ form }: { readonly form: typeof methodForm }) {
  const state = useStore(form.$state);
  const coverage = useStore($coverage);
  const zones = coverage.kind === 'ready' ? coverage.zones : [];
  const zoneField: RowField = {
    name: 'zone_id',
    title: 'Zone',
    kind: 'choice',
    choices: [
      { value: '', label: 'Choose a zone' },
      ...zones.map(({ id, values }) => ({ value: id, label: values.title })),
    ],
  };
  return (
    <RowDialog
      state={state}
      title="Shipping method"
      fields={[zoneField, ...fields]}
      actions={form}
      faultsOf={methodFaults}
      removal="Removing a method also removes its rates. Orders keep their prices."
    />
  );
}
