import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldTitle, productWords, valueWords } from '#features/catalogue/desk/part-words.ts';

test('a product among many is said in the words of its form', () => {
  const { titleOf, valueOf } = productWords;
  assert.deepEqual(['status', 'category', 'max_per_customer'].map(titleOf), [
    'Status',
    'Category',
    'Maximum per customer',
  ]);
  assert.equal(valueOf('status', 'draft'), 'Draft');
  assert.equal(valueOf('category', 'keycap_set'), 'Keycap set');
  assert.equal(valueOf('handling_days', '2'), '2');
  assert.equal(valueOf('max_per_customer', ''), '');
  assert.equal(valueOf('publish_at', ''), '');
});

test('the place of a product is the number of its form, that of a part is counted from one', () => {
  assert.equal(fieldTitle('product', 'position'), 'Sort order');
  assert.equal(valueWords('product', 'position', 30), '30');
  assert.equal(fieldTitle('values', 'position'), 'Position');
  assert.equal(valueWords('values', 'position', 0), '1');
});
