import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@supabase/supabase-js';
import { readOrderPages } from '#features/orders/api/order-pages.ts';
import type { Database } from '#shared/backend/database.types.ts';

/** An account of so many orders, newest first, each of one thing; an API that gives a thousand rows at most. */
function accountOf(count: number, { lacksGoods = false } = {}) {
  const orders = Array.from({ length: count }, (_, at) => ({
    id: `o${at}`,
    number: `KW-${10_000 + count - at}`,
  }));
  const lines = orders.map(({ id }) => ({ order_id: id, title: `Thing of ${id}`, batches: null }));
  const answer = ({ pathname, searchParams }: URL): Response => {
    const table = pathname.split('/').at(-1);
    if (table === 'orders') {
      const from = Number(searchParams.get('offset') ?? 0);
      const most = Math.min(Number(searchParams.get('limit') ?? 1000), 1000);
      return Response.json(orders.slice(from, from + most));
    }
    assert.equal(table, 'order_lines');
    if (lacksGoods) return Response.json({ message: 'no' }, { status: 400 });
    const ids = /^in\.\((.*)\)$/.exec(searchParams.get('order_id') ?? '')?.[1]?.split(',') ?? [];
    assert.ok(ids.length <= 100, 'they fit into an address');
    return Response.json(lines.filter((line) => ids.includes(line.order_id)));
  };
  return Promise.resolve(
    createClient<Database>('http://shop.test', 'key', {
      auth: { persistSession: false, autoRefreshToken: false },
      global: {
        fetch: (input) =>
          Promise.resolve(answer(new URL(input instanceof Request ? input.url : input))),
      },
    }),
  );
}

async function read(pages: number, account: ReturnType<typeof accountOf>) {
  const answer = await readOrderPages('u', pages, account);
  assert.ok(answer.ok);
  return answer.value;
}

test('a list of orders says whether there are older ones, and goes on to the last', async () => {
  const account = accountOf(250);
  const [first, second, third] = [
    await read(1, account),
    await read(2, account),
    await read(3, account),
  ];
  assert.deepEqual([first.orders.length, first.hasMore], [100, true]);
  assert.deepEqual([second.orders.length, second.hasMore], [200, true]);
  assert.deepEqual([third.orders.length, third.hasMore], [250, false]);
  assert.equal(second.orders[100]?.number, 'KW-10150', 'the 101st is found by its number');
  assert.deepEqual(third.goods['o249']?.titles, ['Thing of o249']);
});

test('a full page is the last where nothing follows', async () => {
  assert.equal((await read(1, accountOf(100))).hasMore, false);
  assert.equal((await read(1, accountOf(101))).hasMore, true);
});

test('more than one answer holds can be listed', async () => {
  const { orders, hasMore } = await read(12, accountOf(1150));
  assert.deepEqual([orders.length, hasMore], [1150, false]);
});

test('without what is in them, orders are listed all the same', async () => {
  const { orders, goods } = await read(1, accountOf(3, { lacksGoods: true }));
  assert.deepEqual([orders.length, goods], [3, {}]);
});
