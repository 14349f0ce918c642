/** The only place that says what the shipping desk reads and changes, and how a parcel is tried. */
import { atom, onMount } from 'nanostores';
import { deleteDeskRows, insertDeskRow, readDeskRows } from '#backend/desk-rows.ts';
import { quoteCart } from '#backend/quote-cart.ts';
import { textOf, type DeskRow } from '#domain/desk-row.ts';
import type { Quote } from '#domain/quote.ts';
import type { TableSort } from '#domain/table-query.ts';
import { createDeskForm } from './desk-form.ts';
import { createDeskTable } from './desk-table.ts';

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

export const rateTable = createDeskTable({
  name: 'shipping-rates',
  source: {
    table: 'shipping_rates',
    columns: '*,method:shipping_methods(name,code)',
    searched: [],
    nullable: [],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['valid_from', 'price_minor', 'to_weight_grams'],
    filterable: ['valid_from', 'method_id', 'price_minor'],
    defaultSort: { column: 'valid_from', direction: 'desc' },
  },
});
export const rateForm = createDeskForm(rateTable);

export interface Coverage {
  readonly zones: readonly DeskRow[];
  readonly countries: readonly DeskRow[];
  /** Zone ids by country code. */
  readonly zonesOf: ReadonlyMap<string, readonly string[]>;
}

export type CoverageState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | ({ readonly kind: 'ready' } & Coverage);

export const $coverage = atom<CoverageState>({ kind: 'loading' });

onMount($coverage, () => void readCoverage());

/** To choose from where a rate is new. */
export const $shippingMethods = atom<readonly DeskRow[]>([]);
onMount($shippingMethods, () => {
  void readDeskRows({ table: 'shipping_methods', columns: 'id,name', order: 'name' }).then(
    (read) => read.ok && $shippingMethods.set(read.value),
  );
});

export async function readCoverage(): Promise<void> {
  const [zones, countries, places] = await Promise.all([
    readDeskRows({ table: 'shipping_zones', columns: '*', order: 'position' }),
    readDeskRows({ table: 'countries', columns: '*', order: 'name', key: ['code'] }),
    readDeskRows({ table: 'zone_countries', columns: '*', key: ['zone_id', 'country_code'] }),
  ]);
  if (!zones.ok || !countries.ok || !places.ok) {
    const failed = [zones, countries, places].find((read) => !read.ok);
    $coverage.set({ kind: 'failed', message: failed && !failed.ok ? failed.error.message : '' });
    return;
  }
  const zonesOf = new Map<string, string[]>();
  for (const place of places.value) {
    const code = textOf(place, 'country_code');
    zonesOf.set(code, [...(zonesOf.get(code) ?? []), textOf(place, 'zone_id')]);
  }
  $coverage.set({
    kind: 'ready',
    zones: zones.value,
    countries: countries.value,
    zonesOf,
  });
}

/** Gives what went wrong, or null. */
export async function placeCountry(
  code: string,
  zoneId: string,
  isIn: boolean,
): Promise<string | null> {
  const key = ['zone_id', 'country_code'];
  const written = isIn
    ? await insertDeskRow('zone_countries', { zone_id: zoneId, country_code: code }, key)
    : await deleteDeskRows('zone_countries', [
        { column: 'zone_id', operator: 'eq', value: zoneId },
        { column: 'country_code', operator: 'eq', value: code },
      ]);
  await readCoverage();
  return written.ok ? null : written.error.message;
}

export const $trial = atom<
  | { readonly kind: 'none' | 'asking' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'quoted'; readonly quote: Quote }
>({ kind: 'none' });

/** What a buyer would be asked for these goods in that country, now. */
export async function tryParcel(skus: readonly string[], country: string): Promise<void> {
  $trial.set({ kind: 'asking' });
  const value = `(${skus.map((sku) => JSON.stringify(sku)).join(',')})`;
  const found = await readDeskRows({
    table: 'variants',
    columns: 'id,sku',
    conditions: [{ column: 'sku', operator: 'in', value }],
  });
  if (!found.ok || found.value.length === 0) {
    $trial.set({
      kind: 'failed',
      message: found.ok ? 'No such SKU in the shop.' : found.error.message,
    });
    return;
  }
  const lines = found.value.map(({ id, values }) => ({
    variantId: id,
    quantity: skus.filter((sku) => sku === values['sku']).length,
    options: {},
    designId: null,
    offerId: null,
  }));
  const quoted = await quoteCart({ lines, country, code: null, shippingMethodId: null });
  $trial.set(
    quoted.ok
      ? { kind: 'quoted', quote: quoted.value }
      : { kind: 'failed', message: quoted.error.message },
  );
}
