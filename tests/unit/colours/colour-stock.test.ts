import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  gramsInWords,
  isLowStock,
  stockFaults,
  stockOfColour,
} from '#features/colours/model/colour-stock.ts';
import { deskRow } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';

const colour = (stock: Row<'colour_stock'> | null) => deskRow({ id: 'c', version: 1, stock });
const uncounted = {
  id: 's',
  version: 3,
  colorway_id: 'c',
  note: '',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};
const counted = (grams: number, warn_below: number) =>
  stockOfColour(colour({ ...uncounted, grams, warn_below }));

test('a stock is low below its line, not on it, and never where nobody drew one', () => {
  assert.deepEqual([counted(999, 1000), counted(1000, 1000), counted(0, 0), null].map(isLowStock), [
    true,
    false,
    false,
    false,
  ]);
});

test('a stock that nobody has counted is not nought grams', () => {
  assert.equal(gramsInWords(stockOfColour(colour(null))), 'not counted');
  assert.equal(gramsInWords(counted(0, 0)), '0 g');
  assert.equal(gramsInWords(counted(12_500, 0)), '12,500 g');
});

test('less than nothing is a fault of its own field', () => {
  const stock = counted(-1, 5);
  assert.ok(stock);
  assert.deepEqual(Object.keys(stockFaults(stock)), ['grams']);
});
