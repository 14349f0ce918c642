import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryLink, categoryLinks } from '../../../src/content/category-links.ts';
import { categories } from '../../../src/features/catalogue/model/categories.ts';
import { facetsOf } from '../../../src/features/catalogue/model/facets.ts';

const fact = (code: string, value: string) => ({ code, label: code.toUpperCase(), value });

test('goods are narrowed by what the owner offers as filters, each value once and in order', () => {
  const facets = facetsOf([
    { facts: [fact('layout', '100%'), fact('mount', 'Gasket')] },
    { facts: [fact('layout', '65%'), fact('mount', 'Tray')] },
    { facts: [fact('layout', '65%'), fact('mount', 'Gasket')] },
  ]);
  assert.deepEqual(facets, [
    { code: 'layout', label: 'LAYOUT', values: ['65%', '100%'] },
    { code: 'mount', label: 'MOUNT', values: ['Gasket', 'Tray'] },
  ]);
});

test('one answer alone is no choice', () => {
  const alike = [{ facts: [fact('stem', 'MX')] }, { facts: [fact('stem', 'MX')] }, { facts: [] }];
  assert.deepEqual(facetsOf(alike), []);
});

test('a fact named like a field of the form can’t take its place', () => {
  assert.deepEqual(
    facetsOf(['x', 'y'].map((value) => ({ facts: [fact('sort', value), fact('q', value)] }))),
    [],
  );
});

test('every category of goods has one page, and artisans have theirs', async () => {
  const all = categories.flatMap(({ of }) => of);
  assert.equal(new Set(all).size, all.length);
  assert.equal(categoryLink('stabilisers').path, '/shop/parts');
  assert.equal(categoryLink('sculpt').path, '/products/artisans');
  assert.equal(new Set(categoryLinks.map(({ path }) => path)).size, categories.length + 1);
});
