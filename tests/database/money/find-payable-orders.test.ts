import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { buy, dutchAddress, line, recordPayment } from '../../support/data/orders.ts';

const database = openTestDatabase();

async function place(name: string, email: string) {
  const lines = [await line(database.sql, 'KNOB-SILVER')];
  const address = { ...dutchAddress, name };
  return (await database.keepAs(anonymous, (sql) => buy(sql, { lines, address, email }))).order;
}

const find = (text: string, caller: Caller = person('fulfilment'), currency = 'EUR') =>
  database.as(caller, async (sql) => {
    const [row] = await sql<{ found: readonly { number: string; email: string }[] }[]>`
      select public.find_payable_orders(${text}, ${currency}) as found`;
    return row?.found.map(({ number }) => number) ?? [];
  });

describe('find_payable_orders', () => {
  test('finds by number, e-mail, name and amount due, those that are paid by their number and e-mail alone', async () => {
    const order = await place('Zoë van der Müller', 'zoe@find.test');
    const { number, total_minor } = order;
    const amount = (total_minor / 100).toFixed(2);
    for (const text of [
      number,
      number.slice(3),
      'ZOE@find.test',
      'zoe@fi',
      'mueller zo',
      amount,
      amount.replace('.', ','),
    ])
      assert.deepEqual(await find(text), [number], text);
    for (const text of ['z', '', 'Someone Else', '0.01', '%', 'KW-', "' or 1=1"])
      assert.deepEqual(await find(text), [], text);
    assert.deepEqual(await find('mueller', person('owner'), 'USD'), []);
    await database.keepAs(person('owner'), (sql) => recordPayment(sql, order.id));
    assert.deepEqual(await find(number), [number]);
    assert.deepEqual(await find('zoe@find.test'), [number]);
    for (const text of ['mueller', amount]) assert.deepEqual(await find(text), [], text);
  });

  test('is for those alone who record payments', async () => {
    for (const caller of [person('support'), person('editor'), person('first')])
      assert.equal((await refusalOf(find('KW-10001', caller))).reason, 'not_allowed');
    await assert.rejects(find('KW-10001', anonymous), /permission denied/);
  });
});
