import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
} from '../../support/database.ts';
import { inviteAs, loggedOf, tokenOf } from '../../support/data/staff-invitations.ts';

const database = openTestDatabase();
const reasonOf = async (work: Promise<unknown>) => (await refusalOf(work)).reason;

describe('invite_staff', () => {
  test('mails a secret that is kept as its hash alone, and writes it down', async () => {
    await inviteAs(database, person('owner'), ' New@Colleague.test ');
    const token = await tokenOf(database, 'new@colleague.test');
    assert.match(token, /^[0-9a-f]{64}$/);
    const [kept] = await database.sql`
      select row_to_json(i)::text as row, expires_at - sent_at = interval '7 days' as is_a_week
      from private.staff_invitations i where email = 'new@colleague.test'`;
    assert.equal(kept?.['is_a_week'], true);
    assert.ok(!String(kept?.['row']).includes(token));
    const [mail] = await database.sql`
      select payload from public.outbox where recipient = 'new@colleague.test'`;
    assert.equal(JSON.stringify(mail).includes(token), false);
    const [line] = await loggedOf(database, 'new@colleague.test');
    assert.deepEqual(
      [line?.action, line?.actor_id, line?.actor_role],
      ['insert', personId('owner'), 'owner'],
    );
    const [log] = await database.sql`
      select count(*)::int as count from public.audit_log where after::text like '%token_hash%'`;
    assert.equal(log?.['count'], 0);
  });

  test('gives nobody a right before they accept, with an account or without', async () => {
    await inviteAs(database, person('owner'), 'first@people.test', 'owner');
    const [row] = await database.as(
      person('first'),
      (sql) => sql`select public.my_staff_role() as role`,
    );
    assert.equal(row?.['role'], null);
  });

  test('is for owners alone', async () => {
    for (const name of ['editor', 'fulfilment', 'support', 'first'] as const)
      assert.equal(
        await reasonOf(inviteAs(database, person(name), 'x@people.test')),
        'not_allowed',
      );
    const refusal = await refusalOf(inviteAs(database, anonymous, 'x@people.test'));
    assert.equal(refusal.code, '42501');
  });

  test('refuses an address that is none, an unknown role, and who is staff or invited already', async () => {
    const tried = (email: string, role = 'editor') =>
      reasonOf(inviteAs(database, person('owner'), email, role));
    assert.equal(await tried('ada@example'), 'wrong_email');
    assert.equal(await tried(''), 'wrong_email');
    assert.equal(await tried('ada@example.test', 'king'), 'unknown_role');
    assert.equal(await tried('Support@people.test'), 'already_staff');
    await inviteAs(database, person('owner'), 'twice@people.test');
    assert.equal(await tried('Twice@people.test'), 'already_invited');
  });

  test('of two owners who invite at once one does, and one mail goes out', async () => {
    await database.sql`insert into private.staff (user_id, role) values (${personId('second')}, 'owner')`;
    const both = await Promise.allSettled([
      inviteAs(database, person('owner'), 'both@people.test', 'editor'),
      inviteAs(database, person('second'), 'both@people.test', 'support'),
    ]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    const [mails] = await database.sql`
      select count(*)::int as count from public.outbox where recipient = 'both@people.test'`;
    assert.equal(mails?.['count'], 1);
    assert.equal((await loggedOf(database, 'both@people.test')).length, 1);
  });

  test('invites anew once an invitation has expired, and no more than fifty times a day', async () => {
    await inviteAs(database, person('owner'), 'late@people.test');
    await database.sql`
      update private.staff_invitations set expires_at = now() where email = 'late@people.test'`;
    await inviteAs(database, person('owner'), 'late@people.test', 'support');
    await database.sql`
      insert into public.audit_log (actor_id, actor_role, action, table_name)
      select ${personId('owner')}, 'owner', 'insert', 'staff_invitations' from generate_series(1, 50)`;
    const { reason } = await refusalOf(inviteAs(database, person('owner'), 'more@people.test'));
    assert.equal(reason, 'too_many_tries');
  });
});
