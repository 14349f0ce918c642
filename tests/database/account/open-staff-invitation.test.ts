import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { inviteAs, tokenOf } from '../../support/data/staff-invitations.ts';

const database = openTestDatabase();
const open = (token: string | null) =>
  database.as(anonymous, async (sql) => {
    const [row] = await sql<{ opened: Record<string, unknown> }[]>`
      select public.open_staff_invitation(${token}) as opened`;
    return row?.opened;
  });

describe('open_staff_invitation', () => {
  test('shows whoever has the secret the address, the role, and whether to sign in or up', async () => {
    for (const [email, hasAccount] of [
      ['first@people.test', true],
      ['stranger@people.test', false],
    ] as const) {
      await inviteAs(database, person('owner'), email, 'support');
      const opened = await open(await tokenOf(database, email));
      assert.deepEqual(
        [opened?.['email'], opened?.['role'], opened?.['has_account']],
        [email, 'support', hasAccount],
      );
    }
  });

  test('shows nothing for a guess, a hash, nothing at all, or once it has expired', async () => {
    await inviteAs(database, person('owner'), 'gone@people.test');
    const token = await tokenOf(database, 'gone@people.test');
    const [kept] = await database.sql<{ hash: string }[]>`
      select token_hash as hash from private.staff_invitations where email = 'gone@people.test'`;
    const reason = async (text: string | null) => (await refusalOf(open(text))).reason;
    for (const text of ['0'.repeat(64), kept?.hash ?? '', '', null, token.slice(1)])
      assert.equal(await reason(text), 'unknown_invitation');
    await database.sql`update private.staff_invitations set expires_at = now()`;
    assert.equal(await reason(token), 'unknown_invitation');
  });
});
