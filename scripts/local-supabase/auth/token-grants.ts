/**
 * Invariant: a wrong password, an unknown address and an account without a password cost the same work
 * and get the same answer.
 */
import { addressField, requireAddressEnabled } from './addresses.ts';
import { record } from './audit.ts';
import { type AuthCall, type AuthHandler, type AuthParts, textField } from './call.ts';
import { fail, reply } from './errors.ts';
import { exchangeAuthCode } from './flow-states.ts';
import { signInWithIdToken } from './id-tokens.ts';
import { countAttempt, forgiveAttempts } from './limits.ts';
import { weaknessesOf } from './password-strength.ts';
import { hashPassword, isForeignHash, verifyPassword } from './passwords.ts';
import { refreshSession } from './refresh-tokens.ts';
import { openSession } from './sessions.ts';
import { findByAddress, isConfirmed } from './sign-up.ts';
import { type UserRow, isBanned } from './users.ts';

export const grantToken: AuthHandler = async (parts, call) => {
  const grant = call.url.searchParams.get('grant_type') ?? '';
  switch (grant) {
    case 'password':
      return signInWithPassword(parts, call);
    case 'refresh_token':
      return reply(200, await refreshSession(parts, readRefreshToken(call)));
    case 'pkce':
      return reply(200, await exchangeAuthCode(parts, call));
    case 'id_token':
      return reply(200, await signInWithIdToken(parts, call));
    case 'web3':
      return fail(400, 'web3_provider_disabled', 'Web3 provider is disabled');
    default:
      return fail(400, 'invalid_credentials', 'unsupported_grant_type');
  }
};

function readRefreshToken(call: AuthCall): string {
  const token = textField(call.body, 'refresh_token');
  return token === '' ? fail(400, 'validation_failed', 'refresh_token required') : token;
}

const failCredentials = (): never => fail(400, 'invalid_credentials', 'Invalid login credentials');

async function signInWithPassword(parts: AuthParts, call: AuthCall): Promise<Response> {
  const address =
    addressField(call.body, 'Only an email address or phone number should be provided on login.') ??
    fail(400, 'validation_failed', 'missing email or phone');
  requireAddressEnabled(address.kind, parts.settings, 'logins');
  const password = textField(call.body, 'password');
  await countAttempt(parts, call, 'password', address.value);
  const user = await findByAddress(parts.context.sql, address);
  if (!(await verifyPassword(user?.encrypted_password ?? null, password)) || !user)
    return failCredentials();
  // Only whoever knows the password learns more about the account.
  if (isBanned(user)) return fail(400, 'user_banned', 'User is banned');
  if (!isConfirmed(user, address.kind)) {
    const noun = address.kind === 'email' ? 'Email' : 'Phone';
    return fail(400, `${address.kind}_not_confirmed`, `${noun} not confirmed`);
  }
  await replaceForeignHash(parts, user, password);
  const session = await parts.context.sql.begin(async (sql) => {
    await forgiveAttempts(sql, call, 'password', address.value);
    await record(sql, call, 'login', user.id, { provider: address.kind });
    return openSession(parts, sql, user.id, 'password', call);
  });
  return reply(200, { ...session, ...weakPasswordOf(parts, password) });
}

/** A password from before a rule still signs in, and the client learns that it should change. */
function weakPasswordOf(parts: AuthParts, password: string): Record<string, unknown> {
  const weaknesses = weaknessesOf(password, parts.settings);
  if (weaknesses.length === 0) return {};
  return {
    weak_password: {
      message: weaknesses.map((weakness) => weakness.message).join(' '),
      reasons: weaknesses.map((weakness) => weakness.reason),
    },
  };
}

async function replaceForeignHash(
  parts: AuthParts,
  user: UserRow,
  password: string,
): Promise<void> {
  const stored = user.encrypted_password ?? '';
  if (!isForeignHash(stored)) return;
  const hash = await hashPassword(password);
  await parts.context.sql.begin(async (sql) => {
    // The person has changed nothing, so no mail says that they did.
    await sql`select set_config('keywright.is_same_password', 'yes', true)`;
    await sql`
      update auth.users set encrypted_password = ${hash}
      where id = ${user.id} and encrypted_password = ${stored}`;
  });
}
