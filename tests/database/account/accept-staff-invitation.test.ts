import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
} from '../../support/database.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { inviteAs, loggedOf, tokenOf } from '../../support/data/staff-invitations.ts';

const database = openTestDatabase();
const acceptAs = (who: Caller, token: string) =>
  database.keepAs(who, async (sql) => {
    const [row] = await sql<{ accepted: { role: string; factor_due_at: string | null } }[]>`
      select public.accept_staff_invitation(${token}) as accepted`;
    return row?.accepted;
  });
const reason = async (who: Caller, token: string) => (await refusalOf(acceptAs(who, token))).reason;
const roleOf = async (name: 'first' | 'second') => {
  const [row] = await database.as(
    person(name),
    (sql) => sql`select public.my_staff_role() as role`,
  );
  return row?.['role'] as string | null;
};
async function invited(role = 'editor'): Promise<string> {
  await inviteAs(database, person('owner'), 'first@people.test', role);
  return tokenOf(database, 'first@people.test');
}

describe('accept_staff_invitation', () => {
  beforeEach(async () => {
    const people = [personId('first'), personId('second')];
    await database.sql`delete from private.staff where user_id = any (${people}::uuid[])`;
    await database.sql`delete from private.staff_invitations`;
    await database.sql`delete from public.outbox`;
    await database.sql`delete from auth.mfa_factors`;
    await database.sql`delete from private.account_deletions`;
    await database.sql`update auth.users set email_confirmed_at = now()`;
    await database.sql`update private.staff_rules set grace_days = 7`;
  });

  test('gives the role once, with a week for the second factor, and writes it down', async () => {
    const token = await invited('fulfilment');
    const accepted = await acceptAs(person('first'), token);
    assert.equal(accepted?.role, 'fulfilment');
    assert.ok(new Date(accepted?.factor_due_at ?? 0) > new Date(Date.now() + 6 * 86_400_000));
    assert.equal(await roleOf('first'), 'fulfilment');
    assert.equal(await reason(person('first'), token), 'unknown_invitation');
    const [line] = await loggedOf(database, 'first@people.test');
    assert.deepEqual([line?.outcome, line?.actor_id], ['accepted', personId('first')]);
  });

  test('of two presses at once one counts', async () => {
    const token = await invited();
    const both = await Promise.allSettled([
      acceptAs(person('first'), token),
      acceptAs(person('first'), token),
    ]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  });

  test('is for the very address that was invited, once it is proven', async () => {
    const token = await invited();
    assert.equal(await reason(person('second'), token), 'other_address');
    assert.equal(await roleOf('second'), null);
    assert.equal((await refusalOf(acceptAs(anonymous, token))).code, '42501');
    await database.sql`update auth.users set email_confirmed_at = null where email = 'first@people.test'`;
    assert.equal(await reason(person('first'), token), 'other_address');
    assert.equal(await roleOf('first'), null);
  });

  test('refuses one that has expired', async () => {
    const token = await invited();
    await database.sql`update private.staff_invitations set expires_at = now()`;
    assert.equal(await reason(person('first'), token), 'unknown_invitation');
  });

  test('asks an account with a second factor for its code first', async () => {
    const token = await invited();
    await database.sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
      values (gen_random_uuid(), ${personId('first')}, 'totp', 'verified', 'x', now(), now())`;
    assert.equal(await reason(person('first'), token), 'second_factor');
  });

  test('writes down who accepted where the shop leaves no time for a second factor', async () => {
    const token = await invited();
    await database.sql`update private.staff_rules set grace_days = 0`;
    await acceptAs(person('first'), token);
    assert.equal((await loggedOf(database, 'first@people.test'))[0]?.outcome, 'accepted');
    assert.equal((await refusalOf(roleOf('first'))).reason, 'second_factor_missing');
  });

  test('never takes a role that an owner gave in the meantime', async () => {
    const token = await invited('support');
    await database.sql`insert into private.staff (user_id, role) values (${personId('first')}, 'owner')`;
    assert.equal((await acceptAs(person('first'), token))?.role, 'owner');
  });

  test('waits for an account that is about to be deleted', async () => {
    const token = await invited();
    await database.sql`
      insert into private.account_deletions (user_id, undo_hash, due_at)
      values (${personId('first')}, 'x', now() + interval '14 days')`;
    assert.equal(await reason(person('first'), token), 'deletion_due');
  });
});
