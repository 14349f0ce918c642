import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@supabase/supabase-js';
import { readDeskPage } from '#desk-kit/api/desk-rows.ts';
import { defaultQuery } from '#desk-kit/model/table-query.ts';
import { plainText } from '#desk-kit/model/desk-row.ts';
import { exportRows } from '#desk-kit/store/desk-files.ts';
import { orderTable } from '#features/orders/store/desk-orders.ts';
import type { Database } from '#shared/backend/database.types.ts';

function shopWith(count: number) {
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
  return { backend, among: () => among.split(',').length };
}

const query = { ...defaultQuery(orderTable.shape), search: 'jansen' };

async function look(count: number) {
  const { backend, among } = shopWith(count);
  const page = await readDeskPage(orderTable.source, query, 50, undefined, backend);
  assert.ok(page.ok);
  return { bestOf: page.value.bestOf, among: among() };
}

const write = async (count: number) =>
  exportRows(
    orderTable.source,
    query,
    [{ title: 'Number', text: (row) => plainText(row.values['number']) }],
    AbortSignal.timeout(5000),
    () => undefined,
    shopWith(count).backend,
  );

test('a search that fits more than a table looks at says so', async () => {
  assert.deepEqual(await look(100), { bestOf: 99, among: 99 });
  assert.deepEqual(await look(99), { bestOf: undefined, among: 99 });
});

test('a file holds every row that fits what was typed, or is not written', async () => {
  const whole = await write(99);
  assert.ok(whole.ok);
  assert.match(whole.value.join(''), /KW-0/);
  const part = await write(100);
  assert.ok(!part.ok);
  assert.match(part.error, /More than 99 rows match “jansen”/);
});
