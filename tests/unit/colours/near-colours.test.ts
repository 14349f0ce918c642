import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deskRows } from '#desk-kit/model/desk-row.ts';
import { nearPairs } from '#features/colours/model/near-colours.ts';

const colours = (...values: readonly string[]) =>
  deskRows(values.map((colour, index) => ({ id: `${index}`, colour })));

test('finds colours that can hardly be told apart, the closest first', () => {
  const rows = colours('#336699', '#ff0000', '#346799', '#336699', 'no colour');
  const pairs = nearPairs(rows).map(({ one, other }) => `${one.id}${other.id}`);
  assert.deepEqual(pairs, ['03', '02', '23']);
});

test('leaves colours alone that anyone tells apart', () => {
  assert.deepEqual(nearPairs(colours('#336699', '#4477aa', '#000000', '#ffffff')), []);
});
