import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryLink, categoryLinks } from '../../../src/content/category-links.ts';
import { categories } from '../../../src/features/catalogue/model/categories.ts';
import { facetsOf, priceFacet, saleFacet } from '../../../src/features/catalogue/model/facets.ts';
import { saleOf } from '../../../src/features/catalogue/model/sale-way.ts';
import type { ShelfFacts } from '../../../src/features/catalogue/model/shelf.ts';

const own = (value: string) => ({ value, words: value });
const fact = (code: string, value: string) => ({ code, label: code.toUpperCase(), value });

test('goods are narrowed by what the owner offers as filters, each value once and in order', () => {
  const facets = facetsOf([
    { facts: [fact('layout', '100%'), fact('mount', 'Gasket')] },
    { facts: [fact('layout', '65%'), fact('mount', 'Tray')] },
    { facts: [fact('layout', '65%'), fact('mount', 'Gasket')] },
  ]);
  assert.deepEqual(facets, [
    { code: 'layout', label: 'LAYOUT', values: [own('65%'), own('100%')] },
    { code: 'mount', label: 'MOUNT', values: [own('Gasket'), own('Tray')] },
  ]);
});

test('one answer alone is no choice', () => {
  const alike = [{ facts: [fact('stem', 'MX')] }, { facts: [fact('stem', 'MX')] }, { facts: [] }];
  assert.deepEqual(facetsOf(alike), []);
});

test('a fact named like a field of the form can’t take its place', () => {
  assert.deepEqual(
    facetsOf(
      ['x', 'y'].map((value) => ({
        facts: [fact('sort', value), fact('sale', value), fact('price', value)],
      })),
    ),
    [],
  );
});

const now = Date.UTC(2026, 10, 28);
const sold = (...availabilities: string[]): ShelfFacts => ({
  isArchived: false,
  availabilities,
  batch: null,
  list: null,
});
const running = (opens: number, closes: number): ShelfFacts => ({
  ...sold('group_buy'),
  batch: {
    stage: 'announced',
    opensAt: new Date(now + opens).toISOString(),
    closesAt: new Date(now + closes).toISOString(),
  },
});

test('how goods can be had follows from their window, what they are sold as, and what the shop says', () => {
  assert.equal(saleOf(running(-1, 1), now), 'open');
  assert.equal(saleOf(running(1, 2), now), 'soon');
  assert.equal(saleOf(running(1, 2), now + 1), 'open');
  assert.equal(saleOf(running(-2, -1), now), null);
  assert.equal(saleOf(sold('in_stock', 'preorder'), now), 'now');
  assert.equal(saleOf(sold('in_stock'), now, 'few_left'), 'now');
  assert.equal(saleOf(sold('in_stock'), now, 'made_to_order'), 'order');
  assert.equal(saleOf(sold('in_stock'), now, 'sold_out'), null);
  assert.equal(saleOf(sold('preorder'), now), 'preorder');
  assert.equal(saleOf(sold('list'), now), 'list');
  assert.equal(saleOf({ ...sold('in_stock'), isArchived: true }, now), null);
});

test('availability offers what there is, and what will open while the page stands', () => {
  const words = (...goods: ShelfFacts[]) =>
    saleFacet(goods, now).flatMap(({ values }) => values.map((each) => each.words));
  assert.deepEqual(words(sold('list'), sold('list')), []);
  assert.deepEqual(words(sold('in_stock'), sold('in_stock')), ['In stock']);
  assert.deepEqual(words(sold('in_stock'), sold('preorder')), ['In stock', 'Preorder']);
  assert.deepEqual(words(running(1, 2)), ['Group buy or raffle', 'Coming up']);
});

test('B-stock is asked for among the ways in which goods are had, where some is offered', () => {
  const now = Date.now();
  const sold = { isArchived: false, availabilities: ['in_stock'], batch: null, list: null };
  const words = (...goods: Parameters<typeof saleFacet>[0]) =>
    saleFacet(goods, now).flatMap(({ values }) => values.map((each) => each.words));
  assert.deepEqual(words({ ...sold, bStock: null }, { ...sold, bStock: {} }), [
    'In stock',
    'B-stock',
  ]);
  assert.deepEqual(words({ ...sold, bStock: null }, { ...sold, bStock: null }), ['In stock']);
});

test('prices are round sums that leave some goods and not all, four at most', () => {
  const goods = (...prices: (number | null)[]) =>
    prices.map((priceFromMinor) => ({ priceFromMinor, currency: 'EUR' }));
  const words = (...prices: (number | null)[]) =>
    priceFacet(goods(...prices)).flatMap(({ values }) => values.map((each) => each.words));
  assert.deepEqual(words(500, 3000, 9000, null), ['Up to €10', 'Up to €50']);
  assert.deepEqual(words(1000, 1000), []);
  assert.deepEqual(words(1000, 1001), ['Up to €10']);
  assert.equal(words(...Array.from({ length: 200 }, (_, n) => n * 1000)).length, 4);
  const [yen] = priceFacet([10, 90].map((price) => ({ priceFromMinor: price, currency: 'JPY' })));
  assert.deepEqual(yen?.values[0], { value: '10', words: 'Up to JP¥10' });
});

test('every category of goods has one page, and artisans have theirs', async () => {
  const all = categories.flatMap(({ of }) => of);
  assert.equal(new Set(all).size, all.length);
  assert.equal(categoryLink('stabilisers').path, '/shop/parts');
  assert.equal(categoryLink('sculpt').path, '/products/artisans');
  assert.equal(new Set(categoryLinks.map(({ path }) => path)).size, categories.length + 1);
});
