import { atom, onMount } from 'nanostores';
import { readDeskPage, readDeskRows, type DeskSource } from '#desk-kit/api/desk-rows.ts';
import type { ValuesOf } from '#shared/backend/given.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { TableSort } from '#desk-kit/model/table-query.ts';
import { createDeskForm } from '#desk-kit/store/desk-form.ts';
import { createDeskTable } from '#desk-kit/store/desk-table.ts';

const byPosition: TableSort = { column: 'position', direction: 'asc' };

export const methodTable = createDeskTable({
  name: 'shipping-methods',
  source: {
    table: 'shipping_methods',
    columns: '*,zone:shipping_zones(title)',
    searched: ['name', 'carrier', 'code'],
    nullable: [],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['name', 'carrier', 'position', 'max_weight_grams'],
    filterable: ['carrier', 'is_offered', 'zone_id'],
    defaultSort: byPosition,
  },
});
export const methodForm = createDeskForm(methodTable);

const listedRates: DeskSource<ValuesOf<'listed_shipping_rates'>> = {
  table: 'listed_shipping_rates',
  columns: '*',
  searched: ['zone_title', 'method_name'],
  nullable: [],
  tieBreaker: 'id',
};
export const rateTable = createDeskTable({
  name: 'shipping-rates',
  source: {
    ...listedRates,
    // Sorted by what its zone and its method are called: the view has them, the form writes the table.
    table: 'shipping_rates',
    read: (...asked) => readDeskPage(listedRates, ...asked),
  },
  shape: {
    sortable: ['place', 'valid_from', 'price_minor', 'to_weight_grams'],
    filterable: ['valid_from', 'method_id', 'price_minor'],
    defaultSort: { column: 'place', direction: 'asc' },
  },
});
export const rateForm = createDeskForm(rateTable);

const methodColumns = 'id,name,zone:shipping_zones(title)';
/** To choose from where a rate is new. */
export const $shippingMethods = atom<
  readonly DeskRow<ValuesOf<'shipping_methods', typeof methodColumns>>[]
>([]);
onMount($shippingMethods, () => {
  void readDeskRows({
    table: 'shipping_methods',
    columns: methodColumns,
    order: 'name',
  }).then((read) => read.ok && $shippingMethods.set(read.value));
});

export const countryTable = createDeskTable({
  name: 'countries',
  source: {
    table: 'countries',
    columns: '*',
    key: ['code'],
    searched: ['name', 'code'],
    nullable: [],
    tieBreaker: 'code',
  },
  shape: {
    sortable: ['name'],
    filterable: ['ships', 'in_eu', 'duties_payer'],
    defaultSort: { column: 'name', direction: 'asc' },
  },
});
export const countryForm = createDeskForm(countryTable);

export const restrictionTable = createDeskTable({
  name: 'country-restrictions',
  source: {
    table: 'country_restrictions',
    columns: '*,country:countries!inner(name)',
    key: ['country_code', 'shipping_tag'],
    searched: ['country.name'],
    nullable: [],
    tieBreaker: 'shipping_tag',
  },
  shape: {
    sortable: ['country_code'],
    filterable: ['shipping_tag'],
    defaultSort: { column: 'country_code', direction: 'asc' },
  },
});
export const restrictionForm = createDeskForm(restrictionTable);
