/**
 * Invariant: at least one way stays, and the account's address follows the identities that remain.
 */
import { record } from './audit.ts';
import { requireUser } from './authenticate.ts';
import { type AuthHandler, type Database, isUuid } from './call.ts';
import { fail, reply } from './errors.ts';
import { type IdentityRow, deleteIdentity, identitiesOf } from './identities.ts';
import { findUserByEmail } from './users.ts';

export const unlinkIdentity: AuthHandler = async (parts, call) => {
  const { user } = await requireUser(parts, call);
  const id = call.parameters[0] ?? '';
  if (!isUuid(id)) return fail(404, 'validation_failed', 'identity_id must be an UUID');
  await parts.context.sql.begin(async (sql) => {
    await sql`select from auth.users where id = ${user.id} for update`;
    const identities = await identitiesOf(sql, user.id);
    if (identities.length <= 1) {
      fail(
        422,
        'single_identity_not_deletable',
        'User must have at least 1 identity after unlinking',
      );
    }
    const identity =
      identities.find((one) => one.id === id.toLowerCase()) ??
      fail(422, 'identity_not_found', "Identity doesn't exist");
    await deleteIdentity(sql, identity);
    await followIdentities(
      sql,
      identity,
      identities.filter((one) => one !== identity),
    );
    await record(sql, call, 'identity_unlinked', user.id, { provider: identity.provider });
  });
  return reply(200, {});
};

async function followIdentities(
  sql: Database,
  removed: IdentityRow,
  left: readonly IdentityRow[],
): Promise<void> {
  if (removed.provider === 'phone') {
    await sql`
      update auth.users set phone = null, phone_confirmed_at = null, updated_at = now()
      where id = ${removed.user_id}`;
    return;
  }
  const email = left.find((identity) => identity.email !== null)?.email ?? null;
  const owner = email === null ? null : await findUserByEmail(sql, email);
  if (owner && owner.id !== removed.user_id) {
    fail(
      422,
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
    );
  }
  await sql`
    update auth.users
    set email = ${email},
      email_confirmed_at = case when ${email}::text is null then null else email_confirmed_at end,
      encrypted_password = case when ${removed.provider === 'email'} then null else encrypted_password end,
      updated_at = now()
    where id = ${removed.user_id}`;
}
