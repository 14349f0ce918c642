import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
} from '../../support/database.ts';
import { openStatement, settleEntry } from '../../support/data/bank-statements.ts';
import { draftedOrder } from '../../support/data/drafted-orders.ts';

const database = openTestDatabase();
const ask = (name: 'first' | 'second' | 'owner') =>
  database.keepAs(person(name), (sql) => sql`select public.request_account_deletion() as answer`);

describe('request_account_deletion', () => {
  before(async () => {
    await database.sql`
      insert into auth.mfa_factors (user_id, factor_type, status)
      values (${personId('second')}, 'totp', 'verified')`;
  });

  test('it is due in two weeks, mailed once, and asking again changes nothing', async () => {
    const [first] = await ask('first');
    const [again] = await ask('first');
    assert.deepEqual(first, again);
    const { due_at: due } = (first?.['answer'] ?? {}) as { due_at: string };
    const days = (Date.parse(due) - Date.now()) / 86_400_000;
    assert(days > 13.9 && days < 14.1);
    const mails = await database.sql`
      select payload from public.outbox where kind = 'account_deletion' and user_id = ${personId('first')}`;
    assert.equal(mails.length, 1);
  });

  test('people who work here, whoever owes a second factor, and strangers are refused', async () => {
    assert.equal((await refusalOf(ask('owner'))).reason, 'works_here');
    assert.equal((await refusalOf(ask('second'))).reason, 'second_factor');
    const refusal = await refusalOf(
      database.as(anonymous, (sql) => sql`select public.request_account_deletion()`),
    );
    assert.equal(refusal.code, '42501');
  });

  test('when it is due the account goes, with its addresses and mails, and nobody else’s', async () => {
    const id = personId('first');
    for (const name of ['first', 'second'] as const) {
      await database.sql`
        insert into public.addresses (user_id, name, line1, city, country)
        values (${personId(name)}, 'Canary Person', 'Canary Street 1', 'Utrecht', 'NL')`;
    }
    const run = () => database.sql`select private.delete_due_accounts() as gone`;
    assert.equal((await run())[0]?.['gone'], 0);
    await database.sql`update private.account_deletions set due_at = now() where user_id = ${id}`;
    assert.equal((await run())[0]?.['gone'], 1);
    assert.equal((await run())[0]?.['gone'], 0);
    const left = await database.sql`
      select user_id from public.addresses where name = 'Canary Person'`;
    assert.deepEqual(
      left.map((row) => row['user_id'] as string),
      [personId('second')],
    );
    const traces = await database.sql`
      select from auth.users where id = ${id} union all select from public.outbox where recipient = 'first@people.test'`;
    assert.equal(traces.length, 0);
  });

  test('an ended order of a deleted account keeps no address, the ones before its last neither', async () => {
    const order = await draftedOrder(database, ['PEBBLE-10']);
    await database.sql`
      insert into private.address_history (order_id, address) values (${order.id}, '{"name": "Canary Person"}')`;
    await database.sql`update public.order_records set status = 'delivered' where id = ${order.id}`;
    await database.sql`insert into private.forgotten_orders (order_id) values (${order.id})`;
    await database.sql`select private.delete_due_accounts()`;
    const [left] = await database.sql`
      select c.email, c.address, (select count(*)::int from private.address_history h where h.order_id = c.order_id) as earlier
      from private.order_contacts c where c.order_id = ${order.id}`;
    assert.deepEqual(
      { ...left },
      {
        email: 'deleted@account.invalid',
        address: { country: 'NL' },
        earlier: 0,
      },
    );
  });

  test('what a bank told of an ended order’s payment is forgotten, that it came is not', async () => {
    const { id: order_id } = await draftedOrder(database, ['PEBBLE-10']);
    const amount_minor = 100;
    const { id } = await database.keepAs(person('owner'), async (sql) => {
      const parts = [{ order_id, amount_minor, captured_minor: 0 }];
      const statement = await openStatement(sql);
      const entry = { amount_minor, payer: 'Canary Person', message: 'Canary' };
      return settleEntry(sql, entry, 'recorded', parts, { statement });
    });
    await database.sql`update public.order_records set status = 'delivered' where id = ${order_id}`;
    await database.sql`insert into private.forgotten_orders (order_id) values (${order_id})`;
    await database.sql`select private.delete_due_accounts()`;
    const [left] =
      await database.sql`select payer, message, status from public.bank_entries where id = ${id}`;
    assert.deepEqual({ ...left }, { payer: '', message: '', status: 'recorded' });
    const told =
      await database.sql`select from public.audit_log where concat(before, after) like '%Canary Person%'`;
    assert.equal(told.length, 0);
  });
});
