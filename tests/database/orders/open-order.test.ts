import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { balanceDue } from '#features/orders/model/order-money.ts';
import { parseOrderSummary } from '#features/orders/model/order-parser.ts';
import { anonymous, openTestDatabase, person } from '../../support/database.ts';
import { buy, line, recordPayment } from '../../support/data/orders.ts';

const database = openTestDatabase();

interface Opened {
  readonly found: boolean;
  readonly is_full?: boolean;
  readonly order?: Record<string, unknown>;
}

const open = (number: string | null, token: string | null) =>
  database.keepAs(anonymous, async (sql) => {
    const rows = await sql<
      { answer: Opened }[]
    >`select public.open_order(${number}, ${token}) as answer`;
    assert.ok(rows[0]);
    return rows[0].answer;
  });

describe('open_order', () => {
  test('shows nothing personal until the link of the mail was used', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const { order } = await database.keepAs(anonymous, (sql) =>
      buy(sql, { lines, email: 'guest@buyers.test' }),
    );
    const before = await open(order.number, order.token);
    assert.deepEqual([before.found, before.is_full], [true, false]);
    assert.ok(!JSON.stringify(before).includes('Oudegracht'));
    const [mail] = await database.sql<{ token: string }[]>`
      select (select s.secrets ->> 'token' from private.mail_secrets s where s.mail_id = outbox.id) as token from public.outbox where dedupe_key = ${`order_placed:${order.id}:placed`}`;
    assert.ok(mail);
    const proven = await open(order.number, mail.token);
    assert.equal(proven.is_full, true);
    assert.equal(proven.order?.['email'], 'guest@buyers.test');
    assert.equal((await open(order.number, order.token)).is_full, true);
  });

  test('tells a guest of no balance once money of a paid order went back', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
    await database.keepAs(person('owner'), async (sql) => {
      await recordPayment(sql, order.id);
      await sql`select public.refund_order(${order.id}, 100, '[]', 'A scratch')`;
    });
    const { order: seen = {} } = await open(order.number, order.token);
    assert.equal(seen['refunded_minor'], 100);
    const summary = parseOrderSummary(seen);
    assert.equal(summary && balanceDue(summary), 0);
    assert.equal(summary?.refundDueMinor, 0);
  });

  test('a wrong secret and a wrong number are told alike', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
    const wrong = await open(order.number, 'x'.repeat(64));
    assert.equal(wrong.found, false);
    assert.deepEqual(await open('KW-1', order.token), wrong);
    assert.deepEqual(await open(null, null), wrong);
    assert.deepEqual(await open('x'.repeat(100000), 'y'.repeat(100000)), wrong);
  });
});
