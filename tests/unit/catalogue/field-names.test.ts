import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fieldName } from '#desk-kit/api/constraint-sentences.ts';
import { batchFields } from '#features/catalogue/desk/batches/batch-fields.ts';
import {
  factFields,
  imageFields,
  optionFields,
  saleFields,
  soundFields,
  textFields,
  valueFields,
  variantFields,
} from '#features/catalogue/desk/product-fields.ts';
import { editionFields, paletteColourFields } from '#features/colours/desk/colour-fields.ts';
import { movedFields, typedFields } from '#features/colours/desk/sample-fields.ts';
import { newsFields } from '#features/updates/desk/news-fields.ts';

type Named = { readonly name: string; readonly title: string };

/** A form that is drawn can't be loaded here: its fields are read from its source. */
async function fieldsIn(file: string): Promise<readonly Named[]> {
  const source = await readFile(new URL(`../../../src/features/${file}`, import.meta.url), 'utf8');
  const field = /\{\s*name: '(\w+)',\s*title: '([^']+)',[^{}]*kind: '/g;
  const found = [...source.matchAll(field)].map(([, name = '', title = '']) => ({ name, title }));
  assert.ok(found.length > 1, file);
  return found;
}

test('a refusal calls a field as its form does', async () => {
  const forms: readonly [table: string, fields: readonly Named[]][] = [
    ['products', [...textFields, ...saleFields]],
    ['variants', variantFields],
    ['product_options', optionFields],
    ['option_values', valueFields],
    ['product_images', imageFields],
    ['product_sounds', soundFields],
    ['product_facts', factFields],
    ['batches', batchFields],
    ['updates', newsFields],
    ['colorways', [...paletteColourFields([]), ...editionFields]],
    ['colour_samples', [...typedFields, ...movedFields]],
    ['palettes', await fieldsIn('colours/desk/PaletteList.tsx')],
    ['colour_stock', await fieldsIn('colours/desk/ColourStock.tsx')],
    ['lists', await fieldsIn('lists/desk/ListTable.tsx')],
    ['shipping_zones', await fieldsIn('shipping/desk/ZoneList.tsx')],
    ['shipping_methods', await fieldsIn('shipping/desk/MethodList.tsx')],
    ['shipping_rates', await fieldsIn('shipping/desk/RateList.tsx')],
    ['shipping_packages', await fieldsIn('shipping/desk/PackageList.tsx')],
  ];
  const otherwise = forms.flatMap(([table, fields]) =>
    fields.flatMap(({ name, title }) => {
      const told = fieldName(table, name);
      return told === null || told === title ? [] : [`${table}.${name}: ${told}, not ${title}`];
    }),
  );
  assert.deepEqual(otherwise, []);
});
