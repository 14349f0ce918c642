import { broken, isBetween, isLong, type Faults } from '#desk-kit/model/desk-faults.ts';
import { numberOf, textOf, type Draft } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';

export function relationFaults(row: Draft<Row<'product_relations'>>): Faults {
  const [product, related] = [textOf(row, 'product_id'), textOf(row, 'related_id')];
  return broken([
    ['product_id', product !== '', 'Choose a product.'],
    ['related_id', related !== product, 'Choose another product.'],
    ['related_id', related !== '', 'Choose a product.'],
    ['reason', isLong(row, 'reason', 2, 200), 'Enter 2 to 200 characters.'],
  ]);
}

export const fileFaults = (row: Draft<Row<'product_files'>>): Faults =>
  broken([
    ['product_id', textOf(row, 'product_id') !== '', 'Choose a product.'],
    ['title', isLong(row, 'title', 2, 120), 'Enter 2 to 120 characters.'],
    [
      'file_name',
      /^[a-z0-9][a-z0-9.-]*\.[a-z0-9]+$/.test(textOf(row, 'file_name')),
      'Use lower-case letters, digits, hyphens and an ending, as in build-guide.md.',
    ],
    [
      'content',
      isBetween(textOf(row, 'content').length, 1, 65_536),
      'Choose a text of up to 64 kB.',
    ],
  ]);

export const designKitFaults = (row: Draft<Row<'design_kits'>>): Faults =>
  broken([
    ['variant_id', textOf(row, 'variant_id') !== '', 'Choose a variant.'],
    ['most_caps', isBetween(numberOf(row, 'most_caps'), 1, 1000), 'Enter 1 to 1,000.'],
  ]);

export const designOfferFaults = (row: Draft<Row<'design_offers'>>): Faults =>
  broken([
    ['product_id', textOf(row, 'product_id') !== '', 'Choose a product.'],
    ['palette_id', textOf(row, 'palette_id') !== '', 'Choose a palette.'],
  ]);
