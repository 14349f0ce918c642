import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  buy,
  defaultOptions,
  findBrokenInvariants,
  line,
  recordPayment,
} from '../../support/data/orders.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

const cancel = (
  caller: Caller,
  order: string | null,
  reason = '',
  token: string | null = null,
  kept: number | null = null,
) =>
  database.keepAs(caller, async (sql: TransactionSql) => {
    const rows = await sql<{ answer: Record<string, unknown> }[]>`
      select public.cancel_order(${order}, ${reason}, ${token}, ${kept}) as answer`;
    assert.ok(rows[0]);
    return rows[0].answer;
  });

async function orderOf(name: 'first' | 'second', sku = 'CURLEW-INK') {
  await database.sql.unsafe(`alter table public.batches disable trigger user;
    update public.batches set stage = 'open', opens_at = now() - interval '9 days', closes_at = now() + interval '9 days',
      cancel_until = null, original_eta = (now() + interval '90 days')::date where code = 'BRAEFELL-R1';
    alter table public.batches enable trigger user`);
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

  test('after closing a customer is told what is kept, pays no more than that, and is owed the rest', async () => {
    const order = await orderOf('second', 'BRAEFELL-KIT');
    await database.keepAs(person('owner'), (sql) => recordPayment(sql, order.id));
    await database.sql.unsafe(`alter table public.batches disable trigger user;
      update public.batches set stage = 'closed', closes_at = now() - interval '1 day', cancel_until = null where code = 'BRAEFELL-R1';
      alter table public.batches enable trigger user`);
    const untold = await refusalOf(cancel(person('second'), order.id));
    assert.deepEqual([untold.code, untold.reason], ['PT409', 'terms_changed']);
    const kept = Number(untold.details['kept_minor']);
    const [paid] = await database.sql<{ goods: number }[]>`
      select subtotal_minor as goods from public.order_records where id = ${order.id}`;
    assert.equal(kept, Math.floor((paid?.goods ?? 0) / 10));
    const answer = await cancel(person('second'), order.id, 'Too long', null, kept);
    assert.deepEqual(
      [answer['status'], answer['kept_minor'], answer['refund_due_minor']],
      ['cancelled', kept, order.total_minor - kept],
    );
    const rest = await database.keepAs(
      person('owner'),
      (sql) => sql`
      select public.refund_order(${order.id}, ${order.total_minor - kept}, '[]', 'Cancelled') as answer`,
    );
    assert.equal(rest.length, 1);
    const [row] = await database.sql<{ due: number; status: string }[]>`
      select refund_due_minor as due, status::text from public.order_records where id = ${order.id}`;
    assert.deepEqual({ ...row }, { due: 0, status: 'cancelled' });
  });

  test('once production has started a customer is refused, and staff are not, who keep nothing', async () => {
    const order = await orderOf('first', 'BRAEFELL-KIT');
    await database.keepAs(person('owner'), (sql) => recordPayment(sql, order.id));
    await database.sql.unsafe(`alter table public.batches disable trigger user;
      update public.batches set stage = 'in_production', original_eta = current_date where code = 'BRAEFELL-R1';
      alter table public.batches enable trigger user`);
    const refusal = await refusalOf(cancel(person('first'), order.id));
    assert.deepEqual([refusal.code, refusal.reason], ['PT409', 'deadline_passed']);
    assert.deepEqual(refusal.details['ways'], ['in_production']);
    assert.equal((await refusalOf(cancel(person('owner'), order.id))).reason, 'reason_missing');
    const answer = await cancel(person('owner'), order.id, 'Asked by mail');
    assert.deepEqual(
      [answer['status'], answer['refund_due_minor']],
      ['cancelled', order.total_minor],
    );
  });

  test('far too late a customer gets everything back, also in production', async () => {
    const order = await orderOf('first', 'BRAEFELL-KIT');
    await database.keepAs(person('owner'), async (sql) => {
      await recordPayment(sql, order.id);
      await sql`select public.transition_orders(array[${order.id}]::uuid[], 'in_production')`;
    });
    await database.sql.unsafe(`alter table public.batches disable trigger user;
      update public.batches set original_eta = (now() - interval '8 months')::date where code = 'BRAEFELL-R1';
      alter table public.batches enable trigger user`);
    const answer = await cancel(person('first'), order.id, 'Eight months late');
    assert.deepEqual([answer['kept_minor'], answer['refund_due_minor']], [0, order.total_minor]);
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
