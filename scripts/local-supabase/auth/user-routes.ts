/** Invariant: nothing here touches `app_metadata` or `role`. */
import { type Address, parseEmail, parsePhone } from './addresses.ts';
import { failTaken, prepareEmailChange, preparePhoneChange } from './address-changes.ts';
import { record } from './audit.ts';
import { type SignedIn, requireUser } from './authenticate.ts';
import {
  type AuthCall,
  type AuthHandler,
  type AuthParts,
  type Database,
  type JsonObject,
  objectField,
  textField,
} from './call.ts';
import { preparePost } from './confirmations.ts';
import { fail, failValidation, reply } from './errors.ts';
import { hasVerifiedFactor } from './factor-rows.ts';
import { challengeField } from './flow-states.ts';
import { countAttempt, countMail } from './limits.ts';
import { redeemCode } from './one-time-tokens.ts';
import { requireStrongPassword } from './password-strength.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { redirectOf } from './redirects.ts';
import { type SignOutScope, closeSessions } from './sessions.ts';
import { findByAddress } from './sign-up.ts';
import { type UserRow, mergeUserMetadata, reloadUser, userToJson } from './users.ts';

/** A session this young has just shown the password. */
const recentSignInMs = 24 * 60 * 60 * 1000;

export const getUser: AuthHandler = async (parts, call) => {
  const { user } = await requireUser(parts, call);
  return reply(200, await userToJson(parts.context.sql, user));
};

interface UserChanges {
  readonly email: string | null;
  readonly phone: string | null;
  readonly password: string | null;
  readonly metadata: JsonObject | null;
}

export const updateUser: AuthHandler = async (parts, call) => {
  const signedIn = await requireUser(parts, call);
  const changes = readChanges(parts, call, signedIn.user);
  await requireRightToChange(parts, signedIn, changes);
  const passwordHash = await readNewPassword(parts, call, signedIn, changes.password);
  await countChangeMails(parts, call, signedIn.user, changes);
  const { user, sends } = await parts.context.sql.begin((sql) =>
    applyChanges(parts, sql, call, signedIn, changes, passwordHash),
  );
  for (const send of sends) await send();
  return reply(200, await userToJson(parts.context.sql, user));
};

function readChanges(parts: AuthParts, call: AuthCall, user: UserRow): UserChanges {
  if (objectField(call.body, 'app_metadata')) {
    return fail(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  const email = textField(call.body, 'email');
  const phone = textField(call.body, 'phone');
  const password = textField(call.body, 'password');
  const newEmail = email === '' ? null : parseEmail(email);
  const newPhone = phone === '' ? null : parsePhone(phone);
  if (password !== '') requireStrongPassword(password, parts.settings);
  return {
    email: newEmail === user.email ? null : newEmail,
    phone: newPhone === user.phone ? null : newPhone,
    password: password === '' ? null : password,
    metadata: objectField(call.body, 'data'),
  };
}

async function requireRightToChange(
  parts: AuthParts,
  { user, session }: SignedIn,
  { email, phone, password }: UserChanges,
): Promise<void> {
  const { sql } = parts.context;
  const touchesSignIn = email !== null || phone !== null || password !== null;
  if (touchesSignIn && session.aal !== 'aal2' && (await hasVerifiedFactor(sql, user.id))) {
    fail(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    );
  }
  for (const address of changedAddresses({ email, phone })) {
    if (await findByAddress(sql, address)) failTaken(address.kind);
  }
}

function changedAddresses(changes: Pick<UserChanges, 'email' | 'phone'>): Address[] {
  return [
    ...(changes.email === null ? [] : [{ kind: 'email', value: changes.email } as const]),
    ...(changes.phone === null ? [] : [{ kind: 'phone', value: changes.phone } as const]),
  ];
}

async function readNewPassword(
  parts: AuthParts,
  call: AuthCall,
  { user, session }: SignedIn,
  password: string | null,
): Promise<string | null> {
  if (password === null) return null;
  const old = Date.now() - Date.parse(session.created_at) > recentSignInMs;
  if (parts.settings.securePasswordChange && old) await requireNonce(parts, call, user);
  if (await verifyPassword(user.encrypted_password, password)) {
    fail(422, 'same_password', 'New password should be different from the old password.');
  }
  return hashPassword(password);
}

async function requireNonce(parts: AuthParts, call: AuthCall, user: UserRow): Promise<void> {
  const nonce = textField(call.body, 'nonce');
  if (nonce === '') {
    fail(400, 'reauthentication_needed', 'Password update requires reauthentication');
  }
  const address = user.email ?? user.phone ?? '';
  await countAttempt(parts, call, 'code', address);
  const types = ['reauthentication_token'] as const;
  const token = await redeemCode(parts, parts.context.sql, address, nonce, types);
  if (token?.user_id !== user.id) {
    fail(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
}

async function countChangeMails(
  parts: AuthParts,
  call: AuthCall,
  user: UserRow,
  { email, phone }: UserChanges,
): Promise<void> {
  if (email !== null) {
    await countMail(parts, call, 'email_change', { kind: 'email', value: user.email ?? email });
  }
  if (phone !== null) {
    await countMail(parts, call, 'phone_change', { kind: 'phone', value: user.phone ?? phone });
  }
}

async function applyChanges(
  parts: AuthParts,
  sql: Database,
  call: AuthCall,
  { user, session }: SignedIn,
  changes: UserChanges,
  passwordHash: string | null,
): Promise<{ user: UserRow; sends: (() => Promise<void>)[] }> {
  const sends: (() => Promise<void>)[] = [];
  if (passwordHash !== null) {
    await sql`update auth.users set encrypted_password = ${passwordHash}, updated_at = now() where id = ${user.id}`;
    await closeSessions(sql, user.id, 'others', session.id);
    await record(sql, call, 'user_updated_password', user.id);
  }
  if (changes.metadata) await mergeUserMetadata(sql, user.id, changes.metadata);
  if (changes.email !== null) {
    const post = {
      challenge: challengeField(call.body),
      redirectTo: redirectOf(call, parts.settings),
    };
    sends.push(await prepareEmailChange(parts, sql, user, changes.email, post));
  }
  if (changes.phone !== null) {
    sends.push(await preparePhoneChange(parts, sql, user, changes.phone));
  }
  await record(sql, call, 'user_modified', user.id);
  return { user: await reloadUser(sql, user.id), sends };
}

export const reauthenticate: AuthHandler = async (parts, call) => {
  const { user } = await requireUser(parts, call);
  const kind = user.email === null ? 'phone' : 'email';
  const value = user[kind];
  if (value === null) {
    return failValidation('Reauthentication requires the user to have an email or a phone number');
  }
  const confirmedAt = kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at;
  if (confirmedAt === null)
    return fail(422, `${kind}_not_confirmed`, `Please verify your ${kind} first.`);
  await countMail(parts, call, 'reauthentication', { kind, value });
  const send = await parts.context.sql.begin((sql) =>
    preparePost(parts, sql, user, {
      kind: 'reauthentication',
      type: 'reauthentication_token',
      origin: 'reauthentication',
      to: { kind, value },
      challenge: null,
      method: 'otp',
      redirectTo: parts.settings.siteUrl,
    }),
  );
  await send();
  return reply(200, {});
};

const scopes: readonly SignOutScope[] = ['global', 'local', 'others'];

export const signOut: AuthHandler = async (parts, call) => {
  const { user, session } = await requireUser(parts, call);
  const wanted = call.url.searchParams.get('scope') ?? 'global';
  const scope = scopes.find((known) => known === wanted);
  if (!scope) return failValidation(`Unsupported logout scope "${wanted}"`);
  await parts.context.sql.begin(async (sql) => {
    await closeSessions(sql, user.id, scope, session.id);
    await record(sql, call, 'logout', user.id, { scope });
  });
  return reply(204, null);
};
