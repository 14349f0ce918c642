import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';
import { buy, line } from '../../support/data/orders.ts';

const database = openTestDatabase();

const order = async (key: string, caller: Caller = anonymous) => {
  const lines = [await line(database.sql, 'FOAM-60')];
  return database.keepAs(caller, (sql) => buy(sql, { lines, key, email: `${key}@example.org` }));
};
const pass = (key: string, caller: Caller = service) =>
  database.keepAs(caller, (sql) => sql`select public.pass_captcha(${key})`);

describe('while the captcha is switched on', () => {
  before(async () => {
    await database.sql`update public.settings set value = 1 where key = 'captcha_for_guests'`;
  });

  test('a guest’s order needs a pass for its own key, and leaves nothing behind without one', async () => {
    const [key, other] = [randomUUID(), randomUUID()];
    await pass(other);
    assert.equal((await refusalOf(order(key))).reason, 'captcha_needed');
    const [left] = await database.sql<{ orders: number }[]>`
      select count(*)::int as orders from private.order_contacts where email = ${`${key}@example.org`}`;
    assert.equal(left?.orders, 0);
    await pass(key);
    assert.equal((await order(key)).replayed, false);
    assert.equal((await order(key)).replayed, true);
  });

  test('a pass ends after an hour', async () => {
    const key = randomUUID();
    await pass(key);
    await database.sql`update private.captcha_passes set passed_at = now() - interval '61 minutes' where order_key = ${key}`;
    assert.equal((await refusalOf(order(key))).reason, 'captcha_needed');
    await pass(randomUUID());
    const [left] = await database.sql<{ passes: number }[]>`
      select count(*)::int as passes from private.captcha_passes where order_key = ${key}`;
    assert.equal(left?.passes, 0);
  });

  test('an account with a confirmed mailbox is not asked', async () => {
    assert.equal((await order(randomUUID(), person('first'))).replayed, false);
  });

  test('nobody but the service gives a pass', async () => {
    for (const caller of [anonymous, person('first'), person('owner')])
      await assert.rejects(pass(randomUUID(), caller), /permission denied/);
  });
});

test('while it is off nobody is asked', async () => {
  await database.sql`update public.settings set value = 0 where key = 'captcha_for_guests'`;
  assert.equal((await order(randomUUID())).replayed, false);
  await database.sql`delete from public.settings where key = 'captcha_for_guests'`;
  assert.equal((await order(randomUUID())).replayed, false);
});
