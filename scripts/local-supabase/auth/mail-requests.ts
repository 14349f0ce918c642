/**
 * Invariant: the answer is `{}` or 429, and neither depends on whether the address has an account.
 */
import { type Address, addressField, parseEmail, requireAddressEnabled } from './addresses.ts';
import { record } from './audit.ts';
import {
  type AuthCall,
  type AuthHandler,
  type AuthParts,
  type Database,
  flagField,
  objectField,
  textField,
} from './call.ts';
import { type Post, preparePost } from './confirmations.ts';
import { prepareEmailChange, preparePhoneChange } from './address-changes.ts';
import { failValidation, reply } from './errors.ts';
import { challengeField } from './flow-states.ts';
import { countMail } from './limits.ts';
import { redirectOf } from './redirects.ts';
import { createWaiting, findByAddress, isConfirmed } from './sign-up.ts';
import type { UserRow } from './users.ts';

type Send = () => Promise<void>;
const nothing: Send = () => Promise.resolve();

async function prepareAndSend(
  parts: AuthParts,
  prepare: (sql: Database) => Promise<Send>,
): Promise<Response> {
  const send = await parts.context.sql.begin(prepare);
  await send();
  return reply(200, {});
}

const signInPost = (
  parts: AuthParts,
  call: AuthCall,
  to: Address,
): Pick<Post, 'to' | 'challenge' | 'redirectTo'> => ({
  to,
  challenge: challengeField(call.body),
  redirectTo: redirectOf(call, parts.settings),
});

/** `POST /otp` and `POST /magiclink`: a code and a link that sign in, and sign up who is new. */
export const requestSignIn: AuthHandler = async (parts, call) => {
  const to = addressField(call.body, 'Only an email address or phone number should be provided');
  if (!to) return failValidation('One of email or phone must be set');
  requireAddressEnabled(to.kind, parts.settings, 'logins');
  const createUser = flagField(call.body, 'create_user', true);
  const metadata = objectField(call.body, 'data') ?? {};
  const post = signInPost(parts, call, to);
  await countMail(parts, call, 'sign_in', to);
  return prepareAndSend(parts, async (sql) => {
    const found = await findByAddress(sql, to);
    // A hosted project says 422 `otp_disabled` here, which tells who has an account.
    if (!found && !(createUser && parts.settings.signUpEnabled)) return nothing;
    const user = found ?? (await createWaiting(sql, { address: to, metadata, passwordHash: null }));
    if (!found) await record(sql, call, 'user_signedup', user.id);
    const known = isConfirmed(user, to.kind);
    return preparePost(parts, sql, user, {
      ...post,
      kind: known ? 'magic-link' : 'confirmation',
      type: known && to.kind === 'email' ? 'recovery_token' : 'confirmation_token',
      origin: 'otp',
      method: known ? 'magiclink' : 'email/signup',
    });
  });
};

export const requestRecovery: AuthHandler = async (parts, call) => {
  const email = textField(call.body, 'email');
  if (email === '') return failValidation('Password recovery requires an email');
  const to: Address = { kind: 'email', value: parseEmail(email) };
  const post = signInPost(parts, call, to);
  await countMail(parts, call, 'sign_in', to);
  return prepareAndSend(parts, async (sql) => {
    const user = await findByAddress(sql, to);
    if (!user) return nothing;
    return preparePost(parts, sql, user, {
      ...post,
      kind: 'recovery',
      type: 'recovery_token',
      origin: 'recovery',
      method: 'recovery',
    });
  });
};

const resendTypes = ['signup', 'email_change', 'sms', 'phone_change'] as const;

export const resend: AuthHandler = async (parts, call) => {
  const type = resendTypes.find((known) => known === call.body['type']);
  if (!type)
    return failValidation('Missing one of these types: signup, email_change, sms, phone_change');
  const to = addressField(call.body, 'Only an email address or phone number should be provided.');
  if (!to) return failValidation('Missing email address or phone number');
  const wanted = type === 'signup' || type === 'email_change' ? 'email' : 'phone';
  if (to.kind !== wanted) {
    const noun = wanted === 'email' ? 'an email address' : 'a phone number';
    return failValidation(`Type provided requires ${noun}`);
  }
  requireAddressEnabled(to.kind, parts.settings, 'logins');
  const change = type === 'email_change' || type === 'phone_change';
  const post = signInPost(parts, call, to);
  await countMail(parts, call, change ? type : 'signup', to);
  return prepareAndSend(parts, async (sql) => {
    const user = await findByAddress(sql, to);
    if (!user) return nothing;
    return change
      ? resendChange(parts, sql, user, type, post)
      : resendSignUp(parts, sql, user, post);
  });
};

async function resendSignUp(
  parts: AuthParts,
  sql: Database,
  user: UserRow,
  post: Pick<Post, 'to' | 'challenge' | 'redirectTo'>,
): Promise<Send> {
  if (isConfirmed(user, post.to.kind)) return nothing;
  return preparePost(parts, sql, user, {
    ...post,
    kind: 'confirmation',
    type: 'confirmation_token',
    origin: 'signup',
    method: 'email/signup',
  });
}

async function resendChange(
  parts: AuthParts,
  sql: Database,
  user: UserRow,
  type: 'email_change' | 'phone_change',
  post: Pick<Post, 'challenge' | 'redirectTo'>,
): Promise<Send> {
  if (type === 'phone_change') {
    return user.phone_change ? preparePhoneChange(parts, sql, user, user.phone_change) : nothing;
  }
  if (!user.email_change) return nothing;
  return prepareEmailChange(parts, sql, user, user.email_change, post);
}
