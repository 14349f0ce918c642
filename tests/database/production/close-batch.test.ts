/* The short form runs with every test; KEYWRIGHT_LONG=1 (npm run test:long) runs its race ten times. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  endWindow,
  makeBatch,
  moneyOf,
  orderKits,
  pay,
  type Bought,
} from '../../support/data/group-buys.ts';
import { findBrokenInvariants } from '../../support/data/orders.ts';

const database = openTestDatabase();
const rounds = process.env['KEYWRIGHT_LONG'] === '1' ? 10 : 1;
const owner = person('owner');
const order = (skus: readonly string[], email?: string) =>
  database.keepAs(anonymous, (sql) => orderKits(sql, skus, email));

interface Settled {
  readonly stage: string;
  readonly dropped_kits: number;
  readonly is_settled: boolean;
  readonly kits: readonly unknown[];
}

async function close(sql: TransactionSql, batch: string, isPreview = false): Promise<Settled> {
  const [row] = await sql<{ answer: Settled }[]>`
    select public.close_batch(${batch}, ${isPreview}) as answer`;
  assert.ok(row);
  return row.answer;
}

async function paidOrders(skus: readonly string[], count: number): Promise<readonly Bought[]> {
  const orders: Bought[] = [];
  for (let index = 0; index < count; index += 1) {
    const bought = await order(skus);
    await pay(database.sql, bought);
    orders.push(bought);
  }
  return orders;
}

async function dueOf({ id }: Bought) {
  const [row] = await database.sql<{ dueMinor: number; skus: readonly string[] }[]>`
    select private.due_now(o) as "dueMinor",
      (select array_agg(l.sku order by l.sku) from public.order_lines l where l.order_id = o.id) as skus
    from public.order_records o where o.id = ${id}`;
  assert.ok(row);
  return { ...row };
}

async function mailsAbout({ id }: Bought): Promise<readonly string[]> {
  const rows = await database.sql<{ kind: string }[]>`
    select kind from public.outbox where payload ->> 'order_id' = ${id} order by created_at, id`;
  return rows.map(({ kind }) => kind);
}

describe('close_batch', () => {
  test('drops a kit under its minimum, owes its buyers that line, and the order stays', async () => {
    const batch = await makeBatch(database.sql, [
      { sku: 'BRAEFELL-KIT', moq: 2 },
      { sku: 'BRAEFELL-WINDOW', moq: 3 },
    ]);
    const [both] = await paidOrders(['BRAEFELL-KIT', 'BRAEFELL-WINDOW'], 1);
    const [plain] = await paidOrders(['BRAEFELL-KIT'], 1);
    assert.ok(both && plain);
    await endWindow(database.sql, batch);
    const settled = await database.keepAs(owner, (sql) => close(sql, batch));
    assert.deepEqual([settled.stage, settled.dropped_kits], ['closed', 1]);
    const money = await moneyOf(database.sql, both);
    assert.deepEqual([money.status, money.refundDueMinor], ['paid', 1900]);
    assert.equal((await moneyOf(database.sql, plain)).refundDueMinor, 0);
    const lines = await database.sql`
      select sku, refunded_quantity from public.order_lines where order_id = ${both.id} order by sku`;
    assert.deepEqual(
      lines.map((line) => [line['sku'], line['refunded_quantity']]),
      [
        ['BRAEFELL-KIT', 0],
        ['BRAEFELL-WINDOW', 1],
      ],
    );
    const [told] = await database.sql`
      select count(*)::int as n from public.outbox where kind = 'kit_dropped' and payload ->> 'order_id' = ${both.id}`;
    assert.equal(told?.['n'], 1);
    assert.deepEqual(await findBrokenInvariants(database.sql), []);
  });

  test('says beforehand what it would do, kit by kit, and nothing of that stays', async () => {
    const batch = await makeBatch(database.sql, [
      { sku: 'BRAEFELL-KIT', moq: 1 },
      { sku: 'BRAEFELL-WINDOW', moq: 3 },
    ]);
    const [both] = await paidOrders(['BRAEFELL-KIT', 'BRAEFELL-WINDOW'], 1);
    assert.ok(both);
    const traces = () => database.sql`
      select (select count(*)::int from public.outbox where payload ->> 'order_id' = ${both.id}) as mails,
        (select count(*)::int from public.order_events where order_id = ${both.id}) as events,
        (select count(*)::int from public.batch_stage_history where batch_id = ${batch}) as stages,
        (select sum(refunded_quantity)::int from public.order_lines where order_id = ${both.id}) as refunded,
        (select settled_at from public.batches where id = ${batch})`;
    const before = await traces();
    const planned = await database.keepAs(owner, (sql) => close(sql, batch, true));
    assert.deepEqual([planned.stage, planned.is_settled], ['closed', false]);
    assert.deepEqual(await traces(), before);
    assert.equal((await moneyOf(database.sql, both)).refundDueMinor, 0);
    await endWindow(database.sql, batch);
    const settled = await database.keepAs(owner, (sql) => close(sql, batch));
    assert.equal(settled.is_settled, true);
    assert.deepEqual(settled.kits, planned.kits);
    assert.partialDeepStrictEqual(settled.kits, [
      { ordered: 1, moq: 1, is_dropped: false, lines: 0, refund_minor: 0 },
      { ordered: 1, moq: 3, is_dropped: true, lines: 1, refund_minor: 1900 },
    ]);
  });

  test('a batch with orders goes into production settled or not at all', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 1 }]);
    await paidOrders(['BRAEFELL-PLATE'], 1);
    await endWindow(database.sql, batch);
    await database.sql`update public.batches set stage = 'closed' where id = ${batch}`;
    const produce = (sql: TransactionSql) =>
      sql`update public.batches set stage = 'in_production' where id = ${batch}`;
    assert.equal((await refusalOf(database.as(person('editor'), produce))).reason, 'not_settled');
    // Its other facts change as ever.
    const delay = (sql: TransactionSql) =>
      sql`update public.batches set note = 'Delayed' where id = ${batch} returning id`;
    assert.equal((await database.keepAs(person('editor'), delay)).length, 1);
    await database.keepAs(owner, (sql) => close(sql, batch));
    await database.keepAs(person('editor'), produce);
  });

  test('makes the reached tier the price of all, and owes early buyers the difference', async () => {
    const batch = await makeBatch(database.sql, [
      {
        sku: 'BRAEFELL-PLATE',
        moq: 1,
        tiers: [
          [2, 3000],
          [3, 2500],
        ],
      },
    ]);
    const orders = await paidOrders(['BRAEFELL-PLATE'], 3);
    await endWindow(database.sql, batch);
    await database.keepAs(owner, (sql) => close(sql, batch));
    const due = await Promise.all(
      orders.map(async (one) => (await moneyOf(database.sql, one)).refundDueMinor),
    );
    const lines = await database.sql<{ unit_price_minor: number }[]>`
      select unit_price_minor from public.order_lines where batch_id = ${batch} order by unit_price_minor desc`;
    const paidPrices = lines.map((line) => line.unit_price_minor);
    assert.deepEqual(
      due.toSorted((a, b) => b - a),
      paidPrices.map((price) => price - 2500),
    );
  });

  test('its history tells when the clock opened and closed it, not when that was written down', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-KIT', moq: 50 }]);
    await database.sql.begin(async (before) => {
      await before`set local session_replication_role = replica`;
      await before`delete from public.batch_stage_history where batch_id = ${batch}`;
      await before`update public.batches set stage = 'announced', opens_at = now() - interval '28 days', closes_at = now() - interval '2 hours' where id = ${batch}`;
    });
    await database.keepAs(owner, (sql) => close(sql, batch));
    const history = await database.sql<{ stage: string }[]>`
      select h.stage from public.batch_stage_history h
      join public.batches b on b.id = h.batch_id
      where b.id = ${batch} and h.entered_at in (b.opens_at, b.closes_at) order by h.entered_at`;
    assert.deepEqual(
      history.map(({ stage }) => stage),
      ['open', 'closed'],
    );
  });

  test('a kit without which the others make no set takes all with it, postage included', async () => {
    const batch = await makeBatch(database.sql, [
      { sku: 'BRAEFELL-KIT', moq: 50 },
      { sku: 'BRAEFELL-PLATE', moq: 1 },
    ]);
    const [one] = await paidOrders(['BRAEFELL-KIT', 'BRAEFELL-PLATE'], 1);
    assert.ok(one);
    await endWindow(database.sql, batch);
    const settled = await database.keepAs(owner, (sql) => close(sql, batch));
    assert.deepEqual([settled.stage, settled.dropped_kits], ['moq_failed', 2]);
    assert.equal((await moneyOf(database.sql, one)).refundDueMinor, one.totalMinor);
  });

  test('unpaid orders decide neither price nor outcome, and owe nothing for what is not made', async () => {
    const batch = await makeBatch(database.sql, [
      { sku: 'BRAEFELL-PLATE', moq: 2, tiers: [[2, 3000]] },
      { sku: 'BRAEFELL-PCB', moq: 1, tiers: [[2, 5000]] },
    ]);
    const [paid] = await paidOrders(['BRAEFELL-PLATE', 'BRAEFELL-PCB'], 1);
    const waiting = [
      await order(['BRAEFELL-PLATE']),
      await order(['BRAEFELL-PLATE']),
      await order(['BRAEFELL-PCB']),
    ] as const;
    assert.ok(paid);
    const planned = await database.keepAs(owner, (sql) => close(sql, batch, true));
    await endWindow(database.sql, batch);
    const settled = await database.keepAs(owner, (sql) => close(sql, batch));
    assert.deepEqual(settled.kits, planned.kits);
    assert.partialDeepStrictEqual(settled.kits, [
      { moq: 1, ordered: 1, waiting: 1, is_dropped: false, refund_minor: 0 },
      { moq: 2, ordered: 1, waiting: 2, is_dropped: true, lines: 1 },
    ]);
    const money = await Promise.all(waiting.map(async (one) => moneyOf(database.sql, one)));
    assert.deepEqual(
      money.map(({ status }) => status),
      ['cancelled', 'cancelled', 'awaiting_payment'],
    );
    assert.equal((await dueOf(waiting[2])).dueMinor, waiting[2].totalMinor);
    assert.deepEqual(await mailsAbout(waiting[0]), ['order_placed', 'order_cancelled']);
    assert.deepEqual(await findBrokenInvariants(database.sql), []);
  });

  test('who pays after the closing pays the settled price, without the kit that is not made', async () => {
    const batch = await makeBatch(database.sql, [
      { sku: 'BRAEFELL-PLATE', moq: 1, tiers: [[2, 3000]] },
      { sku: 'BRAEFELL-WINDOW', moq: 9 },
    ]);
    const late = await order(['BRAEFELL-PLATE', 'BRAEFELL-WINDOW']);
    const [line] = await database.sql<{ minor: number }[]>`
      select unit_price_minor as minor from public.order_lines where order_id = ${late.id} and sku = 'BRAEFELL-PLATE'`;
    await paidOrders(['BRAEFELL-PLATE'], 2);
    await endWindow(database.sql, batch);
    await database.keepAs(owner, (sql) => close(sql, batch));
    const due = late.totalMinor - 1900 - ((line?.minor ?? 0) - 3000);
    assert.deepEqual(await dueOf(late), { dueMinor: due, skus: ['BRAEFELL-PLATE'] });
    assert.deepEqual(await mailsAbout(late), ['order_placed', 'order_changed']);
    await pay(database.sql, { id: late.id, totalMinor: due });
    const { status, refundDueMinor } = await moneyOf(database.sql, late);
    assert.deepEqual([status, refundDueMinor], ['paid', 0]);
    assert.deepEqual(await findBrokenInvariants(database.sql), []);
  });

  test('who pays the old sum after the closing is owed the difference', async () => {
    const batch = await makeBatch(database.sql, [
      { sku: 'BRAEFELL-PCB', moq: 1 },
      { sku: 'BRAEFELL-WINDOW', moq: 9 },
    ]);
    const late = await order(['BRAEFELL-PCB', 'BRAEFELL-WINDOW']);
    await paidOrders(['BRAEFELL-PCB'], 1);
    await endWindow(database.sql, batch);
    await database.keepAs(owner, (sql) => close(sql, batch));
    await database.keepAs(
      owner,
      (sql) => sql`select public.record_payment(${late.id}, ${late.totalMinor})`,
    );
    const { status, refundDueMinor } = await moneyOf(database.sql, late);
    assert.deepEqual([status, refundDueMinor], ['paid', 1900]);
  });

  test('who pays after the closing moves no price any more', async () => {
    const batch = await makeBatch(database.sql, [
      { sku: 'BRAEFELL-PCB', moq: 1, tiers: [[2, 5000]] },
    ]);
    const late = await order(['BRAEFELL-PCB']);
    await paidOrders(['BRAEFELL-PCB'], 1);
    await endWindow(database.sql, batch);
    await database.keepAs(owner, (sql) => close(sql, batch));
    await pay(database.sql, late);
    const [now] = await database.sql`
      select a.ordered_count, a.price_minor = v.price_minor as "isBase"
      from public.availability a join public.variants v on v.id = a.variant_id where v.sku = 'BRAEFELL-PCB'`;
    assert.deepEqual({ ...now }, { ordered_count: 1, isBase: true });
  });

  test('settles once, after the window, for the owner alone; the job does the same', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 1 }]);
    await paidOrders(['BRAEFELL-PLATE'], 1);
    const reason = async (name: 'owner' | 'editor' | 'first') =>
      (await refusalOf(database.as(person(name), (sql) => close(sql, batch)))).reason;
    assert.equal(await reason('owner'), 'not_closed');
    await endWindow(database.sql, batch);
    assert.equal(await reason('editor'), 'not_allowed');
    assert.equal(await reason('first'), 'not_allowed');
    await Promise.all(Array.from({ length: 4 }, () => database.sql`select private.run_due_jobs()`));
    assert.equal(await reason('owner'), 'already_settled');
    const [row] = await database.sql`
      select count(*)::int as n from public.batch_stage_history where batch_id = ${batch} and stage = 'closed'`;
    assert.equal(row?.['n'], 1);
  });

  for (let round = 1; round <= rounds; round += 1) {
    test(`thirty who order while it closes are in and settled with it, or were refused (round ${round})`, async () => {
      const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 100 }]);
      await order(['BRAEFELL-PLATE']);
      const ordering = Array.from({ length: 30 }, () =>
        order(['BRAEFELL-PLATE']).then(
          () => 1,
          () => 0,
        ),
      );
      const closing = endWindow(database.sql, batch).then(
        () => database.sql`select private.close_due_batches()`,
      );
      await Promise.all([...ordering, closing]);
      const [row] = await database.sql`
      select count(*) filter (where o.status <> 'cancelled')::int as unsettled,
        (select ordered_count + waiting_count from public.batch_kits where batch_id = ${batch}) as counted
      from public.order_lines l join public.order_records o on o.id = l.order_id where batch_id = ${batch}`;
      assert.deepEqual({ ...row }, { unsettled: 0, counted: 0 });
      assert.deepEqual(await findBrokenInvariants(database.sql), []);
    });
  }
});
