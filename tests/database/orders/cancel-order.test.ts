import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { buy, defaultOptions, findBrokenInvariants, line } from '../../support/data/orders.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

const cancel = (caller: Caller, order: string | null, reason = '', token: string | null = null) =>
  database.keepAs(caller, async (sql: TransactionSql) => {
    const rows = await sql<{ answer: Record<string, unknown> }[]>`
      select public.cancel_order(${order}, ${reason}, ${token}) as answer`;
    assert.ok(rows[0]);
    return rows[0].answer;
  });

async function orderOf(name: 'first' | 'second', sku = 'CURLEW-INK') {
  const options = await defaultOptions(database.sql, sku);
  const lines = [{ ...(await line(database.sql, sku)), options }];
  const { order } = await database.keepAs(person(name), (sql) =>
    buy(sql, { lines, email: `${name}@people.test` }),
  );
  return order;
}

describe('cancel_order', () => {
  test('its customer cancels, and the goods are free again', async () => {
    const free = async () => {
      const [row] = await database.sql<{ n: number }[]>`
        select on_hand - allocated as n from public.stock_pools s join public.variants v on v.stock_pool_id = s.id
        where v.sku = 'CURLEW-INK'`;
      return row?.n;
    };
    const before = await free();
    const order = await orderOf('first');
    const answer = await cancel(person('first'), order.id, 'Changed my mind');
    assert.deepEqual([answer['status'], answer['refund_due_minor']], ['cancelled', 0]);
    assert.equal(await free(), before);
    const [event] = await database.sql`
      select actor, reason from public.order_events where order_id = ${order.id} and to_status = 'cancelled'`;
    assert.deepEqual({ ...event }, { actor: 'customer', reason: 'Changed my mind' });
  });

  test('nobody cancels the order of someone else', async () => {
    const order = await orderOf('first');
    for (const caller of [anonymous, person('second'), person('support'), person('editor')]) {
      const refusal = await refusalOf(cancel(caller, order.id));
      assert.deepEqual([refusal.code, refusal.reason], ['PT404', 'unknown_order']);
    }
    for (const id of [null, randomUUID()]) {
      assert.equal((await refusalOf(cancel(person('first'), id))).reason, 'unknown_order');
    }
  });

  test('a guest cancels with the secret of the order and no other', async () => {
    const lines = [await line(database.sql, 'FOAM-TKL')];
    const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
    assert.equal(
      (await refusalOf(cancel(anonymous, order.id, '', 'x'.repeat(64)))).reason,
      'unknown_order',
    );
    assert.equal((await cancel(anonymous, order.id, '', order.token))['status'], 'cancelled');
  });

  test('after the deadline of its batch a customer is refused with the date, and staff are not', async () => {
    const order = await orderOf('second', 'BRAEFELL-KIT');
    await database.sql`update public.batches set cancel_until = now() - interval '1 second' where code = 'BRAEFELL-R1'`;
    const refusal = await refusalOf(cancel(person('second'), order.id));
    assert.deepEqual([refusal.code, refusal.reason], ['PT409', 'deadline_passed']);
    assert.ok(refusal.details['until']);
    assert.equal((await refusalOf(cancel(person('owner'), order.id))).reason, 'reason_missing');
    assert.equal((await cancel(person('owner'), order.id, 'Asked by mail'))['status'], 'cancelled');
  });

  test('it happens once, however often and by whom it is asked at once', async () => {
    const order = await orderOf('first');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        cancel(person(index % 2 === 0 ? 'first' : 'owner'), order.id, 'At once'),
      ),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal((await refusalOf(cancel(person('first'), order.id))).reason, 'illegal_move');
  });

  test('a reason is bounded', async () => {
    const order = await orderOf('first');
    const refusal = await refusalOf(cancel(person('first'), order.id, 'x'.repeat(501)));
    assert.deepEqual([refusal.code, refusal.reason], ['PT422', 'reason_too_long']);
  });
});
