import { useStore } from '@nanostores/react';
import { plain } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { RowDialog } from '#desk-kit/table/RowDialog.tsx';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import { Button } from '#ui/react/Button.tsx';
import { ibanWords, parseIban } from '../../model/bank-account.ts';
import { accountFaults } from '../../model/money-faults.ts';
import { accountForm, accountTable } from '../../store/desk-money.ts';

const columns: ColumnsOf<typeof accountTable> = [
  { name: 'currency', title: 'Currency', width: 110, text: plain('currency') },
  { name: 'holder', title: 'Account holder', width: 220, text: plain('holder') },
  {
    name: 'iban',
    title: 'IBAN',
    width: 260,
    text: ({ values }) => {
      const iban = parseIban(values.iban);
      return iban === null ? '' : ibanWords(iban);
    },
  },
  { name: 'bic', title: 'BIC', width: 130, text: plain('bic') },
  { name: 'bank', title: 'Bank', width: 220, text: plain('bank') },
];

const fields: readonly RowField[] = [
  { name: 'currency', title: 'Currency', kind: 'text', hint: 'Of the orders paid to it: EUR' },
  { name: 'holder', title: 'Account holder', kind: 'text', hint: 'As the bank knows it' },
  { name: 'iban', title: 'IBAN', kind: 'text', hint: 'Without spaces' },
  { name: 'bic', title: 'BIC', kind: 'text' },
  { name: 'bank', title: 'Bank', kind: 'text' },
];

const newAccount = { currency: 'EUR', holder: '', iban: '', bic: '', bank: '' };

/** Where customers transfer money to: shown on order pages, in mails and on invoices. */
export function BankAccounts() {
  const state = useStore(accountTable.$state);
  const form = useStore(accountForm.$state);
  useTableAddress(state, accountTable);
  return (
    <>
      <DataTable
        label="Bank accounts"
        state={state}
        actions={accountTable}
        columns={columns}
        searches="by account holder or bank"
        onOpen={accountForm.open}
        empty={{
          title: 'No bank account yet',
          text: 'Without one, no order can be paid by bank transfer.',
        }}
        tools={
          <Button size="small" look="primary" onClick={() => accountForm.openNew(newAccount)}>
            New account
          </Button>
        }
      />
      <RowDialog
        state={form}
        title="Bank account"
        fields={fields}
        actions={accountForm}
        faultsOf={accountFaults}
        removal="Without an account, bank transfer is no longer offered, and unpaid orders show no bank details."
      />
    </>
  );
}
