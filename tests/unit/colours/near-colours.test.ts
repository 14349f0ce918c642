import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deskRow, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { nearPairs } from '#features/colours/model/near-colours.ts';

function colours(...values: readonly string[]): DeskRow[] {
  return values.flatMap((colour, index) => deskRow({ id: `${index}`, colour }) ?? []);
}

test('finds colours that can hardly be told apart, the closest first', () => {
  const rows = colours('#336699', '#ff0000', '#346799', '#336699', 'no colour');
  const pairs = nearPairs(rows).map(({ one, other }) => `${one.id}${other.id}`);
  assert.deepEqual(pairs, ['03', '02', '23']);
});

test('leaves colours alone that anyone tells apart', () => {
  assert.deepEqual(nearPairs(colours('#336699', '#4477aa', '#000000', '#ffffff')), []);
});
