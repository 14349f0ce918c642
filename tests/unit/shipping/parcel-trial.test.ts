import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@supabase/supabase-js';
import { goodsOfOrder } from '#features/shipping/store/desk-parcel.ts';
import type { Database } from '#shared/backend/database.types.ts';
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

test('what was ordered is tried by its SKU of then where its variant may not be read', async () => {
  const row = { title: 'Board', variant_title: 'Base', quantity: 2, options: [] };
  const tables: Readonly<Record<string, readonly object[]>> = {
    orders: [{ id: 'o', country_code: 'CH' }],
    order_lines: [
      { ...row, id: 'a', sku: 'BOARD-1', variant: { sku: 'BOARD-2' } },
      { ...row, id: 'b', sku: 'PLATE-1', variant: null },
    ],
  };
  const backend = Promise.resolve(
    createClient<Database>('http://shop.test', 'key', {
      auth: { persistSession: false, autoRefreshToken: false },
      global: {
        fetch: (input) => {
          const { pathname } = new URL(input instanceof Request ? input.url : input);
          return Promise.resolve(Response.json(tables[pathname.split('/').at(-1) ?? ''] ?? []));
        },
      },
    }),
  );
  const goods = await goodsOfOrder('KW-1', backend);
  assert.ok(goods.ok);
  assert.deepEqual(
    goods.value.lines.map(({ sku }) => sku),
    ['BOARD-2', 'PLATE-1'],
  );
});
