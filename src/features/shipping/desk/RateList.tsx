import { useStore } from '@nanostores/react';
import { textOf } from '#desk-kit/model/desk-row.ts';
import { formatMoney } from '#shared/money.ts';
import { rateFaults } from '../model/shipping-faults.ts';
import { Button } from '#ui/react/Button.tsx';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import { day, money, plain, writtenColumns } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import { RowDialog } from '#desk-kit/table/RowDialog.tsx';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import type { RowOf } from '#desk-kit/store/desk-table.ts';
import { exportRows } from '#desk-kit/store/desk-files.ts';
import { $shippingMethods, rateForm, rateTable } from '../store/desk-shipping.ts';

/** @example worth(rate) // '€20.00 to under €150.00' */
function worth({ values }: RowOf<typeof rateTable>): string {
  const { from_value_minor: least, to_value_minor: end, currency } = values;
  const from = formatMoney(least, currency);
  if (end === null) return least === 0 ? 'any' : `from ${from}`;
  const below = `under ${formatMoney(end, currency)}`;
  return least === 0 ? below : `${from} to ${below}`;
}

const columns: ColumnsOf<typeof rateTable> = [
  // Its own order: by zone, method and weight.
  { name: 'place', title: 'Zone', width: 190, text: plain('zone_title') },
  { name: 'method', title: 'Method', width: 235, text: plain('method_name') },
  {
    name: 'to_weight_grams',
    title: 'Grams',
    width: 150,
    text: (row) => `${row.values.from_weight_grams} to ${row.values.to_weight_grams}`,
  },
  { name: 'from_value_minor', title: 'Order value', width: 170, text: worth },
  {
    name: 'price_minor',
    title: 'Price',
    width: 110,
    align: 'end',
    text: money('price_minor'),
  },
  {
    name: 'valid_from',
    title: 'From',
    width: 130,
    text: day('valid_from'),
    filter: { kind: 'date' },
  },
  { name: 'valid_to', title: 'Until', width: 130, text: day('valid_to') },
];

/** A file says where a value begins and ends in columns of their own. */
const written = writtenColumns(
  columns.flatMap((column) =>
    column.name === 'from_value_minor'
      ? [
          { ...column, title: 'Order value from' },
          { ...column, name: 'to_value_minor', title: 'Order value below' },
        ]
      : [column],
  ),
);

const fields: readonly RowField[] = [
  { name: 'from_weight_grams', title: 'Weight over (g)', kind: 'number' },
  { name: 'to_weight_grams', title: 'Weight up to (g)', kind: 'number' },
  { name: 'from_value_minor', title: 'Value from (€)', kind: 'money' },
  { name: 'to_value_minor', title: 'Value below (€)', kind: 'money', isOptional: true },
  { name: 'price_minor', title: 'Price in euro', kind: 'money' },
  { name: 'valid_from', title: 'Valid from', kind: 'date' },
  { name: 'valid_to', title: 'Valid until', kind: 'date', isOptional: true },
];

const newRate = {
  method_id: null,
  from_weight_grams: 0,
  to_weight_grams: 1000,
  from_value_minor: 0,
  to_value_minor: null,
  price_minor: null,
  currency: 'EUR',
  valid_from: '',
  valid_to: null,
};

export function RateList() {
  const state = useStore(rateTable.$state);
  const form = useStore(rateForm.$state);
  const methods = useStore($shippingMethods);
  useTableAddress(state, rateTable);
  const isNew = form.row === null || form.row.version === null;
  const methodField: RowField = {
    name: 'method_id',
    title: 'Method',
    kind: 'choice',
    choices: [
      { value: '', label: 'Choose a method' },
      // Several zones have a method of one name.
      ...methods.map(({ id, values }) => ({
        value: id,
        label: `${values.name}, ${values.zone.title}`,
      })),
    ],
  };
  return (
    <>
      <DataTable
        label="Shipping rates"
        state={state}
        actions={rateTable}
        columns={columns}
        searches="by zone or method"
        onOpen={rateForm.open}
        empty={{
          title: 'No rates yet',
          text: 'A rate sets a method’s price for a range of weights and values.',
        }}
        tools={
          <>
            <ExportButton
              fileName="shipping-rates.csv"
              onExport={(signal, onProgress) =>
                exportRows(rateTable.source, state.query, written, signal, onProgress)
              }
            />
            <Button size="small" look="primary" onClick={() => rateForm.openNew(newRate)}>
              New rate
            </Button>
          </>
        }
      />
      <RowDialog
        state={form}
        title={
          isNew
            ? 'Shipping rate'
            : `Shipping rate: ${textOf(form.row, 'method_name')}, ${textOf(form.row, 'zone_title')}`
        }
        fields={isNew ? [methodField, ...fields] : fields}
        actions={rateForm}
        faultsOf={rateFaults}
        removal="Orders keep their price. To change a price from a certain day, end this rate and add another."
      />
    </>
  );
}
