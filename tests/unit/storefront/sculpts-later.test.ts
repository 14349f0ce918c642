import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sculptsLater } from '#features/storefront/artisans/sculpts-later.ts';

const sculpts = (...sizes: readonly number[]) =>
  sizes.map((length) => ({ length, colorways: Array.from({ length }, () => ({})) as never[] }));
const later = (...sizes: readonly number[]) =>
  sculptsLater(sculpts(...sizes)).map(({ length }) => length);

test('a page of artisans has two dozen editions at once, whole sculpts in their order, and the first in any case', () => {
  assert.deepEqual(later(), []);
  assert.deepEqual(later(6, 6, 6, 6), []);
  assert.deepEqual(later(6, 6, 6, 6, 1, 5), [1, 5]);
  assert.deepEqual(later(30, 1), [1]);
  assert.deepEqual(later(10, 20, 2), [20, 2]);
});
