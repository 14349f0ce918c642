import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { openTestDatabase, person, personId, refusalOf, withCode } from '../../support/database.ts';

const database = openTestDatabase();

const withLevel = (caller: Caller, aal: 'aal1' | 'aal2'): Caller =>
  aal === 'aal2' ? withCode(caller) : { ...caller, claims: { ...caller.claims, aal } };

const callAs = (caller: Caller) =>
  database.as(caller, (sql) => sql`select private.require_second_factor()`);

/** Without the code a session finds no pool by itself. */
async function readStockAs(caller: Caller) {
  const [pool] = await database.sql`select id from public.stock_pools limit 1`;
  return database.as(
    caller,
    (sql) => sql`select public.adjust_stock(${pool?.['id']}, 0, null, 'counted')`,
  );
}

describe('require_second_factor', () => {
  before(async () => {
    await database.sql`
      insert into auth.mfa_factors (user_id, factor_type, status) values
        (${personId('owner')}, 'totp', 'verified'), (${personId('fulfilment')}, 'totp', 'unverified')`;
  });

  test('whoever has a factor must have given it in this session', async () => {
    const owner = person('owner');
    for (const caller of [owner, withLevel(owner, 'aal1')]) {
      const refusal = await refusalOf(callAs(caller));
      assert.deepEqual([refusal.code, refusal.reason], ['PT403', 'second_factor']);
    }
    await callAs(withLevel(owner, 'aal2'));
  });

  test('whoever has none, or has not finished adding one, is not asked', async () => {
    await callAs(person('support'));
    await callAs(person('fulfilment'));
  });

  test('nobody writes to many customers without it', async () => {
    const write = (sql: TransactionSql) =>
      sql`select public.mail_orders(gen_random_uuid(), array[gen_random_uuid()], 'A subject', 'A text of a mail')`;
    const refusal = await refusalOf(database.as(person('owner'), write));
    assert.deepEqual([refusal.code, refusal.reason], ['PT403', 'second_factor']);
    await database.as(withLevel(person('owner'), 'aal2'), write);
  });

  test('no draw, offer or batch moves without it, and each try is on record', async () => {
    const nobody = '00000000-0000-4000-8000-00000000dead';
    const calls = {
      freeze_list: (sql: TransactionSql) => sql`select public.freeze_list(${nobody}) as answer`,
      draw_list: (sql: TransactionSql) =>
        sql`select public.draw_list(${nobody}, 1, '', '') as answer`,
      offer_next: (sql: TransactionSql) => sql`select public.offer_next(${nobody}, 1) as answer`,
      finish_list: (sql: TransactionSql) => sql`select public.finish_list(${nobody}) as answer`,
      revoke_offer: (sql: TransactionSql) =>
        sql`select public.revoke_offer(${nobody}, 'why') as answer`,
      extend_offer: (sql: TransactionSql) =>
        sql`select public.extend_offer(${nobody}, now(), 'why') as answer`,
      reinstate_entry: (sql: TransactionSql) =>
        sql`select public.reinstate_entry(${nobody}, 'why') as answer`,
      start_group_buy: (sql: TransactionSql) =>
        sql`select public.start_group_buy(${nobody}, ${nobody}, now(), now(), null, '[]') as answer`,
    };
    const owner = person('owner');
    for (const [name, call] of Object.entries(calls)) {
      const [row] = await database.keepAs(owner, call);
      assert.equal(row?.['answer'].hint, 'second_factor', name);
      const [sure] = await database.as(withLevel(owner, 'aal2'), call);
      assert.match(
        row?.['answer'].hint === sure?.['answer'].hint ? '' : sure?.['answer'].hint,
        /^unknown_/,
      );
    }
    const tries = await database.sql`
      select after ->> 'call' as call from public.audit_log
      where action = 'refused' and after ->> 'reason' = 'second_factor' order by 1`;
    assert.deepEqual(tries.map((row) => row['call']).toSorted(), Object.keys(calls).toSorted());
    const [batch] = await database.sql`
      select id from public.batches where settled_at is null and stage in ('announced', 'open') limit 1`;
    const batchCalls = [
      (sql: TransactionSql) => sql`select public.close_batch(${batch?.['id']})`,
      (sql: TransactionSql) => sql`select public.open_extras(${batch?.['id']}, '[]')`,
    ];
    for (const call of batchCalls) {
      assert.equal((await refusalOf(database.as(owner, call))).reason, 'second_factor');
      assert.notEqual(
        (await refusalOf(database.as(withLevel(owner, 'aal2'), call))).reason,
        'second_factor',
      );
    }
  });

  test('stock does not move without it', async () => {
    const refusal = await refusalOf(readStockAs(person('owner')));
    assert.equal(refusal.reason, 'second_factor');
    await readStockAs(withLevel(person('owner'), 'aal2'));
    await readStockAs(person('fulfilment'));
  });
});
