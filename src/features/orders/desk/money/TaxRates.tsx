import { useStore } from '@nanostores/react';
import { $countries } from '#features/countries/store/countries.ts';
import { day, plain } from '#desk-kit/table/column-text.ts';
import { RowDesk } from '#desk-kit/table/RowDesk.tsx';
import type { Choice } from '#desk-kit/table/table-model.ts';
import type { Row } from '#shared/backend/given.ts';
import { rateWords } from '#shared/tax-words.ts';
import { rateFaults } from '../../model/money-faults.ts';
import { $taxClasses, taxRateForm, taxRateTable } from '../../store/desk-money.ts';

/** The rates of each country by class of goods. Whether the shop collects one is a registration. */
export function TaxRates() {
  const countries: readonly Choice[] = (useStore($countries) ?? []).map(({ code, name }) => ({
    value: code,
    label: name,
  }));
  const classes: readonly Choice[] = useStore($taxClasses).map(({ id, values }) => ({
    value: id,
    label: values.title,
  }));
  const nameOf = (choices: readonly Choice[], code: string) =>
    choices.find(({ value }) => value === code)?.label ?? code;
  return (
    <RowDesk<Row<'tax_rates'>>
      parts={{
        label: 'Tax rates',
        noun: 'tax rate',
        table: taxRateTable,
        form: taxRateForm,
        searches: 'by country code or name',
        columns: [
          {
            name: 'country_code',
            title: 'Country',
            width: 200,
            text: ({ values }) => nameOf(countries, values.country_code),
            filter: { kind: 'choice', choices: countries },
          },
          {
            name: 'tax_class_code',
            title: 'Goods',
            width: 230,
            text: ({ values }) => nameOf(classes, values.tax_class_code),
            filter: { kind: 'choice', choices: classes },
          },
          { name: 'name', title: 'Tax', width: 100, text: plain('name') },
          {
            name: 'rate_basis_points',
            title: 'Rate',
            width: 100,
            align: 'end',
            text: ({ values }) => rateWords(values.rate_basis_points),
          },
          { name: 'valid_from', title: 'From', width: 130, text: day('valid_from') },
          { name: 'valid_to', title: 'Until', width: 130, text: day('valid_to') },
        ],
        fields: (isNew) => [
          {
            name: 'country_code',
            title: 'Country',
            kind: 'choice',
            choices: countries,
            isLocked: !isNew,
          },
          {
            name: 'tax_class_code',
            title: 'Goods',
            kind: 'choice',
            choices: classes,
            isLocked: !isNew,
          },
          { name: 'name', title: 'Tax', kind: 'text', hint: 'As it is called there: VAT, GST' },
          {
            name: 'rate_basis_points',
            title: 'Rate in per cent',
            // Hundredths are stored, as of money.
            kind: 'money',
          },
          { name: 'valid_from', title: 'First day', kind: 'date' },
          {
            name: 'valid_to',
            title: 'First day of the next rate',
            kind: 'date',
            isOptional: true,
            hint: 'Before another begins, this one ends.',
          },
        ],
        empty: { title: 'No tax rates yet', text: 'Rates of countries that the shop ships to.' },
        // What it is chosen from comes first: a choice of nothing looks like one of the first.
        ...(countries.length > 0 &&
          classes.length > 0 && {
            newRow: () => ({
              country_code: countries[0]?.value ?? '',
              tax_class_code: classes[0]?.value ?? '',
              name: 'VAT',
              rate_basis_points: null,
              valid_from: '',
              valid_to: null,
            }),
          }),
        removal: 'Orders keep the rate that they were placed with.',
        faultsOf: rateFaults,
      }}
    />
  );
}
