import { useStore } from '@nanostores/react';
import { $countries } from '#features/countries/store/countries.ts';
import { day, plain } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { RowDialog } from '#desk-kit/table/RowDialog.tsx';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import { formatMoney } from '#shared/money.ts';
import { Button } from '#ui/react/Button.tsx';
import { registrationFaults } from '../../model/money-faults.ts';
import { registrationForm, registrationTable } from '../../store/desk-money.ts';

const columns: ColumnsOf<typeof registrationTable> = [
  { name: 'name', title: 'Registration', width: 210, text: plain('name') },
  {
    name: 'country_code',
    title: 'Country',
    width: 120,
    text: ({ values }) => values.country_code ?? 'EU',
  },
  { name: 'number', title: 'Number', width: 170, text: plain('number') },
  {
    name: 'limit_minor',
    title: 'Up to',
    width: 180,
    text: ({ values }) =>
      values.limit_minor === null
        ? 'any value'
        : `${formatMoney(values.limit_minor, values.currency)} per ${values.limit_per}`,
  },
  { name: 'valid_from', title: 'From', width: 130, text: day('valid_from') },
  { name: 'valid_to', title: 'Until', width: 130, text: day('valid_to') },
];

const newRegistration = {
  country_code: null,
  name: '',
  number: '',
  limit_minor: null,
  limit_per: 'parcel',
  valid_from: '',
  valid_to: null,
};

/** Where the shop collects tax besides its own country, with the days it is right. */
export function TaxRegistrations() {
  const state = useStore(registrationTable.$state);
  const form = useStore(registrationForm.$state);
  const countries = useStore($countries);
  useTableAddress(state, registrationTable);
  const fields: readonly RowField[] = [
    {
      name: 'country_code',
      title: 'Country',
      kind: 'choice',
      isOptional: true,
      hint: 'None: the one stop shop of the EU (OSS)',
      choices: (countries ?? []).map(({ code, name }) => ({ value: code, label: name })),
    },
    { name: 'name', title: 'Name', kind: 'text', hint: 'As people know it: OSS, VOEC' },
    { name: 'number', title: 'Number', kind: 'text', isOptional: true },
    {
      name: 'limit_minor',
      title: 'Up to (€)',
      kind: 'money',
      isOptional: true,
      hint: 'Value of the goods before tax and shipping. Above it, no tax is charged.',
    },
    {
      name: 'limit_per',
      title: 'For each',
      kind: 'choice',
      choices: [
        { value: 'parcel', label: 'Parcel' },
        { value: 'item', label: 'Item' },
      ],
    },
    { name: 'valid_from', title: 'Valid from', kind: 'date' },
    { name: 'valid_to', title: 'Valid until', kind: 'date', isOptional: true },
  ];
  return (
    <>
      <DataTable
        label="Tax registrations"
        state={state}
        actions={registrationTable}
        columns={columns}
        searches="by name or number"
        onOpen={registrationForm.open}
        empty={{
          title: 'No registrations yet',
          text: 'Orders inside the EU have the VAT of your country. Outside the EU, your VAT is taken off.',
        }}
        tools={
          <Button
            size="small"
            look="primary"
            onClick={() => registrationForm.openNew(newRegistration)}
          >
            New registration
          </Button>
        }
      />
      <RowDialog
        state={form}
        title="Tax registration"
        fields={fields}
        actions={registrationForm}
        faultsOf={registrationFaults}
        removal="Without it, new orders there no longer have this tax. Placed orders stay as they are."
      />
    </>
  );
}
