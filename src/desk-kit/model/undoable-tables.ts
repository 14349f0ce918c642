import type { RowPatch } from './table-edit.ts';

/** Tables of which a removed row can be put back whole, as `private.undoable_tables` has them too. */
export const undoableTables: readonly string[] = [
  'bank_accounts',
  'countries',
  'country_restrictions',
  'currency_rates',
  'design_kits',
  'design_offers',
  'discount_codes',
  'faq_entries',
  'faq_groups',
  'makers',
  'page_texts',
  'palettes',
  'partner_sales',
  'product_files',
  'product_relations',
  'regional_partners',
  'shipping_rates',
  'tax_classes',
  'tax_rates',
  'tax_registrations',
];

/** Tables whose saved changes are no more than what is written: nobody was told, and nothing else moved. */
const plainTables: ReadonlySet<string> = new Set([
  ...undoableTables,
  'shipping_methods',
  'shipping_packages',
  'shipping_zones',
]);

/** Whether writing the old values again undoes it. An archived row is left as it is, in every table. */
export const isUndoable = (table: string, patch: RowPatch): boolean =>
  plainTables.has(table) || (Object.keys(patch).length === 1 && patch['status'] === 'archived');
