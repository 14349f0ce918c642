import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openTestDatabase, person, personId, refusalOf } from '../../support/database.ts';

const database = openTestDatabase();
type Name = 'owner' | 'editor' | 'first';

const setAs = (name: Name, email: string, role: string | null) =>
  database.as(person(name), async (sql) => {
    await sql`select public.set_staff_role(${email}, ${role})`;
    await sql`reset role`;
    const rows = await sql<{ role: string }[]>`
      select s.role from private.staff s join auth.users u on u.id = s.user_id where u.email = lower(${email})`;
    const logged = await sql`
      select actor_id, before, after from public.audit_log where table_name = 'staff' order by id desc limit 1`;
    return { role: rows[0]?.role ?? null, actor: logged[0]?.['actor_id'] as string };
  });

describe('set_staff_role', () => {
  before(async () => {
    await database.sql`update auth.users set email_confirmed_at = null where email = 'former@people.test'`;
    await database.sql`delete from private.staff s using auth.users u where u.id = s.user_id and u.email not like '%@people.test'`;
  });

  test('the owner adds, changes and removes people, and it is written down', async () => {
    const owner = personId('owner');
    assert.deepEqual(await setAs('owner', 'First@people.test', 'support'), {
      role: 'support',
      actor: owner,
    });
    assert.equal((await setAs('owner', 'editor@people.test', 'fulfilment')).role, 'fulfilment');
    assert.equal((await setAs('owner', 'editor@people.test', null)).role, null);
  });

  test('nobody else does', async () => {
    for (const name of ['editor', 'first'] as const) {
      const refusal = await refusalOf(setAs(name, 'first@people.test', 'owner'));
      assert.equal(refusal.reason, 'not_allowed');
    }
  });

  test('unknown roles, unconfirmed addresses and the last owner are refused', async () => {
    const reason = async (email: string, role: string | null) =>
      (await refusalOf(setAs('owner', email, role))).reason;
    assert.equal(await reason('first@people.test', 'king'), 'unknown_role');
    assert.equal(await reason('former@people.test', 'support'), 'no_account');
    assert.equal(await reason('nobody@people.test', 'support'), 'no_account');
    assert.equal(await reason('owner@people.test', 'editor'), 'last_owner');
    assert.equal(await reason('owner@people.test', null), 'last_owner');
  });

  test('whoever was removed is refused at the next request', async () => {
    await database.keepAs(
      person('owner'),
      (sql) => sql`select public.set_staff_role('editor@people.test', null)`,
    );
    const [row] = await database.as(
      person('editor'),
      (sql) => sql`select public.my_staff_role() as role`,
    );
    assert.equal(row?.['role'], null);
  });
});
