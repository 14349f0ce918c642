import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row } from '#shared/backend/given.ts';
import { deskRow } from '#desk-kit/model/desk-row.ts';
import {
  freeOf,
  priceWords,
  skuWords,
  stockWords,
} from '../../../src/features/catalogue/model/sellable.ts';

const variant = (
  sku: string,
  price_minor: number,
  stock: { on_hand: number; allocated: number } | null = null,
  pool_units = 1,
  more: { flaws?: string; availability?: Row<'variants'>['availability'] } = {},
) => ({
  flaws: '',
  availability: 'in_stock' as const,
  ...more,
  sku,
  price_minor,
  currency: 'EUR',
  pool_units,
  stock,
});
const product = (...variants: ReturnType<typeof variant>[]) => deskRow({ id: 'p', variants });

test('a product with one variant says its SKU, price and stock', () => {
  const row = product(variant('PEBBLE-10', 490, { on_hand: 105, allocated: 12 }, 10));
  assert.deepEqual([skuWords(row), priceWords(row), stockWords(row)], ['PEBBLE-10', '€4.90', '9']);
});

test('one with several says how many, from which price, and what is left of all', () => {
  const row = product(
    variant('A', 2000, { on_hand: 3, allocated: 1 }),
    variant('B', 1500, { on_hand: 4, allocated: 4 }),
    variant('C', 1500),
  );
  const words = [skuWords(row), priceWords(row), stockWords(row)];
  assert.deepEqual(words, ['3 variants', 'from €15.00', '2']);
});

test('what is B-stock is no price of the product, unless nothing else is sold, which is said', () => {
  const marked = { flaws: 'Two small marks' };
  const [first, second] = [variant('A', 2000), variant('B', 900, null, 1, marked)];
  assert.equal(priceWords(product(first, second)), '€20.00');
  assert.equal(priceWords(product(first, variant('C', 2400), second)), 'from €20.00');
  const gone = variant('A', 2000, null, 1, { availability: 'archived' });
  assert.equal(priceWords(product(gone, second)), '€9.00 (B-stock)');
  assert.equal(priceWords(product(second)), '€9.00 (B-stock)');
});

test('where nothing is counted there is no stock, and without variants nothing is said', () => {
  assert.equal(freeOf(variant('A', 100)), null);
  assert.equal(stockWords(product(variant('A', 100))), '');
  const none = product();
  assert.deepEqual([skuWords(none), priceWords(none), stockWords(none)], ['', '', '']);
});
