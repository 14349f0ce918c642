import { atom, onMount } from 'nanostores';
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import { createDeskForm } from '#desk-kit/store/desk-form.ts';
import { createDeskTable } from '#desk-kit/store/desk-table.ts';

export const packageTable = createDeskTable({
  name: 'shipping-packages',
  source: {
    table: 'shipping_packages',
    columns: '*',
    searched: ['name', 'note'],
    nullable: [],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['name', 'max_content_grams', 'own_weight_grams'],
    filterable: ['is_used'],
    defaultSort: { column: 'max_content_grams', direction: 'asc' },
  },
});
export const packageForm = createDeskForm(packageTable);

/** To propose one wherever a parcel is packed. */
export const $packages = atom<readonly DeskRow<Row<'shipping_packages'>>[]>([]);
onMount($packages, () => {
  void readDeskRows({ table: 'shipping_packages', columns: '*' }).then(
    (read) => read.ok && $packages.set(read.value),
  );
});
