import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unpaidWords } from '#features/storefront/product/unpaid-words.ts';

test('A kit that nobody waits to pay for says nothing about waiting', () => {
  assert.equal(unpaidWords(12), '12 waiting for payment.');
  assert.equal(unpaidWords(0), '');
  assert.equal(unpaidWords(null), '');
});
