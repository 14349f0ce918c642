import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';
import {
  applyEvent,
  beginPayment,
  buy,
  findBrokenInvariants,
  letTimeToPayPass,
  line,
  type ProviderEvent,
} from '../../support/data/orders.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

const apply = (event: ProviderEvent) => database.keepAs(service, (sql) => applyEvent(sql, event));

async function begun(sku = 'FOAM-60') {
  const lines = [await line(database.sql, sku)];
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines, payment: 'demo' }));
  await database.keepAs(anonymous, (sql) => beginPayment(sql, order.id, order.token));
  return { id: order.id, amount: order.total_minor };
}

async function statusOf(order: string) {
  const [row] = await database.sql<{ status: string; captured: number; due: number }[]>`
    select status::text, captured_minor as captured, refund_due_minor as due
    from public.order_records where id = ${order}`;
  assert.ok(row);
  return { ...row };
}

describe('apply_payment_event', () => {
  test('pays an order, once, however often and at once it is told', async () => {
    const { id, amount } = await begun();
    const event = { id: randomUUID(), order: id, amount };
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => apply(event)));
    assert.equal(outcomes.filter((outcome) => outcome === 'paid').length, 1);
    assert.equal(outcomes.filter((outcome) => outcome === 'known').length, 9);
    assert.deepEqual(await statusOf(id), { status: 'paid', captured: amount, due: 0 });
    const [holds] = await database.sql`
      select count(*)::int as n from private.holds where order_id = ${id} and expires_at is not null`;
    assert.equal(holds?.['n'], 0);
    const mails = await database.sql`
      select from public.outbox where dedupe_key = ${`payment_received:${id}:paid`}`;
    assert.equal(mails.length, 1);
  });

  test('two events of one payment count once, and a second payment is owed back', async () => {
    const { id, amount } = await begun();
    const reference = randomUUID();
    assert.equal(await apply({ id: randomUUID(), order: id, reference, amount }), 'paid');
    assert.equal(await apply({ id: randomUUID(), order: id, reference, amount }), 'known_payment');
    assert.equal(await apply({ id: randomUUID(), order: id, amount }), 'paid_twice');
    assert.deepEqual(await statusOf(id), { status: 'paid', captured: 2 * amount, due: amount });
  });

  test('another currency and no sum at all pay nothing', async () => {
    const { id, amount } = await begun();
    for (const wrong of [{ amount: 0 }, { amount, currency: 'USD' }, { amount: 2 ** 40 }]) {
      assert.equal(await apply({ id: randomUUID(), order: id, ...wrong }), 'mismatch');
    }
    assert.deepEqual(await statusOf(id), { status: 'awaiting_payment', captured: 0, due: 0 });
  });

  test('a late payment is honoured while its goods are there', async () => {
    const { id, amount } = await begun();
    await letTimeToPayPass(database.sql, id);
    await database.keepAs(service, (sql) => sql`select public.run_due_jobs()`);
    assert.equal((await statusOf(id)).status, 'expired');
    assert.equal(await apply({ id: randomUUID(), order: id, amount }), 'paid_late');
    assert.deepEqual(await statusOf(id), { status: 'paid', captured: amount, due: 0 });
  });

  test('and owed back once they are gone', async () => {
    await database.sql`
      update public.stock_pools set on_hand = 1
      where id = (select stock_pool_id from public.variants where sku = 'REST-L')`;
    const { id, amount } = await begun('REST-L');
    await letTimeToPayPass(database.sql, id);
    await begun('REST-L');
    assert.equal(await apply({ id: randomUUID(), order: id, amount }), 'needs_refund');
    assert.deepEqual(await statusOf(id), { status: 'expired', captured: amount, due: amount });
  });

  test('a refund by the provider is written down to its sum, once', async () => {
    const { id, amount } = await begun();
    const reference = randomUUID();
    await apply({ id: randomUUID(), order: id, reference, amount });
    const refund = (sum: number, eventId = randomUUID()) =>
      apply({ id: eventId, kind: 'refunded', order: null, reference, amount: sum });
    assert.equal(await refund(100), 'refunded');
    assert.equal(await refund(100), 'known_refund');
    assert.equal(await refund(amount + 1), 'payment_mismatch');
    assert.equal(await refund(amount), 'refunded');
    assert.equal((await statusOf(id)).status, 'refunded');
  });

  test('what fails, is abandoned, disputed or new to us changes no money', async () => {
    const { id, amount } = await begun();
    for (const kind of ['failed', 'expired', 'something_new']) {
      await apply({ id: randomUUID(), kind, order: id, amount });
    }
    assert.equal(await apply({ id: randomUUID(), kind: 'disputed', order: id, amount }), 'waiting');
    assert.deepEqual(await statusOf(id), { status: 'awaiting_payment', captured: 0, due: 0 });
    const events = await database.sql<{ kind: string }[]>`
      select kind from public.order_events where order_id = ${id} order by id`;
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['placed', 'payment_failed', 'payment_abandoned'],
    );
  });

  test('an event without an order, an id or a provider is refused', async () => {
    const cases: readonly (readonly [ProviderEvent, string])[] = [
      [{ id: 'a', order: randomUUID(), amount: 1 }, 'unknown_order'],
      [{ id: 'a', order: null, amount: 1 }, 'unknown_order'],
      [{ id: '', order: null, amount: 1 }, 'wrong_event'],
      [{ id: null, order: null, amount: 1 }, 'wrong_event'],
      [{ id: 'x'.repeat(300), order: null, amount: 1 }, 'wrong_event'],
      [{ id: 'a', provider: 'invoice', order: null, amount: 1 }, 'wrong_event'],
    ];
    for (const [event, reason] of cases) {
      assert.equal((await refusalOf(apply(event))).reason, reason);
    }
  });

  test('nobody but the service may call it', async () => {
    const { id, amount } = await begun();
    for (const caller of [anonymous, person('owner'), person('first')]) {
      const refusal = await refusalOf(
        database.as(caller, (sql) => applyEvent(sql, { id: 'forged', order: id, amount })),
      );
      assert.equal(refusal.code, '42501');
    }
  });
});
