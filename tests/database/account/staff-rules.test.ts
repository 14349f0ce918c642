import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import {
  openTestDatabase,
  person,
  personId,
  refusalOf,
  withCode,
  type PersonName,
} from '../../support/database.ts';
import { buy, defaultOptions, dutchAddress, line } from '../../support/data/orders.ts';

const database = openTestDatabase();
const roles = ['owner', 'editor', 'fulfilment', 'support'] as const;

const allowGrace = (days: number | null) =>
  database.sql`update private.staff_rules set grace_days = ${days}`;
const beginDaysAgo = (days: number) =>
  database.sql`update private.staff set added_at = now() - make_interval(days => ${days})`;
const addApp = (name: PersonName) => database.sql`
  insert into auth.mfa_factors (user_id, factor_type, status)
  values (${personId(name)}, 'totp', 'verified')`;
const removeApps = () => database.sql`delete from auth.mfa_factors`;

const countOrders = async (caller: Caller) => {
  const [row] = await database.as(
    caller,
    (sql) => sql`select count(*)::int as n from public.audit_log`,
  );
  return Number(row?.['n']);
};
const askRole = (caller: Caller) =>
  database.as(caller, (sql) => sql`select public.my_staff_role() as role`);
const stateOf = async (name: PersonName) => {
  const [row] = await database.as(
    person(name),
    (sql) => sql`select public.my_account_state() as state`,
  );
  return row?.['state'] as { readonly works_here: boolean; readonly factor_due_at: string | null };
};

beforeEach(async () => {
  await allowGrace(7);
  await database.sql`
    insert into public.audit_log (actor_role, action, table_name) values ('service_role', 'insert', 'settings')`;
});

afterEach(async () => {
  await removeApps();
  await beginDaysAgo(0);
});

describe('the days in which staff add an authenticator app', () => {
  test('are seven, and then an account without one has no right, until it has one', async () => {
    for (const role of roles) {
      await beginDaysAgo(6);
      assert.equal((await askRole(person(role)))[0]?.['role'], role);
      await beginDaysAgo(8);
      assert.equal((await refusalOf(askRole(person(role)))).reason, 'second_factor_missing');
      await addApp(role);
      assert.equal((await refusalOf(askRole(person(role)))).reason, 'second_factor');
      assert.equal((await askRole(withCode(person(role))))[0]?.['role'], role);
      await removeApps();
      // The grace does not begin anew with a lost app.
      assert.equal((await refusalOf(askRole(person(role)))).reason, 'second_factor_missing');
    }
  });

  test('end for reading, for writing, and for every function of staff', async () => {
    const owner = person('owner');
    assert.ok((await countOrders(owner)) > 0);
    await beginDaysAgo(8);
    assert.equal(await countOrders(owner), 0);
    const write = (sql: TransactionSql) =>
      sql`update public.variants set price_minor = 1 returning id`;
    assert.equal((await database.as(owner, write)).length, 0);
    const calls: ((sql: TransactionSql) => Promise<unknown>)[] = [
      (sql) => sql`select public.list_staff()`,
      (sql) => sql`select public.set_staff_role('first@people.test', 'owner')`,
      (sql) => sql`select public.export_entries(gen_random_uuid())`,
    ];
    for (const call of calls) {
      const refusal = await refusalOf(database.as(owner, call));
      assert.deepEqual([refusal.code, refusal.reason], ['PT403', 'second_factor_missing']);
    }
  });

  test('have no end where the shop says so, as the demo shop does', async () => {
    const [column] = await database.sql`
      select column_default as "givenByDefault" from information_schema.columns
      where table_name = 'staff_rules' and column_name = 'grace_days'`;
    assert.equal(column?.['givenByDefault'], '7');
    await allowGrace(null);
    await beginDaysAgo(4000);
    assert.equal((await askRole(person('owner')))[0]?.['role'], 'owner');
    assert.equal((await stateOf('owner')).factor_due_at, null);
  });

  test('are seven also where somebody lost the row of the rules', async () => {
    await beginDaysAgo(8);
    await database.sql
      .begin(async (sql) => {
        await sql`delete from private.staff_rules`;
        const [row] = await sql`
          select private.factor_due_at(${personId('owner')}) <= now() as "isOver"`;
        assert.equal(row?.['isOver'], true);
        throw new Error('undone');
      })
      .catch((error: unknown) => assert.equal(error instanceof Error && error.message, 'undone'));
  });

  test('are told to those who work here without an app, and to nobody else', async () => {
    const due = (await stateOf('editor')).factor_due_at ?? '';
    const days = (Date.parse(due) - Date.now()) / 86_400_000;
    assert.ok(days > 6.9 && days < 7.1);
    assert.equal((await stateOf('first')).factor_due_at, null);
    await addApp('editor');
    assert.equal((await stateOf('editor')).factor_due_at, null);
  });

  test('are not begun anew by another role, and an overdue account is still no customer to delete', async () => {
    await beginDaysAgo(8);
    await addApp('owner');
    await database.sql`update auth.users set email_confirmed_at = now()`;
    await database.keepAs(
      withCode(person('owner')),
      (sql) => sql`select public.set_staff_role('editor@people.test', 'support')`,
    );
    assert.equal((await refusalOf(askRole(person('editor')))).reason, 'second_factor_missing');
    await database.sql`update private.staff set role = 'editor' where user_id = ${personId('editor')}`;
    assert.equal((await stateOf('editor')).works_here, true);
    const leaving = database.as(
      person('editor'),
      (sql) => sql`select public.request_account_deletion()`,
    );
    assert.equal((await refusalOf(leaving)).reason, 'works_here');
  });
});

describe('a code that was given too long ago', () => {
  beforeEach(async () => {
    for (const role of roles) await addApp(role);
  });

  const raise = (sql: TransactionSql) => sql`update public.variants set price_minor = price_minor`;

  test('changes nothing from the hour on that the shop has set', async () => {
    await database.as(withCode(person('owner'), 11.9), raise);
    const stale = await refusalOf(database.as(withCode(person('owner'), 12.1), raise));
    assert.deepEqual([stale.code, stale.reason], ['PT403', 'second_factor_stale']);
    await database.sql`update private.staff_rules set proof_hours = 24`;
    await database.as(withCode(person('owner'), 12.1), raise);
    await database.sql`update private.staff_rules set proof_hours = 12`;
  });

  test('is told by the time of the code, not of the password, and a token without one is stale', async () => {
    const now = Math.floor(Date.now() / 1000);
    const told: unknown[] = [
      undefined,
      [],
      'totp',
      ['totp'],
      [{ method: 'password', timestamp: now }],
      [
        { method: 'totp', timestamp: now - 13 * 3600 },
        { method: 'recovery', timestamp: now },
      ],
    ];
    for (const amr of told) {
      const { claims, role } = person('owner');
      const refusal = await refusalOf(
        database.as({ role, claims: { ...claims, aal: 'aal2', amr } }, raise),
      );
      assert.equal(refusal.reason, 'second_factor_stale', JSON.stringify(amr));
    }
  });

  test('does not stop reading, nor what staff do as customers', async () => {
    const stale = withCode(person('owner'), 13);
    assert.ok((await countOrders(stale)) > 0);
    const options = await defaultOptions(database.sql, 'CURLEW-INK');
    const lines = [{ ...(await line(database.sql, 'CURLEW-INK')), options }];
    const { order } = await database.keepAs(stale, (sql) =>
      buy(sql, { lines, email: 'owner@people.test' }),
    );
    await database.keepAs(stale, (sql) => sql`select public.cancel_order(${order.id})`);
  });

  test('moves no order of a customer, and settles no batch', async () => {
    const options = await defaultOptions(database.sql, 'CURLEW-INK');
    const lines = [{ ...(await line(database.sql, 'CURLEW-INK')), options }];
    const { order } = await database.keepAs(person('first'), (sql) =>
      buy(sql, { lines, email: 'first@people.test' }),
    );
    const [bought] = await database.sql`
      select id from public.order_lines where order_id = ${order.id}`;
    const [batch] = await database.sql`
      select id from public.batches where settled_at is null and stage in ('announced', 'open') limit 1`;
    const address = JSON.stringify(dutchAddress);
    const calls: ((sql: TransactionSql) => Promise<unknown>)[] = [
      (sql) => sql`select public.cancel_order(${order.id}, 'A reason')`,
      (sql) => sql`select public.change_order_address(${order.id}, ${address}::text::jsonb)`,
      (sql) =>
        sql`select public.change_order_options(${bought?.['id']}, ${JSON.stringify(options)}::text::jsonb)`,
      (sql) => sql`select public.close_batch(${batch?.['id']}, false)`,
    ];
    for (const call of calls) {
      const stale = await refusalOf(database.as(withCode(person('owner'), 13), call));
      assert.equal(stale.reason, 'second_factor_stale');
    }
    await database.as(withCode(person('fulfilment'), 1), calls[0] ?? raise);
  });

  test('draws nothing, and the try stays on record', async () => {
    const [row] = await database.keepAs(
      withCode(person('owner'), 13),
      (sql) => sql`select public.draw_list(gen_random_uuid(), 1, '', '') as answer`,
    );
    assert.equal(row?.['answer'].hint, 'second_factor_stale');
    const tries = await database.sql`
      select from public.audit_log where action = 'refused' and after ->> 'reason' = 'second_factor_stale'`;
    assert.equal(tries.length, 1);
  });

  test('asks nobody who has no app', async () => {
    await removeApps();
    await database.as(person('owner'), raise);
  });
});
