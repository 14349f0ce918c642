import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { asSomeone, inParallel, place, prepareOrder } from '../../support/data/buyers.ts';
import { line } from '../../support/data/orders.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';

let backend: TestBackend;
let sql: Sql;

before(async () => {
  backend = await startTestBackend();
  sql = postgres(backend.databaseUrl, { max: 1, onnotice() {} }) as unknown as Sql;
  await sql`update public.settings set value = 5 where key = 'unpaid_orders_per_client'`;
  await sql`update public.stock_pools set on_hand = allocated + 1000`;
});
after(async () => {
  process.env['KEYWRIGHT_ORDER_LIMITS'] = 'off';
  await sql.end();
  await backend.stop();
});

/** How many of twenty at once came through. */
async function placed(): Promise<number> {
  const body = await prepareOrder(backend, [await line(sql, 'TOOL-DRIVER')]);
  const answers = await inParallel(20, 20, () => place(backend, asSomeone(body)));
  assert.ok(
    answers.every(({ status, reason }) => status === 200 || reason === 'too_many_orders'),
    JSON.stringify(answers.find(({ status }) => status !== 200)),
  );
  return answers.filter(({ status }) => status === 200).length;
}

describe('orders from one machine', () => {
  test('are not limited where races and benches ask for it', async () => {
    process.env['KEYWRIGHT_ORDER_LIMITS'] = 'off';
    assert.equal(await placed(), 20);
  });

  test('are as few as the shop says, however many come at once', async () => {
    process.env['KEYWRIGHT_ORDER_LIMITS'] = 'on';
    assert.equal(await placed(), 5);
    assert.equal(await placed(), 0);
  });

  test('are the same machine’s whatever address the sender claims', async () => {
    const body = await prepareOrder(backend, [await line(sql, 'TOOL-DRIVER')]);
    const answer = await fetch(`${backend.url}/rest/v1/rpc/place_order`, {
      method: 'POST',
      headers: {
        apikey: backend.publishableKey,
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.77',
        'cf-connecting-ip': '203.0.113.78',
      },
      body: JSON.stringify(asSomeone(body)),
    });
    assert.equal(answer.status, 429);
  });
});
