import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  withCode,
} from '../../support/database.ts';
import { buy, findBrokenInvariants, letTimeToPayPass, line } from '../../support/data/orders.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

interface Answer {
  readonly outcome: string;
  readonly status: string;
  readonly captured_minor: number;
  readonly refund_due_minor: number;
  readonly refunded_minor: number;
}

const record = (
  order: string | null,
  amount: number | null = null,
  reference = '',
  caller: Caller = person('fulfilment'),
) =>
  database.keepAs(caller, async (sql) => {
    const rows = await sql<{ answer: Answer }[]>`
      select public.record_payment(${order}, ${amount}, ${reference}, 'By transfer') as answer`;
    assert.ok(rows[0]);
    return rows[0].answer;
  });

async function place() {
  const lines = [await line(database.sql, 'KNOB-SILVER')];
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
  return order;
}

describe('record_payment', () => {
  test('parts add up, and the last one pays the order', async () => {
    const order = await place();
    assert.equal((await record(order.id, 100)).outcome, 'part');
    const last = await record(order.id);
    assert.deepEqual(
      [last.outcome, last.status, last.captured_minor],
      ['paid', 'paid', order.total_minor],
    );
  });

  test('the answer has what came and what went back', async () => {
    const order = await place();
    await record(order.id, order.total_minor + 300);
    await database.keepAs(
      person('owner'),
      (sql) => sql`select public.refund_order(${order.id}, 300, '[]', 'Too much came')`,
    );
    const { captured_minor: came, refunded_minor: back } = await record(order.id, 100);
    assert.deepEqual([came, back], [order.total_minor + 400, 300]);
  });

  test('a payment without a reference that is sent again with its key counts once', async () => {
    const order = await place();
    const key = randomUUID();
    const send = (soFar: number | null, amount = 100) =>
      database.keepAs(person('fulfilment'), async (sql) => {
        const [row] = await sql<{ answer: Answer }[]>`
          select public.record_payment(${order.id}, ${amount}, '', '', ${soFar}, ${key}) as answer`;
        return row?.answer;
      });
    const first = await send(0);
    assert.deepEqual(await send(0), first);
    assert.deepEqual(await send(100), first, 'whoever read the order again meanwhile');
    assert.equal(first?.captured_minor, 100);
    assert.equal((await refusalOf(send(100, 200))).reason, 'key_reused');
  });

  test('a transfer with a known reference is not counted again, and too much is owed back', async () => {
    const order = await place();
    const reference = randomUUID();
    await record(order.id, order.total_minor, reference);
    const refusal = await refusalOf(record(order.id, order.total_minor, reference));
    assert.deepEqual([refusal.code, refusal.reason], ['PT409', 'known_payment']);
    assert.equal((await record(order.id, 500)).refund_due_minor, 500);
  });

  test('two orders may be noted with the same words, and one transfer may pay both', async () => {
    const orders = [await place(), await place()];
    for (const { id } of orders) assert.equal((await record(id, null, 'transfer')).outcome, 'paid');
    const [again] = orders;
    const refusal = await refusalOf(record(again?.id ?? '', 100, ' transfer '));
    assert.equal(refusal.reason, 'known_payment');
  });

  test('what came of an order that ends unpaid is owed back', async () => {
    const order = await place();
    await record(order.id, 100);
    await letTimeToPayPass(database.sql, order.id);
    await database.sql`select private.free_ended_orders(private.end_unpaid_orders(array[${order.id}]::uuid[]))`;
    const [ended] = await database.sql<{ status: string; refund_due_minor: number }[]>`
      select status, refund_due_minor from public.order_records where id = ${order.id}`;
    assert.deepEqual([ended?.status, ended?.refund_due_minor], ['expired', 100]);
  });

  test('twenty who record all that is due at once record it once', async () => {
    const order = await place();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => record(order.id)));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  test('of two who write down the same part, the second is told what had come meanwhile', async () => {
    const order = await place();
    const part = (caller: Caller) =>
      database.keepAs(
        caller,
        (sql) => sql`select public.record_payment(${order.id}, 100, '', '', 0) as answer`,
      );
    await part(person('owner'));
    const refusal = await refusalOf(part(person('fulfilment')));
    assert.deepEqual([refusal.code, refusal.reason], ['PT409', 'payments_changed']);
    assert.equal((await record(order.id, 100)).captured_minor, 200);
  });

  test('odd amounts, orders and people are refused', async () => {
    const order = await place();
    for (const amount of [0, -1, 2_000_000_000]) {
      assert.equal((await refusalOf(record(order.id, amount))).reason, 'wrong_amount');
    }
    assert.equal((await refusalOf(record(randomUUID(), 1))).reason, 'unknown_order');
    assert.equal((await refusalOf(record(null, 1))).reason, 'unknown_order');
    assert.equal((await refusalOf(record(order.id, 1, 'x'.repeat(201)))).reason, 'note_too_long');
    for (const name of ['support', 'editor', 'first'] as const) {
      assert.equal((await refusalOf(record(order.id, 1, '', person(name)))).reason, 'not_allowed');
    }
    assert.equal((await refusalOf(record(order.id, 1, '', anonymous))).code, '42501');
  });

  test('who has enrolled a second factor has to have shown it', async () => {
    const order = await place();
    const { claims } = person('owner');
    await database.sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
      values (${randomUUID()}, ${claims.sub ?? ''}, 'totp', 'verified', 'x', now(), now())`;
    const refusal = await refusalOf(record(order.id, null, '', person('owner')));
    assert.deepEqual([refusal.code, refusal.reason], ['PT403', 'second_factor']);
    assert.equal((await record(order.id, null, '', withCode(person('owner')))).outcome, 'paid');
  });
});
