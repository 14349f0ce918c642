import { useStore } from '@nanostores/react';
import { plain } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { RowDialog } from '#desk-kit/table/RowDialog.tsx';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import { dayWords } from '#shared/day-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { sellerFaults } from '../../model/money-faults.ts';
import { sellerForm, sellerTable } from '../../store/desk-money.ts';

const columns: ColumnsOf<typeof sellerTable> = [
  {
    name: 'name',
    title: 'Seller',
    width: 240,
    text: ({ values }) => values.name || 'Fill in who sells',
  },
  { name: 'code', title: 'Code', width: 90, text: plain('code') },
  {
    name: 'valid_from',
    title: 'Sells from',
    width: 130,
    text: ({ values }) => dayWords(values.valid_from),
  },
  { name: 'vat_number', title: 'VAT number', width: 160, text: plain('vat_number') },
  {
    name: 'is_ready',
    title: 'Invoices',
    width: 150,
    text: ({ values }) => (values.is_ready ? 'Can be issued' : 'Wait for this row'),
  },
];

const fields: readonly RowField[] = [
  {
    name: 'code',
    title: 'Code',
    kind: 'text',
    hint: 'Begins each number. A new address keeps the code; another company gets its own.',
  },
  { name: 'name', title: 'Name', kind: 'text' },
  { name: 'line1', title: 'Street and number', kind: 'text' },
  { name: 'line2', title: 'Addition', kind: 'text', isOptional: true },
  { name: 'postcode', title: 'Postcode', kind: 'text', isOptional: true },
  { name: 'city', title: 'Town', kind: 'text' },
  { name: 'country_code', title: 'Country', kind: 'text', hint: 'Two letters, like NL' },
  { name: 'vat_number', title: 'VAT number', kind: 'text', isOptional: true },
  { name: 'register', title: 'Register', kind: 'text', isOptional: true },
  { name: 'email', title: 'E-mail', kind: 'text' },
  { name: 'valid_from', title: 'Sells from', kind: 'date' },
  { name: 'valid_to', title: 'Sells until', kind: 'date', isOptional: true },
  {
    name: 'terms',
    title: 'Terms on unpaid invoices',
    kind: 'area',
    isOptional: true,
    isWide: true,
  },
];

const newSeller = {
  code: '',
  name: '',
  line1: '',
  line2: '',
  postcode: '',
  city: '',
  country_code: '',
  vat_number: '',
  register: '',
  email: '',
  terms: '',
};

/** Who sells, by its dates: what each new invoice says about the shop. */
export function SellerTable() {
  const state = useStore(sellerTable.$state);
  const form = useStore(sellerForm.$state);
  useTableAddress(state, sellerTable);
  return (
    <>
      <DataTable
        label="Sellers"
        state={state}
        actions={sellerTable}
        columns={columns}
        searches="by name or code"
        onOpen={sellerForm.open}
        empty={{ title: 'No seller yet', text: 'Invoices wait until this says who sells.' }}
        tools={
          <Button size="small" look="primary" onClick={() => sellerForm.openNew(newSeller)}>
            New seller
          </Button>
        }
      />
      <RowDialog
        state={form}
        title="Seller"
        fields={fields}
        actions={sellerForm}
        faultsOf={sellerFaults}
      />
    </>
  );
}
