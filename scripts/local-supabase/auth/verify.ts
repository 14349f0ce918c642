/**
 * Invariant: every way in ends in the same redeeming statement, and a failure says the same whether
 * the code was wrong, old, used or never sent.
 */
import { addressField } from './addresses.ts';
import { confirmEmailChange, confirmPhoneChange } from './address-changes.ts';
import { record } from './audit.ts';
import {
  type AuthCall,
  type AuthHandler,
  type AuthParts,
  type Database,
  type JsonObject,
  textField,
} from './call.ts';
import { confirmOwner } from './confirmations.ts';
import { AuthFailure, fail, failValidation, redirect, reply } from './errors.ts';
import { issueAuthCode } from './flow-states.ts';
import { countAttempt, forgiveAttempts } from './limits.ts';
import {
  type OneTimeToken,
  type TokenType,
  pkcePrefix,
  redeemCode,
  redeemLink,
} from './one-time-tokens.ts';
import { redirectOf, withFragment, withQuery } from './redirects.ts';
import { openSession } from './sessions.ts';
import { type UserRow, isBanned, reloadUser } from './users.ts';

const mailTypes: ReadonlyMap<string, readonly TokenType[]> = new Map([
  ['signup', ['confirmation_token']],
  ['invite', ['confirmation_token']],
  ['magiclink', ['recovery_token']],
  ['recovery', ['recovery_token']],
  ['email', ['confirmation_token', 'recovery_token']],
  ['email_change', ['email_change_token_new', 'email_change_token_current']],
]);

const phoneTypes: ReadonlyMap<string, readonly TokenType[]> = new Map([
  ['sms', ['confirmation_token']],
  ['phone_change', ['phone_change_token']],
]);

const firstHalfAccepted =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const failExpired = (): never => fail(403, 'otp_expired', 'Token has expired or is invalid');

/** Null while an e-mail change waits for the other mailbox. */
async function applyToken(
  parts: AuthParts,
  sql: Database,
  call: AuthCall,
  token: OneTimeToken,
): Promise<UserRow | null> {
  const user = await reloadUser(sql, token.user_id);
  if (isBanned(user)) return fail(403, 'user_banned', 'User is banned');
  await record(sql, call, 'login', user.id, { token: token.token_type });
  switch (token.token_type) {
    case 'confirmation_token':
    case 'recovery_token':
      return confirmOwner(sql, user, token);
    case 'phone_change_token':
      return confirmPhoneChange(sql, user, token);
    case 'email_change_token_new':
    case 'email_change_token_current':
      return confirmEmailChange(parts, sql, user, token);
    case 'reauthentication_token':
      return failExpired();
  }
}

export const verifyByPost: AuthHandler = async (parts, call) => {
  const type = textField(call.body, 'type');
  const code = textField(call.body, 'token').replaceAll('-', '');
  const hash = textField(call.body, 'token_hash');
  if (type === '') return failValidation('Verify requires a verification type');
  if (code === '' && hash === '') return failValidation('Verify requires a token or a token hash');
  if (hash !== '' && (code !== '' || 'email' in call.body || 'phone' in call.body)) {
    return failValidation('Only the token_hash and type should be provided');
  }
  const redeem =
    hash === '' ? await readCode(parts, call, type, code) : await readHash(parts, call, type, hash);
  const answer = await parts.context.sql.begin(async (sql): Promise<JsonObject> => {
    const token = (await redeem(sql)) ?? failExpired();
    const user = await applyToken(parts, sql, call, token);
    if (!user) return { msg: firstHalfAccepted, code: '200' };
    await forgiveAttempts(sql, call, 'code', token.relates_to);
    return openSession(parts, sql, user.id, 'otp', call);
  });
  return reply(200, answer);
};

type Redeem = (sql: Database) => Promise<OneTimeToken | null>;

async function readCode(
  parts: AuthParts,
  call: AuthCall,
  type: string,
  code: string,
): Promise<Redeem> {
  const address = addressField(
    call.body,
    'Only an email address or phone number should be provided on verify',
  );
  if (!address) {
    return failValidation('Only an email address or phone number should be provided on verify');
  }
  const types = (address.kind === 'email' ? mailTypes : phoneTypes).get(type);
  if (!types) {
    const noun = address.kind === 'email' ? 'email' : 'sms';
    return failValidation(`Invalid ${noun} verification type`);
  }
  await countAttempt(parts, call, 'code', address.value);
  return (sql) => redeemCode(parts, sql, address.value, code, types);
}

async function readHash(
  parts: AuthParts,
  call: AuthCall,
  type: string,
  hash: string,
): Promise<Redeem> {
  const types = mailTypes.get(type);
  if (!types) return failValidation('Invalid email verification type');
  await countAttempt(parts, call, 'code', '');
  return (sql) => redeemLink(sql, hash, types);
}

export const verifyByLink: AuthHandler = async (parts, call) => {
  const token = call.url.searchParams.get('token') ?? call.url.searchParams.get('token_hash') ?? '';
  const type = call.url.searchParams.get('type') ?? '';
  const target = redirectOf(call, parts.settings);
  try {
    return redirect(await followLink(parts, call, token, type, target));
  } catch (error) {
    if (!(error instanceof AuthFailure)) throw error;
    return redirect(failureRedirect(error, target, token.startsWith(pkcePrefix)));
  }
};

async function followLink(
  parts: AuthParts,
  call: AuthCall,
  token: string,
  type: string,
  target: string,
): Promise<string> {
  const types = mailTypes.get(type);
  if (token === '') failValidation('Verify requires a token or a token hash');
  if (!types) return failValidation('Invalid email verification type');
  await countAttempt(parts, call, 'code', '');
  return parts.context.sql.begin(async (sql) => {
    const redeemed =
      (await redeemLink(sql, token, types)) ??
      fail(403, 'otp_expired', 'Email link is invalid or has expired');
    const user = await applyToken(parts, sql, call, redeemed);
    if (!user) return firstHalfRedirect(target, redeemed);
    if (redeemed.flow_state_id) {
      return withQuery(target, { code: await issueAuthCode(sql, redeemed.flow_state_id, user.id) });
    }
    const session = await openSession(parts, sql, user.id, 'otp', call);
    return withFragment(target, { ...sessionParameters(session), type });
  });
}

function firstHalfRedirect(target: string, token: OneTimeToken): string {
  const message = { message: firstHalfAccepted };
  return withFragment(token.flow_state_id ? withQuery(target, message) : target, message);
}

export function sessionParameters(session: JsonObject): Record<string, string> {
  const { user: _, ...parameters } = session;
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
}

const oauthErrors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  429: 'temporarily_unavailable',
  500: 'server_error',
};

/** Only the code's flow reads the query, so only it gets the reason there too. */
export function failureRedirect(failure: AuthFailure, target: string, pkce: boolean): string {
  const reason = {
    error: oauthErrors[failure.status] ?? 'invalid_request',
    error_code: failure.code,
    error_description: failure.message,
  };
  return withFragment(pkce ? withQuery(target, reason) : target, reason);
}
