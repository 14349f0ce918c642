import { moment, money, plain } from '#desk-kit/table/column-text.ts';
import { RowDesk, type RowDeskParts } from '#desk-kit/table/RowDesk.tsx';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import type { Row } from '#shared/backend/given.ts';
import { momentWords } from '#shared/date-words.ts';
import { formatMoney } from '#shared/money.ts';
import { codeFaults } from '../../model/money-faults.ts';
import { codeForm, codeTable } from '../../store/desk-money.ts';

/** What is typed at checkout never changes: people have it. */
const fields = (isNew: boolean): readonly RowField[] => [
  {
    name: 'code',
    title: 'Code',
    kind: 'text',
    isLocked: !isNew,
    hint: 'Capitals and digits, like WELCOME-10',
  },
  { name: 'title', title: 'Title', kind: 'text', hint: 'As the order shows it' },
  { name: 'percent', title: 'Per cent off', kind: 'number', isOptional: true },
  {
    name: 'amount_minor',
    title: 'Or euro off',
    kind: 'money',
    isOptional: true,
    hint: 'One of the two',
  },
  { name: 'minimum_minor', title: 'From a cart of', kind: 'money' },
  { name: 'valid_from', title: 'Valid from', kind: 'moment' },
  { name: 'valid_to', title: 'Valid until', kind: 'moment', isOptional: true },
  { name: 'most_uses', title: 'Most uses', kind: 'number', isOptional: true },
  {
    name: 'most_per_customer',
    title: 'Most uses per customer',
    kind: 'number',
    isOptional: true,
  },
  { name: 'is_combinable', title: 'Can be used with another code', kind: 'check' },
];

const codes: RowDeskParts<Row<'discount_codes'>> = {
  label: 'Discount codes',
  noun: 'code',
  table: codeTable,
  form: codeForm,
  searches: 'by code or title',
  columns: [
    { name: 'code', title: 'Code', width: 180, text: plain('code') },
    { name: 'title', title: 'Title', width: 240, text: plain('title') },
    {
      name: 'percent',
      title: 'Off',
      width: 110,
      align: 'end',
      text: ({ values }) =>
        values.percent === null
          ? formatMoney(values.amount_minor ?? 0, values.currency)
          : `${values.percent}%`,
    },
    {
      name: 'minimum_minor',
      title: 'From a cart of',
      width: 130,
      align: 'end',
      text: money('minimum_minor'),
    },
    {
      name: 'used_count',
      title: 'Used',
      width: 110,
      align: 'end',
      text: ({ values: { used_count: used, most_uses: most } }) =>
        most === null ? String(used) : `${used} of ${most}`,
    },
    { name: 'valid_from', title: 'Valid from', width: 215, text: moment('valid_from') },
    {
      name: 'valid_to',
      title: 'Valid until',
      width: 190,
      text: ({ values }) => (values.valid_to === null ? 'no end' : momentWords(values.valid_to)),
    },
  ],
  fields,
  empty: { title: 'No codes yet', text: 'A code takes something off an order.' },
  newRow: () => ({
    code: '',
    title: '',
    percent: null,
    amount_minor: null,
    minimum_minor: 0,
    valid_from: new Date().toISOString(),
    valid_to: null,
    most_uses: null,
    most_per_customer: null,
    is_combinable: false,
  }),
  removal: 'A code that was used stays. Let it end instead.',
  faultsOf: codeFaults,
};

export const DiscountCodes = () => <RowDesk parts={codes} />;
