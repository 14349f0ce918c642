import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import { openTestDatabase, person, refusalOf, type PersonName } from '../../support/database.ts';
import { findBrokenInvariants } from '../../support/data/orders.ts';
import { paidOrder as makePaidOrder } from '../../support/data/refunds.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

interface Asked {
  readonly amount?: number | null;
  readonly lines?: unknown;
  readonly reason?: string;
  readonly soFar?: number | null;
  readonly restock?: boolean;
  readonly by?: PersonName;
}

interface Answer {
  readonly amount_minor: number;
  readonly status: string;
  readonly refunded_minor: number;
}

const refund = (order: string | null, asked: Asked = {}) =>
  database.keepAs(person(asked.by ?? 'owner'), async (sql) => {
    const {
      amount = null,
      lines = [],
      reason = 'Asked by mail',
      soFar = null,
      restock = false,
    } = asked;
    const rows = await sql<{ answer: Answer }[]>`
      select public.refund_order(${order}, ${amount}, ${JSON.stringify(lines)}::text::jsonb, ${reason}, ${soFar}, false, ${restock}) as answer`;
    assert.ok(rows[0]);
    return rows[0].answer;
  });

const paidOrder = (quantity?: number, code?: string) => makePaidOrder(database, quantity, code);

describe('refund_order', () => {
  test('the whole: the order is refunded and its goods are free', async () => {
    const order = await paidOrder();
    const answer = await refund(order.id);
    assert.deepEqual([answer.amount_minor, answer.status], [order.total_minor, 'refunded']);
    const [holds] = await database.sql`
      select count(*)::int as n from private.holds where order_id = ${order.id} and state = 'held'`;
    assert.equal(holds?.['n'], 0);
  });

  test('by line: what a part is worth, one by one, sums to what was paid for all', async () => {
    const order = await paidOrder(3, 'WELCOME10');
    const [paid] = await database.sql<{ paid: number }[]>`
      select total_minor - discount_minor as paid from public.order_lines where id = ${order.lines[0] ?? ''}`;
    let sum = 0;
    for (let count = 0; count < 3; count += 1) {
      const answer = await refund(order.id, { lines: [{ line_id: order.lines[0], quantity: 1 }] });
      sum += answer.amount_minor;
      assert.deepEqual(await findBrokenInvariants(database.sql), []);
    }
    assert.equal(sum, paid?.paid);
    const again = await refusalOf(
      refund(order.id, { lines: [{ line_id: order.lines[0], quantity: 1 }] }),
    );
    assert.deepEqual([again.code, again.reason], ['PT422', 'wrong_quantity']);
  });

  test('the order is written once, whatever sums change', async () => {
    const order = await paidOrder();
    const versionAndLog = async () => {
      const [row] = await database.sql<{ version: number; logged: number }[]>`
        select o.version, (select count(*)::int from public.audit_log a
          where a.table_name = 'order_records' and a.row_id = o.id::text) as logged
        from public.order_records o where o.id = ${order.id}`;
      assert.ok(row);
      return row;
    };
    const before = await versionAndLog();
    // A fee is kept: an entry of the line, one of the order, and a payment.
    await refund(order.id, { amount: 100, lines: [{ line_id: order.lines[0], quantity: 1 }] });
    const { version, logged } = await versionAndLog();
    assert.deepEqual([version, logged], [before.version + 1, before.logged + 1]);
  });

  test('never more than was captured, however many try at once', async () => {
    const order = await paidOrder();
    const part = Math.ceil(order.total_minor / 3);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => refund(order.id, { amount: part })),
    );
    assert.ok(outcomes.filter(({ status }) => status === 'fulfilled').length <= 3);
    const refusal = await refusalOf(refund(order.id, { amount: order.total_minor }));
    assert.equal(refusal.reason, 'over_captured');
  });

  test('who was slower than a colleague is told, so that two clicks are one refund', async () => {
    const order = await paidOrder();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => refund(order.id, { amount: 100, soFar: 0 })),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    const refusal = await refusalOf(refund(order.id, { amount: 100, soFar: 0 }));
    assert.deepEqual([refusal.code, refusal.reason], ['PT409', 'refunds_changed']);
  });

  test('what had left is back on the shelf where staff say so, once, and what had not is free', async () => {
    const onHand = async () => {
      const [row] = await database.sql<{ knobs: number; free: number }[]>`
        select p.on_hand as knobs, p.on_hand - p.allocated as free from public.stock_pools p
        join public.variants v on v.stock_pool_id = p.id where v.sku = 'KNOB-SILVER'`;
      assert.ok(row);
      return row;
    };
    const order = await paidOrder(3);
    const one = [{ line_id: order.lines[0], quantity: 1 }];
    const before = await onHand();
    await refund(order.id, { lines: one, restock: true });
    assert.deepEqual(await onHand(), { knobs: before.knobs, free: before.free + 1 });
    for (const to of ['ready_to_ship', 'shipped'])
      await database.keepAs(
        person('owner'),
        (sql) => sql`select public.transition_orders(array[${order.id}]::uuid[], ${to})`,
      );
    const left = await onHand();
    assert.equal(left.knobs, before.knobs - 2);
    await refund(order.id, { lines: one });
    assert.deepEqual(await onHand(), left);
    await refund(order.id, { lines: one, restock: true });
    assert.deepEqual(await onHand(), { knobs: left.knobs + 1, free: left.free + 1 });
    const [ledger] = await database.sql<{ reason: string }[]>`
      select reason from public.stock_ledger order by id desc limit 1`;
    assert.match(ledger?.reason ?? '', /^Order KW-\d+, refund$/);
  });

  test('whatever is wrong is refused by name', async () => {
    const order = await paidOrder();
    const other = await paidOrder();
    const cases: readonly (readonly [Asked, string])[] = [
      [{ reason: '' }, 'reason_missing'],
      [{ reason: 'x'.repeat(501) }, 'reason_missing'],
      [{ amount: 0 }, 'wrong_amount'],
      [{ amount: -5 }, 'wrong_amount'],
      [{ amount: 2147483647 }, 'over_captured'],
      [{ lines: 'x' }, 'wrong_json'],
      [{ lines: {} }, 'wrong_lines'],
      [{ lines: Array.from({ length: 51 }, () => ({})) }, 'wrong_lines'],
      [{ lines: [{ line_id: randomUUID(), quantity: 1 }] }, 'unknown_line'],
      [{ lines: [{ line_id: other.lines[0], quantity: 1 }] }, 'unknown_line'],
      [{ lines: [{ line_id: order.lines[0], quantity: 4 }] }, 'wrong_quantity'],
      [{ lines: [{ line_id: order.lines[0], quantity: -1 }] }, 'wrong_quantity'],
      [{ lines: [{ line_id: order.lines[0], quantity: 0.5 }] }, 'wrong_quantity'],
      [{ lines: [{ line_id: order.lines[0], quantity: '1' }] }, 'wrong_quantity'],
      [{ by: 'support' }, 'not_allowed'],
      [{ by: 'editor' }, 'not_allowed'],
      [{ by: 'first' }, 'not_allowed'],
    ];
    for (const [asked, reason] of cases) {
      assert.equal(
        (await refusalOf(refund(order.id, asked))).reason,
        reason,
        JSON.stringify(asked),
      );
    }
    const twice = [1, 1].map(() => ({ line_id: order.lines[0], quantity: 1 }));
    assert.equal((await refusalOf(refund(order.id, { lines: twice }))).reason, 'unknown_line');
    assert.equal((await refusalOf(refund(randomUUID()))).reason, 'unknown_order');
  });
});
