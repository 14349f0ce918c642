import { labelOf, plain } from '#desk-kit/table/column-text.ts';
import { RowDesk, type RowDeskParts } from '#desk-kit/table/RowDesk.tsx';
import type { Choice } from '#desk-kit/table/table-model.ts';
import type { Row } from '#shared/backend/given.ts';
import { countryFaults } from '../model/shipping-faults.ts';
import { countryForm, countryTable } from '../store/desk-shipping.ts';

const yesNo: readonly Choice[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

const payers: readonly Choice[] = [
  { value: 'none', label: 'No duties' },
  { value: 'shop', label: 'Shop, at the checkout' },
  { value: 'customer', label: 'Customer, on delivery' },
];

const countries: RowDeskParts<Row<'countries'>> = {
  label: 'Countries',
  noun: 'country',
  table: countryTable,
  form: countryForm,
  searches: 'by name or code',
  columns: [
    { name: 'name', title: 'Country', width: 220, text: plain('name') },
    { name: 'code', title: 'Code', width: 80, text: plain('code') },
    {
      name: 'ships',
      title: 'Shipped to',
      width: 110,
      text: (row) => (row.values.ships ? 'Yes' : 'No'),
      filter: { kind: 'choice', choices: yesNo },
    },
    {
      name: 'in_eu',
      title: 'In the EU',
      width: 100,
      text: (row) => (row.values.in_eu ? 'Yes' : 'No'),
      filter: { kind: 'choice', choices: yesNo },
    },
    {
      name: 'duties_payer',
      title: 'Who pays duties',
      width: 200,
      text: (row) => labelOf(payers, row.values.duties_payer),
      filter: { kind: 'choice', choices: payers },
    },
    { name: 'currency', title: 'Currency', width: 100, text: plain('currency') },
    { name: 'duties_note', title: 'What customs may add', width: 420, text: plain('duties_note') },
  ],
  fields: (isNew) => [
    { name: 'name', title: 'Name', kind: 'text' },
    {
      name: 'code',
      title: 'Code',
      kind: 'text',
      hint: 'Its ISO code, like NL',
      isLocked: !isNew,
    },
    { name: 'ships', title: 'Orders may go there', kind: 'check' },
    { name: 'in_eu', title: 'In the EU', kind: 'check' },
    {
      name: 'not_shipped_reason',
      title: 'Why not, where we don’t',
      kind: 'text',
      isWide: true,
      hint: 'Read on the page “Shipping by country”.',
    },
    { name: 'currency', title: 'Currency', kind: 'text', hint: 'What prices are also told in' },
    { name: 'duties_payer', title: 'Who pays duties', kind: 'choice', choices: payers },
    {
      name: 'duties_note',
      title: 'What customs may add',
      kind: 'area',
      isWide: true,
      hint: 'Markdown. Told on the country’s page and before ordering.',
    },
    {
      name: 'region_label',
      title: 'What a region is called',
      kind: 'text',
      hint: 'State, Province; empty where an address has none',
    },
    {
      name: 'postcode_label',
      title: 'What a postcode is called',
      kind: 'text',
      hint: 'Empty where there are none',
    },
    {
      name: 'postcode_pattern',
      title: 'Pattern of a postcode',
      kind: 'text',
      isWide: true,
      hint: 'A regular expression; empty accepts anything.',
    },
  ],
  empty: { title: 'No countries yet', text: 'Where the shop ships, and where it does not.' },
  newRow: () => ({
    code: '',
    name: '',
    ships: true,
    in_eu: false,
    not_shipped_reason: '',
    currency: 'EUR',
    duties_payer: 'customer',
    duties_note: '',
    region_label: '',
    postcode_label: 'Postcode',
    postcode_pattern: '',
  }),
  removal:
    'Removing it removes its tax rates, restrictions and place in a zone. One that an order or an address names can’t be removed: untick “Orders may go there” instead.',
  faultsOf: countryFaults,
};

/** Each country the shop has an answer for, whether it ships there or not. */
export function CountryList() {
  return (
    <RowDesk
      parts={countries}
      renderMore={({ row }) =>
        row?.version === null && (
          <p>A new country also wants a zone with a method, and its tax rate if you collect it.</p>
        )
      }
    />
  );
}
