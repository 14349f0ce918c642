import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';

const database = openTestDatabase();

const record = (caller: Caller, name: string | null) =>
  database.keepAs(
    caller,
    (sql) =>
      sql`select public.record_vat_check('DE123456789', true, ${name}, ${'x'.repeat(5000)}, null)`,
  );

describe('record_vat_check', () => {
  test('keeps what a register says, however long, with the time', async () => {
    await record(service, null);
    const [row] = await database.sql`
      select name, length(address) as long, consultation, checked_at <= clock_timestamp() as timed from private.vat_checks`;
    assert.deepEqual({ ...row }, { name: '', long: 1000, consultation: '', timed: true });
  });

  test('is for the edge function alone: nobody vouches for their own number', async () => {
    for (const caller of [anonymous, person('first'), person('owner')])
      assert.equal((await refusalOf(record(caller, 'Mine'))).code, '42501');
  });
});
