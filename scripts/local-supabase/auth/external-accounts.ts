/**
 * Invariant: an account is shared by address only if the provider vouches for the address, and a
 * password that somebody set before the address was confirmed goes.
 */
import { parseEmail } from './addresses.ts';
import { record } from './audit.ts';
import type { AuthCall, AuthParts, Database, JsonObject } from './call.ts';
import { fail } from './errors.ts';
import { findIdentity, saveIdentity } from './identities.ts';
import { type AuthenticationMethod, openSession } from './sessions.ts';
import {
  type UserRow,
  findUserByEmail,
  insertUser,
  isBanned,
  mergeUserMetadata,
  reloadUser,
} from './users.ts';

export interface ExternalProfile {
  readonly provider: 'github' | 'google';
  readonly providerId: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly avatarUrl: string;
}

export async function signInWithProfile(
  parts: AuthParts,
  call: AuthCall,
  profile: ExternalProfile,
  method: AuthenticationMethod,
  linkingTo: string | null,
): Promise<JsonObject> {
  return parts.context.sql.begin(async (sql) => {
    const user = await accountOf(parts, sql, call, profile, linkingTo);
    return openSession(parts, sql, user.id, method, call);
  });
}

export async function accountOf(
  parts: AuthParts,
  sql: Database,
  call: Pick<AuthCall, 'clientAddress'>,
  profile: ExternalProfile,
  linkingTo: string | null,
): Promise<UserRow> {
  const known = await findIdentity(sql, profile.provider, profile.providerId);
  if (linkingTo !== null && known) {
    const whose = known.user_id === linkingTo ? '' : ' to another user';
    return fail(422, 'identity_already_exists', `Identity is already linked${whose}`);
  }
  const userId =
    linkingTo ?? known?.user_id ?? (await ownerOfAddress(parts, sql, call, profile)).id;
  const user = await reloadUser(sql, userId);
  if (isBanned(user)) return fail(403, 'user_banned', 'User is banned');
  const data = toIdentityData(profile);
  const saved = await saveIdentity(sql, { userId, ...profile, data });
  if (!saved)
    return fail(422, 'identity_already_exists', 'Identity is already linked to another user');
  await mergeUserMetadata(sql, userId, data);
  await record(sql, call, 'login', userId, { provider: profile.provider });
  return reloadUser(sql, userId);
}

async function ownerOfAddress(
  parts: AuthParts,
  sql: Database,
  call: Pick<AuthCall, 'clientAddress'>,
  profile: ExternalProfile,
): Promise<UserRow> {
  if (profile.email === null || !profile.emailVerified) {
    return fail(
      422,
      'provider_email_needs_verification',
      `Unverified email with ${profile.provider}. Verify the email with ${profile.provider} in order to sign in`,
    );
  }
  const email = parseEmail(profile.email);
  const found = await findUserByEmail(sql, email);
  if (found) {
    if (found.email_confirmed_at === null) {
      await sql`
        update auth.users set email_confirmed_at = now(), encrypted_password = null, updated_at = now()
        where id = ${found.id}`;
      await sql`delete from auth.identities where user_id = ${found.id} and provider = 'email'`;
    }
    return found;
  }
  if (!parts.settings.signUpEnabled) {
    return fail(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  const user = await insertUser(sql, { email, emailConfirmed: true, provider: profile.provider });
  if (!user) return fail(409, 'conflict', 'Another sign-up with this address is under way');
  await record(sql, call, 'user_signedup', user.id, { provider: profile.provider });
  return user;
}

const toIdentityData = (profile: ExternalProfile): JsonObject => ({
  sub: profile.providerId,
  provider_id: profile.providerId,
  ...(profile.email === null ? {} : { email: profile.email.toLowerCase() }),
  email_verified: profile.emailVerified,
  phone_verified: false,
  full_name: profile.name,
  name: profile.name,
  avatar_url: profile.avatarUrl,
});
