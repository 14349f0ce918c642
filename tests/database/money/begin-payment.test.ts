import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { beginPayment, buy, letTimeToPayPass, line } from '../../support/data/orders.ts';

const database = openTestDatabase();

async function place(payment = 'demo') {
  const lines = [await line(database.sql, 'FOAM-60')];
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines, payment }));
  return order;
}

describe('begin_payment', () => {
  test('asking twice is one attempt at what is due', async () => {
    const order = await place();
    const begin = () =>
      database.keepAs(anonymous, (sql) => beginPayment(sql, order.id, order.token));
    const [one, two] = [await begin(), await begin()];
    assert.equal(one.attempt_id, two.attempt_id);
    assert.deepEqual([one.amount_minor, one.currency], [order.total_minor, 'EUR']);
  });

  test('nobody but the customer begins one', async () => {
    const order = await place();
    for (const [caller, token] of [
      [anonymous, null],
      [anonymous, 'x'.repeat(64)],
      [person('second'), null],
      [person('owner'), null],
    ] as const) {
      const refusal = await refusalOf(
        database.as(caller, (sql) => beginPayment(sql, order.id, token)),
      );
      assert.deepEqual([refusal.code, refusal.reason], ['PT404', 'unknown_order']);
    }
  });

  test('an order whose time has passed and a way of paying that is not offered are refused', async () => {
    const order = await place();
    const refused = (provider: string) =>
      refusalOf(
        database.as(
          anonymous,
          (sql) => sql`select public.begin_payment(${order.id}, ${order.token}, ${provider})`,
        ),
      );
    for (const provider of ['stripe', 'invoice', 'gold']) {
      assert.equal((await refused(provider)).reason, 'wrong_payment');
    }
    await letTimeToPayPass(database.sql, order.id);
    const refusal = await refused('demo');
    assert.deepEqual([refusal.code, refusal.reason], ['PT409', 'not_payable']);
  });
});
