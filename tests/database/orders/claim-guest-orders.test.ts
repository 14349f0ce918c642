import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
} from '../../support/database.ts';
import { buy, dutchAddress, line, type AnySql } from '../../support/data/orders.ts';

const database = openTestDatabase();

const claim = (name: 'first' | 'second') =>
  database.keepAs(person(name), async (sql) => {
    const [row] = await sql<{ n: number }[]>`select public.claim_guest_orders() as n`;
    return row?.n;
  });

describe('claim_guest_orders', () => {
  test('takes orders of the proven mailbox alone, once', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const place = (email: string) =>
      database.keepAs(anonymous, (sql) => buy(sql, { lines, email }));
    const mine = await place('First@People.test');
    const theirs = await place('second@people.test');
    await database.sql`update auth.users set email_confirmed_at = null where id = ${personId('first')}`;
    assert.equal((await refusalOf(claim('first'))).reason, 'mailbox_unproven');
    await database.sql`update auth.users set email_confirmed_at = now() where id = ${personId('first')}`;
    assert.deepEqual([await claim('first'), await claim('first')], [1, 0]);
    const seen = await database.as(
      person('first'),
      (sql) => sql<{ id: string }[]>`select id from public.orders`,
    );
    assert.deepEqual(
      seen.map(({ id }) => id),
      [mine.order.id],
    );
    assert.notEqual(theirs.order.id, mine.order.id);
  });

  test('what the guest’s browser knew opens and moves nothing any more, nor does the mail act', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    await database.sql`update auth.users set email_confirmed_at = now() where id = ${personId('first')}`;
    const { order } = await database.keepAs(anonymous, (sql) =>
      buy(sql, { lines, email: 'first@people.test' }),
    );
    const mailed = '0123456789abcdef'.repeat(4);
    await database.sql`
      update private.order_contacts set mailbox_token_hash = private.hash_of(${mailed}) where order_id = ${order.id}`;
    const [own] = await database.sql<{ id: string }[]>`
      select id from public.order_lines where order_id = ${order.id}`;
    const open = (token: string) =>
      database.keepAs(anonymous, async (sql) => {
        const [row] =
          await sql`select public.open_order(${order.number}, ${token}) ->> 'found' as found`;
        return row?.['found'];
      });
    const address = JSON.stringify(dutchAddress);
    const acts = (token: string) => [
      (sql: AnySql) => sql`select public.cancel_order(${order.id}, '', ${token})`,
      (sql: AnySql) =>
        sql`select public.change_order_address(${order.id}, ${address}::text::jsonb, ${token})`,
      (sql: AnySql) => sql`select public.change_order_options(${own?.id ?? ''}, '{}', ${token})`,
    ];
    assert.equal(await open(order.token), 'true');
    assert.equal(await claim('first'), 1);
    assert.deepEqual([await open(order.token), await open(mailed)], ['false', 'true']);
    for (const token of [order.token, mailed])
      for (const act of acts(token))
        assert.match(
          (await refusalOf(database.as(anonymous, act))).reason,
          /^unknown_(order|line)$/,
        );
  });

  test('an order of an account that is gone is nobody’s to claim', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    await database.sql`update auth.users set email_confirmed_at = now() where id = ${personId('first')}`;
    const { order } = await database.keepAs(person('second'), (sql) =>
      buy(sql, { lines, email: 'first@people.test' }),
    );
    await database.sql`update public.order_records set user_id = null where id = ${order.id}`;
    assert.equal(await claim('first'), 0);
  });

  test('takes someone who is signed in', async () => {
    const refusal = await refusalOf(
      database.as(anonymous, (sql) => sql`select public.claim_guest_orders()`),
    );
    assert.equal(refusal.code, '42501');
  });
});
