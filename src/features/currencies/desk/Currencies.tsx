import { useStore } from '@nanostores/react';
import { day, plain } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { RowDialog } from '#desk-kit/table/RowDialog.tsx';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import styles from '#ui/styles/desk.module.css';
import { currencyFaults, oldRates } from '../model/currency-faults.ts';
import { currencyForm, currencyTable } from '../store/desk-currencies.ts';
import { RateImport } from './RateImport.tsx';

const columns: ColumnsOf<typeof currencyTable> = [
  { name: 'name', title: 'Currency', width: 200, text: plain('name') },
  { name: 'code', title: 'Code', width: 90, text: plain('code') },
  { name: 'per_euro', title: 'Rate per euro', width: 140, align: 'end', text: plain('per_euro') },
  { name: 'rated_on', title: 'Day of the rate', width: 140, text: day('rated_on') },
  {
    name: 'is_shown',
    title: 'Shown',
    width: 100,
    text: (row) => (row.values.is_shown ? 'Yes' : 'No'),
    filter: {
      kind: 'choice',
      choices: [
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ],
    },
  },
  { name: 'position', title: 'Position', width: 100, align: 'end', text: plain('position') },
];

/** A code is what a currency is: another one is another currency. */
const fieldsOf = (isNew: boolean): readonly RowField[] => [
  { name: 'name', title: 'Name', kind: 'text', hint: 'As shoppers read it: US dollar' },
  {
    name: 'code',
    title: 'Code',
    kind: 'text',
    hint: 'Three capital letters, like USD',
    isLocked: !isNew,
  },
  { name: 'per_euro', title: 'Rate per euro', kind: 'text', hint: 'Like 1.0874' },
  { name: 'rated_on', title: 'Day of the rate', kind: 'date' },
  { name: 'position', title: 'Position', kind: 'number' },
  { name: 'is_shown', title: 'Shown to shoppers', kind: 'check' },
];

/** Days are those of the database. */
const today = () => new Date().toISOString().slice(0, 10);

/** Which currencies shoppers can read prices in, and by which rates. */
export function Currencies() {
  const state = useStore(currencyTable.$state);
  const form = useStore(currencyForm.$state);
  useTableAddress(state, currencyTable);
  const old = oldRates(state.rows, today());
  const isNew = form.row?.version === null;
  return (
    <div className={styles['stack']}>
      {old.length > 0 && (
        <Notice tone="caution" role="note" title="Rates are older than 7 days">
          <p>
            {old.join(', ')}. Shoppers are told the day of the rate. Import the rates of today, or
            edit them.
          </p>
        </Notice>
      )}
      <RateImport />
      <DataTable
        label="Currencies"
        state={state}
        actions={currencyTable}
        columns={columns}
        searches="by name or code"
        onOpen={currencyForm.open}
        empty={{
          title: 'No currencies yet',
          text: 'Prices are shown in euro alone. Add a currency, and shoppers can choose it at the foot of each page.',
        }}
        tools={
          <Button
            size="small"
            look="primary"
            onClick={() =>
              currencyForm.openNew({
                code: '',
                name: '',
                per_euro: null,
                rated_on: today(),
                is_shown: true,
                position: state.rows.length + 1,
              })
            }
          >
            New currency
          </Button>
        }
      />
      <RowDialog
        state={form}
        title="Currency"
        fields={fieldsOf(isNew)}
        actions={currencyForm}
        faultsOf={(row) => currencyFaults(row, today())}
        removal="Shoppers can no longer choose it. Nothing was ever charged in it."
      />
    </div>
  );
}
