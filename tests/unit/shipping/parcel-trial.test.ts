import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  parseWish,
  withGoods,
  writeWish,
} from '../../../src/features/shipping/model/parcel-trial.ts';

const knob = { sku: 'KNOB-BRASS', title: '', quantity: 2, options: {} };
const board = { sku: 'BOARD', title: '', quantity: 1, options: { o1: 'v1', o2: 'v2' } };

test('a parcel that is tried comes back from its address, with what was chosen of its goods', () => {
  const wish = { lines: [knob, board], country: 'DE', code: 'SPRING' };
  const search = writeWish(wish, '?tab=try');
  assert.match(search, /tab=try/);
  assert.deepEqual(parseWish(search), wish);
});

test('an address that holds no goods, no pieces or no country is read without them', () => {
  const bare = parseWish('?goods=lower*1&goods=KNOB*0&goods=KNOB*x&goods=&country=xx1');
  assert.deepEqual(bare, { lines: [], country: 'NL', code: '' });
});

test('the same goods again are more pieces, and with other choices another line', () => {
  const lines = withGoods(
    [knob],
    [
      { ...knob, quantity: 1 },
      { ...knob, options: { o1: 'v1' } },
    ],
  );
  assert.deepEqual(
    lines.map(({ quantity }) => quantity),
    [3, 2],
  );
});
