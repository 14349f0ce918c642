import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@supabase/supabase-js';
import { readDeskPage } from '#desk-kit/api/desk-rows.ts';
import { defaultQuery } from '#desk-kit/model/table-query.ts';
import { orderTable } from '#features/orders/store/desk-orders.ts';
import type { Database } from '#shared/backend/database.types.ts';

async function look(count: number) {
  const finds = Array.from({ length: count }, (_, at) => ({
    kind: 'order',
    record: `KW-${at}`,
    title: `KW-${at}`,
    note: '',
    status: 'paid',
    count: null,
    amount_minor: 100,
    currency: 'EUR',
    at: '2031-01-01T10:00:00Z',
    rank: 4,
  }));
  let among = '';
  const backend = Promise.resolve(
    createClient<Database>('http://shop.test', 'key', {
      auth: { persistSession: false, autoRefreshToken: false },
      global: {
        fetch: (input) => {
          const url = new URL(input instanceof Request ? input.url : input);
          if (url.pathname.endsWith('/search_desk')) return Promise.resolve(Response.json(finds));
          among = url.searchParams.get('number') ?? '';
          return Promise.resolve(Response.json([{ id: 'o', number: 'KW-0' }]));
        },
      },
    }),
  );
  const query = { ...defaultQuery(orderTable.shape), search: 'jansen' };
  const page = await readDeskPage(orderTable.source, query, 50, undefined, backend);
  assert.ok(page.ok);
  return { bestOf: page.value.bestOf, among: among.split(',').length };
}

test('a search that fits more than a table looks at says so', async () => {
  assert.deepEqual(await look(100), { bestOf: 99, among: 99 });
  assert.deepEqual(await look(99), { bestOf: undefined, among: 99 });
});
