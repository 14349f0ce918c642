import { useStore } from '@nanostores/react';
import { plain } from '#desk-kit/table/column-text.ts';
import { RowDesk } from '#desk-kit/table/RowDesk.tsx';
import type { Choice } from '#desk-kit/table/table-model.ts';
import { restrictionFaults } from '../model/shipping-faults.ts';
import { restrictionForm, restrictionTable } from '../store/desk-shipping.ts';
import { $coverage } from '../store/desk-zones.ts';
import { goodsTags } from './goods-tags.ts';

/** Goods that a country or its carriers do not let in. */
export function RestrictionList() {
  const coverage = useStore($coverage);
  const countries: readonly Choice[] =
    coverage.kind === 'ready'
      ? coverage.countries.map(({ id, values }) => ({ value: id, label: values.name }))
      : [];
  return (
    <RowDesk
      parts={{
        label: 'Restrictions',
        noun: 'restriction',
        table: restrictionTable,
        form: restrictionForm,
        searches: 'by country',
        columns: [
          { name: 'country', title: 'Country', width: 220, text: plain('country.name') },
          {
            name: 'shipping_tag',
            title: 'Goods',
            width: 140,
            text: (row) =>
              goodsTags.find(({ value }) => value === row.values.shipping_tag)?.label ?? '',
            filter: { kind: 'choice', choices: goodsTags },
          },
          { name: 'reason', title: 'What customers read', width: 520, text: plain('reason') },
        ],
        fields: (isNew) => [
          {
            name: 'country_code',
            title: 'Country',
            kind: 'choice',
            choices: [{ value: '', label: 'Choose a country' }, ...countries],
            isLocked: !isNew,
          },
          {
            name: 'shipping_tag',
            title: 'Goods',
            kind: 'choice',
            choices: goodsTags,
            isLocked: !isNew,
          },
          { name: 'reason', title: 'What customers read', kind: 'area', isWide: true },
        ],
        empty: {
          title: 'No restrictions',
          text: 'Goods that a country does not let in are refused in its carts.',
        },
        newRow: () => ({ country_code: '', shipping_tag: 'battery', reason: '' }),
        removal: 'Once removed, carts to that country take these goods again.',
        faultsOf: restrictionFaults,
      }}
    />
  );
}
