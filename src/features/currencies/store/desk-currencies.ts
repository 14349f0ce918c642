/** The currencies of the shop at the money desk. */
import { createDeskForm } from '#desk-kit/store/desk-form.ts';
import { createDeskTable } from '#desk-kit/store/desk-table.ts';

export const currencyTable = createDeskTable({
  name: 'currencies',
  source: {
    table: 'currency_rates',
    columns: '*',
    key: ['code'],
    searched: ['code', 'name'],
    nullable: [],
    tieBreaker: 'code',
  },
  shape: {
    sortable: ['position', 'code', 'rated_on'],
    filterable: ['is_shown'],
    defaultSort: { column: 'position', direction: 'asc' },
  },
});
export const currencyForm = createDeskForm(currencyTable);
