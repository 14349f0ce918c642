/**
 * Invariant: an address counts as confirmed only after its own mailbox answered, and a password set
 * before that by someone who may not own the mailbox survives only the sign-up's own mail.
 */
import type { Address } from './addresses.ts';
import type { AuthParts, Database } from './call.ts';
import { type Challenge, startMailFlow } from './flow-states.ts';
import { addressIdentity, saveIdentity } from './identities.ts';
import type { MailKind } from './mails.ts';
import {
  type OneTimeToken,
  type TokenOrigin,
  type TokenType,
  dropTokens,
  issueToken,
} from './one-time-tokens.ts';
import type { AuthenticationMethod } from './sessions.ts';
import { type UserRow, mergeUserMetadata, reloadUser } from './users.ts';

export interface Post {
  readonly kind: MailKind;
  readonly type: TokenType;
  readonly origin: TokenOrigin;
  readonly to: Address;
  readonly challenge: Challenge | null;
  readonly method: AuthenticationMethod;
  readonly redirectTo: string;
  readonly newEmail?: string;
}

const sentColumns: Readonly<Record<TokenType, string>> = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
  phone_change_token: 'phone_change_sent_at',
};

/** Stores the token; the returned function sends it and belongs after the commit. */
export async function preparePost(
  parts: AuthParts,
  sql: Database,
  user: UserRow,
  post: Post,
): Promise<() => Promise<void>> {
  const column = sentColumns[post.type];
  await sql`update auth.users set ${sql(column)} = now(), updated_at = now() where id = ${user.id}`;
  const flowStateId = await startMailFlow(sql, user.id, post.challenge, post.method);
  const { token, code } = await issueToken(parts, sql, {
    userId: user.id,
    type: post.type,
    address: post.to,
    origin: post.origin,
    flowStateId,
  });
  return () =>
    parts.mailer.send(post.kind, post.to, {
      token,
      code,
      redirectTo: post.redirectTo,
      email: user.email ?? '',
      data: user.raw_user_meta_data,
      ...(post.newEmail ? { newEmail: post.newEmail } : {}),
    });
}

/** What a redeemed confirmation or recovery token does to its user. */
export async function confirmOwner(
  sql: Database,
  user: UserRow,
  token: OneTimeToken,
): Promise<UserRow> {
  const kind = token.relates_to === user.phone ? 'phone' : 'email';
  const already = kind === 'phone' ? user.phone_confirmed_at : user.email_confirmed_at;
  if (already === null) {
    await confirmAddress(sql, user, kind);
    if (token.origin !== 'signup') {
      await sql`update auth.users set encrypted_password = null where id = ${user.id}`;
    }
  }
  return reloadUser(sql, user.id);
}

export async function confirmAddress(
  sql: Database,
  user: UserRow,
  kind: 'email' | 'phone',
): Promise<void> {
  const value = kind === 'email' ? user.email : user.phone;
  if (!value) return;
  await sql`
    update auth.users
    set ${sql(`${kind}_confirmed_at`)} = coalesce(${sql(`${kind}_confirmed_at`)}, now()), updated_at = now()
    where id = ${user.id}`;
  await saveIdentity(sql, addressIdentity(user.id, { kind, value }, true));
  await mergeUserMetadata(sql, user.id, { [`${kind}_verified`]: true });
  await dropTokens(sql, user.id, ['confirmation_token']);
}
