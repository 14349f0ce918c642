import { useStore } from '@nanostores/react';
import { packageFaults } from '../model/shipping-faults.ts';
import { Button } from '#ui/react/Button.tsx';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import { plain } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import { RowDialog } from '#desk-kit/table/RowDialog.tsx';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { exportRows } from '#desk-kit/store/desk-files.ts';
import { packageForm, packageTable } from '../store/desk-packages.ts';

const sides = ['inner_length_mm', 'inner_width_mm', 'inner_height_mm'] as const;

const columns: ColumnsOf<typeof packageTable> = [
  { name: 'name', title: 'Package', width: 200, text: plain('name') },
  {
    name: 'inner_length_mm',
    title: 'Inside, mm',
    width: 150,
    text: (row) => sides.map((side) => row.values[side]).join(' × '),
  },
  {
    name: 'max_content_grams',
    title: 'Maximum contents (g)',
    width: 165,
    align: 'end',
    text: plain('max_content_grams'),
  },
  {
    name: 'own_weight_grams',
    title: 'Empty weight (g)',
    width: 125,
    align: 'end',
    text: plain('own_weight_grams'),
  },
  {
    name: 'is_used',
    title: 'In use',
    width: 90,
    text: (row) => (row.values.is_used ? 'Yes' : 'No'),
    filter: {
      kind: 'choice',
      choices: [
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ],
    },
  },
  { name: 'note', title: 'Used for', width: 300, text: plain('note') },
];

const fields: readonly RowField[] = [
  { name: 'name', title: 'Name', kind: 'text' },
  { name: 'inner_length_mm', title: 'Length inside, mm', kind: 'number' },
  { name: 'inner_width_mm', title: 'Width inside, mm', kind: 'number' },
  { name: 'inner_height_mm', title: 'Height inside, mm', kind: 'number' },
  { name: 'max_content_grams', title: 'Maximum contents (g)', kind: 'number' },
  { name: 'own_weight_grams', title: 'Empty weight (g)', kind: 'number' },
  { name: 'is_used', title: 'In use', kind: 'check' },
  { name: 'note', title: 'Used for', kind: 'text', isWide: true },
];

const newPackage = {
  name: '',
  inner_length_mm: 300,
  inner_width_mm: 200,
  inner_height_mm: 80,
  own_weight_grams: 150,
  max_content_grams: 2000,
  is_used: true,
  note: '',
};

export function PackageList() {
  const state = useStore(packageTable.$state);
  const form = useStore(packageForm.$state);
  useTableAddress(state, packageTable);
  return (
    <>
      <DataTable
        label="Packages"
        state={state}
        actions={packageTable}
        columns={columns}
        searches="by package or purpose"
        onOpen={packageForm.open}
        empty={{
          title: 'No packages yet',
          text: 'A package holds a box’s size and weight, so that labels show the total weight.',
        }}
        tools={
          <>
            <ExportButton
              fileName="shipping-packages.csv"
              onExport={(signal, onProgress) =>
                exportRows(packageTable.source, state.query, columns, signal, onProgress)
              }
            />
            <Button size="small" look="primary" onClick={() => packageForm.openNew(newPackage)}>
              New package
            </Button>
          </>
        }
      />
      <RowDialog
        state={form}
        title="Package"
        fields={fields}
        actions={packageForm}
        faultsOf={packageFaults}
        removal="If you may need it again, switch it off instead of deleting it. Printed labels do not change."
      />
    </>
  );
}
