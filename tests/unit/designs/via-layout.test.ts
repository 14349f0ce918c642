import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseKle } from '#drawing/keyboard-layouts/keyboard-layout.ts';
import { firstAnswers, rowsOfVia } from '#features/designs/model/via-layout.ts';

const rows = [
  ['0,0', { w: 2 }, '0,1\n\n\n0,0', { x: 0.5 }, '0,1\n\n\n0,1', '0,2\n\n\n0,1'],
  ['1,0', '1,1\n\n\n1, 0', { x: -1 }, '1,1\n\n\n1, 2'],
];

function keysOf(text: string) {
  const read = parseKle(rowsOfVia(text));
  assert.ok(read.ok);
  return firstAnswers(read.value).keys;
}

test('of VIA’s alternatives the first of each stays, in its place', () => {
  const keys = keysOf(JSON.stringify(rows));
  assert.deepEqual(
    keys.map(({ x, y, width }) => [x, y, width]),
    [
      [0, 0, 1],
      [1, 0, 2],
      [0, 1, 1],
      [1, 1, 1],
    ],
  );
});

test('a whole definition of VIA is read by its rows', () => {
  const definition = { name: 'A board', vendorId: '0x1', layouts: { labels: [], keymap: rows } };
  assert.equal(keysOf(JSON.stringify(definition)).length, 4);
});

test('keys with other words at their bottom right all stay', () => {
  const text = JSON.stringify([['Q\n\n\n@', ',\n\n\n1,', '<\n,\n\n;']]);
  assert.equal(keysOf(text).length, 3);
  for (const broken of ['', '{', '[["Q"', '{"layouts": 3}'])
    assert.equal(rowsOfVia(broken), broken);
});
