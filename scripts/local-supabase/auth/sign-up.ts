/**
 * Invariant: where addresses are confirmed by mail, the answer to a new, a waiting and a taken address
 * is built by one function from the request alone, so they can't be told apart.
 */
import { type Address, addressField, requireAddressEnabled } from './addresses.ts';
import { record } from './audit.ts';
import {
  type AuthCall,
  type AuthHandler,
  type AuthParts,
  type Database,
  type JsonObject,
  objectField,
  textField,
} from './call.ts';
import { confirmAddress, preparePost } from './confirmations.ts';
import { fail, failValidation, reply } from './errors.ts';
import { type Challenge, challengeField } from './flow-states.ts';
import { addressIdentity, identitiesOf, saveIdentity } from './identities.ts';
import { countMail } from './limits.ts';
import { requireStrongPassword } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { redirectOf } from './redirects.ts';
import { openSession } from './sessions.ts';
import { type UserRow, findUserByEmail, findUserByPhone, insertUser } from './users.ts';

interface SignUp {
  readonly address: Address;
  readonly passwordHash: string;
  readonly metadata: JsonObject;
  readonly challenge: Challenge | null;
}

export const signUp: AuthHandler = async (parts, call) => {
  const wanted = await readSignUp(parts, call);
  const { kind } = wanted.address;
  const confirms =
    kind === 'email' ? parts.settings.emailConfirmations : parts.settings.phoneConfirmations;
  if (confirms) return reply(200, await signUpWithConfirmation(parts, call, wanted));
  return reply(200, await signUpAtOnce(parts, call, wanted));
};

async function readSignUp(parts: AuthParts, call: AuthCall): Promise<SignUp> {
  const { settings } = parts;
  if (!settings.signUpEnabled) {
    fail(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  const address = addressField(
    call.body,
    'Only an email address or phone number should be provided on signup.',
  );
  if (!address) {
    return fail(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  requireAddressEnabled(address.kind, settings, 'signups');
  const password = textField(call.body, 'password');
  if (password === '') failValidation('Signup requires a valid password');
  requireStrongPassword(password, settings);
  const challenge = challengeField(call.body);
  if (challenge && address.kind === 'phone') failValidation('PKCE not supported for phone signups');
  await countMail(parts, call, 'signup', address);
  const passwordHash = await hashPassword(password);
  return { address, passwordHash, metadata: objectField(call.body, 'data') ?? {}, challenge };
}

export const findByAddress = (sql: Database, address: Address): Promise<UserRow | null> =>
  address.kind === 'email'
    ? findUserByEmail(sql, address.value)
    : findUserByPhone(sql, address.value);

export const isConfirmed = (user: UserRow, kind: Address['kind']): boolean =>
  (kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null;

/** What GoTrue keeps of the address in `user_metadata` until it is confirmed. */
const unconfirmedMetadata = (id: string, address: Address, metadata: JsonObject): JsonObject => ({
  ...metadata,
  sub: id,
  [address.kind]: address.value,
  email_verified: false,
  phone_verified: false,
});

async function signUpWithConfirmation(
  parts: AuthParts,
  call: AuthCall,
  wanted: SignUp,
): Promise<JsonObject> {
  const { address } = wanted;
  const { send, user, identityId } = await parts.context.sql.begin(async (sql) => {
    const found = await findByAddress(sql, address);
    if (found && isConfirmed(found, address.kind)) {
      await record(sql, call, 'user_repeated_signup', found.id);
      return { send: null, user: null, identityId: null };
    }
    const waiting = found
      ? await retrySignUp(sql, found, wanted)
      : await createWaiting(sql, wanted);
    await record(sql, call, 'user_signedup', waiting.id);
    const [identity] = await identitiesOf(sql, waiting.id);
    return {
      user: waiting,
      identityId: identity?.id ?? null,
      send: await preparePost(parts, sql, waiting, {
        kind: 'confirmation',
        type: 'confirmation_token',
        origin: 'signup',
        to: address,
        challenge: wanted.challenge,
        method: 'email/signup',
        redirectTo: redirectOf(call, parts.settings),
      }),
    };
  });
  await send?.();
  const id = user?.id ?? parts.secrets.decoyId('user', address.value);
  const shownIdentity = identityId ?? parts.secrets.decoyId('identity', address.value);
  return waitingUserToJson(id, shownIdentity, address, wanted.metadata);
}

export async function createWaiting(
  sql: Database,
  wanted: Pick<SignUp, 'address' | 'metadata'> & { readonly passwordHash: string | null },
): Promise<UserRow> {
  const { address, passwordHash, metadata } = wanted;
  const id = crypto.randomUUID();
  const user = await insertUser(sql, {
    id,
    [address.kind]: address.value,
    passwordHash,
    userMetadata: unconfirmedMetadata(id, address, metadata),
  });
  // Someone else signed this address up a moment ago: the next try finds it waiting.
  if (!user) return fail(409, 'conflict', 'Another sign-up with this address is under way');
  await saveIdentity(sql, addressIdentity(id, address, false));
  return user;
}

/**
 * Until the mailbox has answered, the last sign-up counts: whoever signed up first may not be the
 * one who reads the mail.
 */
async function retrySignUp(sql: Database, user: UserRow, wanted: SignUp): Promise<UserRow> {
  const metadata = unconfirmedMetadata(user.id, wanted.address, wanted.metadata);
  await sql`
    update auth.users
    set encrypted_password = ${wanted.passwordHash}, raw_user_meta_data = ${sql.json(metadata)}
    where id = ${user.id}`;
  return user;
}

function waitingUserToJson(
  id: string,
  identityId: string,
  address: Address,
  metadata: JsonObject,
): JsonObject {
  const now = new Date().toISOString();
  const identity = addressIdentity(id, address, false);
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: address.kind === 'email' ? address.value : '',
    phone: address.kind === 'phone' ? address.value : '',
    confirmation_sent_at: now,
    app_metadata: { provider: address.kind, providers: [address.kind] },
    user_metadata: unconfirmedMetadata(id, address, metadata),
    identities: [
      {
        identity_id: identityId,
        id,
        user_id: id,
        identity_data: identity.data,
        provider: address.kind,
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
        ...(address.kind === 'email' ? { email: address.value } : {}),
      },
    ],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

async function signUpAtOnce(parts: AuthParts, call: AuthCall, wanted: SignUp): Promise<JsonObject> {
  return parts.context.sql.begin(async (sql) => {
    const found = await findByAddress(sql, wanted.address);
    if (found && isConfirmed(found, wanted.address.kind)) {
      return fail(422, 'user_already_exists', 'User already registered');
    }
    const user = found ? await retrySignUp(sql, found, wanted) : await createWaiting(sql, wanted);
    await confirmAddress(sql, user, wanted.address.kind);
    await record(sql, call, 'user_signedup', user.id);
    return openSession(parts, sql, user.id, 'password', call);
  });
}
