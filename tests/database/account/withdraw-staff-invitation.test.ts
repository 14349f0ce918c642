import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { inviteAs, loggedOf, tokenOf } from '../../support/data/staff-invitations.ts';

const database = openTestDatabase();
const withdrawAs = (who: Caller, id: string) =>
  database.keepAs(who, async (sql) => {
    const [row] = await sql<{ done: boolean }[]>`
      select public.withdraw_staff_invitation(${id}::uuid) as done`;
    return row?.done;
  });

describe('withdraw_staff_invitation', () => {
  test('ends the link and the mail that waits, once, and writes it down', async () => {
    const id = await inviteAs(database, person('owner'), 'first@people.test');
    const token = await tokenOf(database, 'first@people.test');
    assert.equal(await withdrawAs(person('owner'), id), true);
    assert.equal(await withdrawAs(person('owner'), id), false);
    const accepting = database.keepAs(
      person('first'),
      (sql) => sql`select public.accept_staff_invitation(${token})`,
    );
    assert.equal((await refusalOf(accepting)).reason, 'unknown_invitation');
    const [mails] = await database.sql`
      select count(*)::int as count from public.outbox where recipient = 'first@people.test'`;
    assert.equal(mails?.['count'], 0);
    assert.deepEqual(
      (await loggedOf(database, 'first@people.test')).map(({ outcome }) => outcome),
      ['withdrawn', null],
    );
  });

  test('is for owners alone', async () => {
    const id = await inviteAs(database, person('owner'), 'kept@people.test');
    for (const name of ['editor', 'support', 'first'] as const)
      assert.equal((await refusalOf(withdrawAs(person(name), id))).reason, 'not_allowed');
    assert.equal((await refusalOf(withdrawAs(anonymous, id))).code, '42501');
  });
});
