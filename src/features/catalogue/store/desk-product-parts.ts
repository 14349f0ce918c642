/** What stands beside a product without being part of it: what goes with it, files, and how it is designed. */
import { atom, onMount } from 'nanostores';
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { containing } from '#desk-kit/model/table-keyset.ts';
import { createDeskForm } from '#desk-kit/store/desk-form.ts';
import { createDeskTable } from '#desk-kit/store/desk-table.ts';
import type { ValuesOf } from '#shared/backend/given.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import type { FoundProduct } from './desk-product-choice.ts';

const byProduct = { column: 'product_id', direction: 'asc' } as const;

export const relationTable = createDeskTable({
  name: 'product-relations',
  source: {
    table: 'product_relations',
    columns:
      '*,product:products!product_relations_product_id_fkey!inner(title),related:products!product_relations_related_id_fkey(title)',
    key: ['product_id', 'related_id'],
    searched: ['product.title'],
    nullable: [],
    tieBreaker: 'related_id',
  },
  shape: { sortable: ['product_id'], filterable: [], defaultSort: byProduct },
});
export const relationForm = createDeskForm(relationTable);

export const fileTable = createDeskTable({
  name: 'product-files',
  source: {
    table: 'product_files',
    columns: '*,product:products!inner(title)',
    searched: ['product.title'],
    nullable: [],
    tieBreaker: 'id',
  },
  shape: { sortable: ['product_id', 'title'], filterable: ['kind'], defaultSort: byProduct },
});
export const fileForm = createDeskForm(fileTable);

export const designKitTable = createDeskTable({
  name: 'design-kits',
  source: {
    table: 'design_kits',
    columns: '*,variant:variants!inner(sku,title,product:products!variants_product_id_fkey(title))',
    key: ['variant_id'],
    searched: ['variant.sku'],
    nullable: [],
    tieBreaker: 'variant_id',
  },
  shape: {
    sortable: ['most_caps'],
    filterable: [],
    defaultSort: { column: 'most_caps', direction: 'asc' },
  },
});
export const designKitForm = createDeskForm(designKitTable);

export const designOfferTable = createDeskTable({
  name: 'design-offers',
  source: {
    table: 'design_offers',
    columns: '*,product:products!inner(title),palette:palettes(title)',
    searched: ['product.title'],
    nullable: [],
    tieBreaker: 'id',
  },
  shape: { sortable: ['product_id'], filterable: ['zone'], defaultSort: byProduct },
});
export const designOfferForm = createDeskForm(designOfferTable);

const paletteColumns = 'id,title';

export const $palettes = atom<readonly DeskRow<ValuesOf<'palettes', typeof paletteColumns>>[]>([]);

async function readPalettes(): Promise<void> {
  const read = await readDeskRows({
    table: 'palettes',
    columns: paletteColumns,
    order: 'position',
  });
  if (read.ok) $palettes.set(read.value);
}

onMount($palettes, () => void readPalettes().catch(() => {}));

/** What was found once, by its id. */
export const $variantTitles = atom<Readonly<Record<string, string>>>({});

export async function findVariants(
  text: string,
  signal: AbortSignal,
): Promise<Result<readonly FoundProduct[], string>> {
  const pattern = containing(text);
  const read = await readDeskRows(
    {
      table: 'variants',
      columns: 'id,sku,title,product:products!variants_product_id_fkey(title)',
      conditions: [{ either: `sku.ilike.${pattern},title.ilike.${pattern}` }],
      order: 'sku',
      limit: 12,
    },
    signal,
  );
  if (!read.ok) return fail(read.error.message);
  const found = read.value.map(({ id, values }) => ({
    id,
    title: `${values.product.title} ${values.title}`.trim(),
    note: values.sku,
  }));
  const titles = Object.fromEntries(found.map(({ id, title }) => [id, title]));
  $variantTitles.set({ ...$variantTitles.get(), ...titles });
  return succeed(found);
}
