import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { numberOf, deskRow, textOf, textsOf } from '#desk-kit/model/desk-row.ts';
import { colourOfName } from '#features/catalogue/model/form/colour-names.ts';
import {
  emptyForm,
  patchPart,
  type ProductForm,
} from '#features/catalogue/model/form/product-form.ts';
import { skuOf, urlOf } from '#features/catalogue/model/form/proposed-names.ts';
import { patchShelf } from '#features/catalogue/model/form/product-shelf.ts';
import {
  combinationsOf,
  patchAllVariants,
  retitled,
  variantOptionsOf,
  withOptions,
  withValues,
  type VariantOption,
} from '#features/catalogue/model/form/variant-options.ts';

let count = 0;
const newId = () => `id-${(count += 1)}`;

const option = (title: string, typed: string): VariantOption =>
  withValues({ title, values: [] }, typed);
const colour = option('Colour', 'Dusk, Dawn');
const size = option('Size', 'S,M');

const begun = (): ProductForm => retitled(emptyForm('p'), 'Tide mat');
const made = (options: readonly VariantOption[], form = begun()): ProductForm =>
  withOptions(form, options, newId);

const rowsOf = (form: ProductForm) =>
  form.variants.map((row) => [
    textOf(row, 'title'),
    textOf(row, 'sku'),
    numberOf(row, 'price_minor'),
  ]);

describe('variants from options', () => {
  test('each combination is a variant with a SKU and a pile of its own', () => {
    const form = made([colour, size]);
    assert.deepEqual(rowsOf(form), [
      ['Dusk / S', 'TIDE-MAT-DUSK-S', null],
      ['Dusk / M', 'TIDE-MAT-DUSK-M', null],
      ['Dawn / S', 'TIDE-MAT-DAWN-S', null],
      ['Dawn / M', 'TIDE-MAT-DAWN-M', null],
    ]);
    assert.deepEqual(
      form.pools.map(({ id }) => id),
      form.variants.map((row) => textOf(row, 'stock_pool_id')),
    );
    assert.deepEqual(combinationsOf([colour, { title: 'Later', values: [] }]), [
      ['Dusk'],
      ['Dawn'],
    ]);
  });

  test('a price that was typed before, or for all, is the price of each', () => {
    const priced = patchAllVariants(begun(), { price_minor: 3500, on_hand: 4 }, newId);
    assert.deepEqual(rowsOf(priced), [['Standard', 'TIDE-MAT', 3500]]);
    const form = made([colour], priced);
    assert.deepEqual(rowsOf(form), [
      ['Dusk', 'TIDE-MAT-DUSK', 3500],
      ['Dawn', 'TIDE-MAT-DAWN', 3500],
    ]);
    assert.deepEqual(
      form.pools.map((row) => [textOf(row, 'code'), numberOf(row, 'on_hand')]),
      [
        ['TIDE-MAT-DUSK', 4],
        ['TIDE-MAT-DAWN', 4],
      ],
    );
  });

  test('what is made to order has no pile, and gets one again', () => {
    const form = patchAllVariants(made([size]), { is_made_to_order: true }, newId);
    assert.deepEqual(form.pools, []);
    assert.deepEqual(
      form.variants.map((row) => row.values.stock_pool_id),
      [null, null],
    );
    const counted = patchAllVariants(form, { is_made_to_order: false, on_hand: 2 }, newId);
    assert.deepEqual(
      counted.pools.map((row) => numberOf(row, 'on_hand')),
      [2, 2],
    );
  });

  test('a variant that stays keeps its id and price, whatever is added or called anew', () => {
    const form = made([colour]);
    const [dusk] = form.variants;
    const priced = patchPart(form, 'variants', dusk?.id ?? '', { price_minor: 900 });
    const wider = made([colour, size], priced);
    assert.equal(wider.variants[0]?.id, dusk?.id);
    assert.deepEqual(rowsOf(wider)[0], ['Dusk / S', 'TIDE-MAT-DUSK-S', 900]);
    const renamed = made(
      [{ ...colour, values: colour.values.with(0, { title: 'Night', colour: null }) }, size],
      wider,
    );
    assert.equal(renamed.variants[0]?.id, dusk?.id);
    assert.deepEqual(rowsOf(renamed)[0], ['Night / S', 'TIDE-MAT-NIGHT-S', 900]);
    const fewer = made([colour, { ...size, values: size.values.slice(1) }], wider);
    assert.deepEqual(
      fewer.variants.map((row) => textsOf(row, 'choices').join()),
      ['Dusk,M', 'Dawn,M'],
    );
    assert.equal(fewer.pools.length, 2);
  });

  test('what the shop has goes away by its id, and its only variant becomes the first of many', () => {
    const stored = deskRow({
      id: 'v',
      version: 2,
      sku: 'OLD-1',
      title: 'Only',
      choices: [],
      price_minor: 100,
    });
    const form = made([size], { ...begun(), variants: [stored] });
    assert.deepEqual(rowsOf(form)[0], ['S', 'OLD-1', 100]);
    assert.equal(form.variants[0]?.id, 'v');
    const without = made([{ ...size, values: size.values.slice(1) }], form);
    assert.deepEqual(without.removed, ['v']);
  });

  test('values are typed or pasted in one go, and none is there twice', () => {
    assert.deepEqual(
      withValues(size, 's, L;XL\n ,L').values.map(({ title }) => title),
      ['S', 'M', 'L', 'XL'],
    );
    assert.equal(colour.values[0]?.colour, colourOfName('dusk'));
    assert.equal(size.values[0]?.colour, null);
    assert.deepEqual(variantOptionsOf(made([colour]))[0], colour);
  });
});

describe('what is proposed', () => {
  test('address and SKUs follow the title until the product is known or somebody chose otherwise', () => {
    const form = made([size]);
    const called = retitled(form, 'Ébène Mat');
    assert.equal(textOf(called.product, 'url'), 'ebene-mat');
    assert.equal(textOf(called.variants[0] ?? null, 'sku'), 'EBENE-MAT-S');
    assert.equal(textOf(called.pools[0] ?? null, 'code'), 'EBENE-MAT-S');
    const chosen = patchShelf(form, { url: 'own' });
    assert.equal(textOf(retitled(chosen, 'Other').product, 'url'), 'own');
  });

  test('kind and category agree', () => {
    const of = (form: ProductForm) => [
      textOf(form.product, 'kind'),
      textOf(form.product, 'category'),
    ];
    assert.deepEqual(of(patchShelf(begun(), { category: 'keyboard' })), ['keyboard', 'keyboard']);
    assert.deepEqual(of(patchShelf(begun(), { kind: 'artisan' })), ['artisan', 'sculpt']);
    const board = patchShelf(begun(), { kind: 'keyboard' });
    assert.deepEqual(of(patchShelf(board, { category: 'cable' })), ['product', 'cable']);
  });

  test('names fit what the database takes', () => {
    assert.equal(urlOf('  Straße & Œuvre — N°1 '), 'strasse-oeuvre-n-1');
    const long = skuOf(urlOf('a very long name of a thing that goes on and on'), [
      'Extraordinary',
      'XL',
    ]);
    assert.match(long, /^[A-Z0-9]+(-[A-Z0-9]+)*$/);
    assert.ok(long.length <= 40, long);
    assert.ok(long.endsWith('-XL'));
    assert.equal(skuOf('', ['!']), 'ITEM-X');
  });
});
