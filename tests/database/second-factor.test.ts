import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Caller } from '../../scripts/local-supabase/context.ts';
import { openTestDatabase, person, personId, refusalOf } from '../support/database.ts';

const database = openTestDatabase();

const withLevel = (caller: Caller, aal: 'aal1' | 'aal2'): Caller => ({
  ...caller,
  claims: { ...caller.claims, aal },
});

const callAs = (caller: Caller) =>
  database.as(caller, (sql) => sql`select private.require_second_factor()`);

const readStockAs = (caller: Caller) =>
  database.as(caller, async (sql) => {
    const [pool] = await sql`select id from public.stock_pools limit 1`;
    return sql`select public.adjust_stock(${pool?.['id']}, 0, null, 'counted')`;
  });

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

  test('stock does not move without it', async () => {
    const refusal = await refusalOf(readStockAs(person('owner')));
    assert.equal(refusal.reason, 'second_factor');
    await readStockAs(withLevel(person('owner'), 'aal2'));
    await readStockAs(person('fulfilment'));
  });
});
