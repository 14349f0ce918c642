import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { buy, line, quoteCart, recordPayment } from '../../support/data/orders.ts';

const database = openTestDatabase();

const linesOf = (skus: readonly string[]) =>
  Promise.all(skus.map((sku) => line(database.sql, sku)));

async function problemsOf(skus: readonly string[], caller = anonymous): Promise<string[]> {
  const lines = await linesOf(skus);
  const { problems } = await database.as(caller, (sql) => quoteCart(sql, lines));
  return problems.map(({ line: at, reason, message }) => `${at} ${reason}: ${message}`);
}

const baseMissing = (at: number, set: string) =>
  `${at} kit_needed: Add “Base” of ${set} as well: this needs it. If you ordered it before, sign in.`;

describe('a kit that every order needs', () => {
  test('a part is not sold without the kit that every order needs', async () => {
    assert.deepEqual(await problemsOf(['SALTMARSH-NOV']), [baseMissing(0, 'Saltmarsh')]);
    assert.deepEqual(await problemsOf(['LINO-NUM', 'KNOB-SILVER', 'LINO-NOV']), [
      baseMissing(0, 'Lino Print'),
      baseMissing(2, 'Lino Print'),
    ]);
    assert.deepEqual(await problemsOf(['SALTMARSH-NOV', 'SALTMARSH-BASE']), []);
    assert.deepEqual(await problemsOf(['SALTMARSH-BASE']), []);
    const lines = await linesOf(['SALTMARSH-NOV']);
    const refusal = await refusalOf(
      database.as(anonymous, (sql) => buy(sql, { lines, email: 'part@guests.test' })),
    );
    assert.deepEqual([refusal.code, refusal.reason], ['PT422', 'kit_needed']);
  });

  test('whoever has ordered it buys more of the set, and nobody else by it', async () => {
    const lines = await linesOf(['LINO-BASE']);
    const { order } = await database.keepAs(person('first'), (sql) =>
      buy(sql, { lines, email: 'first@people.test' }),
    );
    await database.keepAs(person('owner'), (sql) => recordPayment(sql, order.id));
    assert.deepEqual(await problemsOf(['LINO-NOV'], person('first')), []);
    assert.deepEqual(await problemsOf(['LINO-NOV'], person('second')), [
      baseMissing(0, 'Lino Print'),
    ]);
    await database.keepAs(
      person('owner'),
      (sql) =>
        sql`select public.transition_orders(array[${order.id}]::uuid[], 'cancelled', 'A test')`,
    );
    assert.deepEqual(await problemsOf(['LINO-NOV'], person('first')), [
      baseMissing(0, 'Lino Print'),
    ]);
  });

  test('nobody needs what nobody can buy any more, and staff enter what they like', async () => {
    assert.deepEqual(await problemsOf(['LINO-NOV'], person('owner')), []);
    await database.sql`
      update public.variants set availability = 'archived' where sku = 'LINO-BASE'`;
    assert.deepEqual(await problemsOf(['LINO-NOV']), []);
    await database.sql`
      update public.batch_kits k set capacity = ordered_count + waiting_count
      from public.variants v where v.id = k.variant_id and v.sku = 'SALTMARSH-BASE'`;
    assert.deepEqual(await problemsOf(['SALTMARSH-NOV']), []);
  });
});
