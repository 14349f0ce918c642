import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { inviteAs, loggedOf, tokenOf } from '../../support/data/staff-invitations.ts';

const database = openTestDatabase();
const resendAs = (who: Caller, id: string) =>
  database.keepAs(who, (sql) => sql`select public.resend_staff_invitation(${id}::uuid)`);
const open = (token: string) =>
  database.as(anonymous, (sql) => sql`select public.open_staff_invitation(${token})`);
const age = (id: string) => database.sql`
  update private.staff_invitations set sent_at = now() - interval '8 days', expires_at = now() - interval '1 day' where id = ${id}`;

describe('resend_staff_invitation', () => {
  test('gives an expired one seven new days and a new link, and the older link is dead', async () => {
    const id = await inviteAs(database, person('owner'), 'again@people.test');
    const older = await tokenOf(database, 'again@people.test');
    await database.sql`update public.outbox set sent_at = now() where recipient = 'again@people.test'`;
    await age(id);
    await resendAs(person('owner'), id);
    const newer = await tokenOf(database, 'again@people.test');
    assert.notEqual(newer, older);
    await open(newer);
    assert.equal((await refusalOf(open(older))).reason, 'unknown_invitation');
    assert.deepEqual(
      (await loggedOf(database, 'again@people.test')).map(({ action }) => action),
      ['update', 'insert'],
    );
  });

  test('replaces a mail that has not gone out', async () => {
    const id = await inviteAs(database, person('owner'), 'queued@people.test');
    await age(id);
    await resendAs(person('owner'), id);
    const [mails] = await database.sql`
      select count(*)::int as count from public.outbox where recipient = 'queued@people.test'`;
    assert.equal(mails?.['count'], 1);
  });

  test('waits a minute, is for owners, and knows an unknown one', async () => {
    const id = await inviteAs(database, person('owner'), 'soon@people.test');
    const reason = async (who: Caller, which: string) =>
      (await refusalOf(resendAs(who, which))).reason;
    assert.equal(await reason(person('owner'), id), 'too_many_tries');
    assert.equal(await reason(person('support'), id), 'not_allowed');
    assert.equal(await reason(person('first'), id), 'not_allowed');
    assert.equal((await refusalOf(resendAs(anonymous, id))).code, '42501');
    assert.equal(
      await reason(person('owner'), '00000000-0000-4000-8000-00000000dead'),
      'unknown_invitation',
    );
  });
});
