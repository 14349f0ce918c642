/**
 * Invariant: with double confirmation both mailboxes must have answered, in either order; the new
 * address is taken only if nobody else has it by then.
 */
import { fail } from './errors.ts';
import type { AuthParts, Database } from './call.ts';
import { type Post, preparePost } from './confirmations.ts';
import { addressIdentity, saveIdentity } from './identities.ts';
import { type OneTimeToken, dropTokens } from './one-time-tokens.ts';
import {
  type UserRow,
  findUserByEmail,
  findUserByPhone,
  mergeUserMetadata,
  reloadUser,
} from './users.ts';

export async function prepareEmailChange(
  parts: AuthParts,
  sql: Database,
  user: UserRow,
  newEmail: string,
  post: Pick<Post, 'challenge' | 'redirectTo'>,
): Promise<() => Promise<void>> {
  await sql`
    update auth.users set email_change = ${newEmail}, email_change_confirm_status = 0
    where id = ${user.id}`;
  await dropTokens(sql, user.id, ['email_change_token_new', 'email_change_token_current']);
  const shared = {
    ...post,
    kind: 'email-change',
    origin: 'change',
    method: 'email_change',
    newEmail,
  } as const;
  const toNew = await preparePost(parts, sql, user, {
    ...shared,
    type: 'email_change_token_new',
    to: { kind: 'email', value: newEmail },
  });
  if (!parts.settings.doubleConfirmChanges || !user.email) return toNew;
  const toCurrent = await preparePost(parts, sql, user, {
    ...shared,
    type: 'email_change_token_current',
    to: { kind: 'email', value: user.email },
  });
  return async () => {
    await toCurrent();
    await toNew();
  };
}

export async function preparePhoneChange(
  parts: AuthParts,
  sql: Database,
  user: UserRow,
  newPhone: string,
): Promise<() => Promise<void>> {
  await sql`update auth.users set phone_change = ${newPhone} where id = ${user.id}`;
  return preparePost(parts, sql, user, {
    kind: 'confirmation',
    type: 'phone_change_token',
    origin: 'change',
    to: { kind: 'phone', value: newPhone },
    challenge: null,
    method: 'otp',
    redirectTo: parts.settings.siteUrl,
  });
}

/** Null while the other mailbox has still to answer. */
export async function confirmEmailChange(
  parts: AuthParts,
  sql: Database,
  user: UserRow,
  token: OneTimeToken,
): Promise<UserRow | null> {
  const both = parts.settings.doubleConfirmChanges && user.email !== null;
  const [counted] = await sql<{ done: boolean; email_change: string }[]>`
    update auth.users set email_change_confirm_status = email_change_confirm_status + 1
    where id = ${user.id} and email_change <> ''
    returning email_change_confirm_status >= ${both ? 2 : 1} as done, email_change`;
  if (!counted) return fail(403, 'otp_expired', 'Token has expired or is invalid');
  if (!counted.done) return null;
  const taken = await findUserByEmail(sql, counted.email_change);
  if (taken && taken.id !== user.id) return failTaken('email');
  await sql`
    update auth.users
    set email = email_change, email_change = '', email_change_confirm_status = 0,
      email_confirmed_at = now(), updated_at = now()
    where id = ${user.id}`;
  await finishChange(sql, user.id, { kind: 'email', value: counted.email_change });
  await dropTokens(sql, user.id, [
    'email_change_token_new',
    'email_change_token_current',
    'recovery_token',
    token.token_type,
  ]);
  return reloadUser(sql, user.id);
}

export async function confirmPhoneChange(
  sql: Database,
  user: UserRow,
  token: OneTimeToken,
): Promise<UserRow> {
  const taken = await findUserByPhone(sql, token.relates_to);
  if (taken && taken.id !== user.id) return failTaken('phone');
  await sql`
    update auth.users
    set phone = ${token.relates_to}, phone_change = '', phone_confirmed_at = now(), updated_at = now()
    where id = ${user.id}`;
  await finishChange(sql, user.id, { kind: 'phone', value: token.relates_to });
  return reloadUser(sql, user.id);
}

async function finishChange(
  sql: Database,
  userId: string,
  address: { readonly kind: 'email' | 'phone'; readonly value: string },
): Promise<void> {
  await saveIdentity(sql, addressIdentity(userId, address, true));
  await mergeUserMetadata(sql, userId, {
    [address.kind]: address.value,
    [`${address.kind}_verified`]: true,
  });
}

export function failTaken(kind: 'email' | 'phone'): never {
  return kind === 'email'
    ? fail(422, 'email_exists', 'A user with this email address has already been registered')
    : fail(422, 'phone_exists', 'A user with this phone number has already been registered');
}
