/**
 * Invariant: every route here asks for the service role first; deleting a user takes everything that
 * auth knows about them along.
 */
import { parseEmail, parsePhone } from './addresses.ts';
import { failTaken } from './address-changes.ts';
import { record } from './audit.ts';
import { requireAdmin } from './authenticate.ts';
import {
  type AuthCall,
  type AuthHandler,
  type AuthParts,
  type Database,
  type JsonObject,
  flagField,
  isUuid,
  objectField,
  textField,
} from './call.ts';
import { confirmAddress } from './confirmations.ts';
import { fail, failValidation, reply } from './errors.ts';
import { type FactorRow, factorToJson, factorsOf } from './factor-rows.ts';
import { removeFactor } from './factors.ts';
import { addressIdentity, saveIdentity } from './identities.ts';
import { requireStrongPassword } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { digest } from './secrets.ts';
import { closeSessions } from './sessions.ts';
import {
  type UserRow,
  findUserByEmail,
  findUserById,
  findUserByPhone,
  insertUser,
  mergeAppMetadata,
  mergeUserMetadata,
  reloadUser,
  userToJson,
} from './users.ts';

/** What the admin API and the demo seed may say about a user. */
export interface UserAttributes {
  readonly id?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly password?: string | undefined;
  /** A hash from elsewhere (argon2id or bcrypt) in place of a password. */
  readonly passwordHash?: string | undefined;
  readonly emailConfirmed?: boolean | undefined;
  readonly phoneConfirmed?: boolean | undefined;
  readonly userMetadata?: JsonObject | undefined;
  readonly appMetadata?: JsonObject | undefined;
  readonly role?: string | undefined;
  readonly banDuration?: string | undefined;
}

function readAttributes(call: AuthCall): UserAttributes {
  const text = (name: string) => textField(call.body, name) || undefined;
  const id = text('id');
  if (id && !isUuid(id)) failValidation('ID must conform to the uuid v4 format');
  return {
    id,
    email: text('email'),
    phone: text('phone'),
    password: text('password'),
    passwordHash: text('password_hash'),
    emailConfirmed: flagField(call.body, 'email_confirm'),
    phoneConfirmed: flagField(call.body, 'phone_confirm'),
    userMetadata: objectField(call.body, 'user_metadata') ?? undefined,
    appMetadata: objectField(call.body, 'app_metadata') ?? undefined,
    role: text('role'),
    banDuration: text('ban_duration'),
  };
}

export const createUserByAdmin: AuthHandler = async (parts, call) => {
  requireAdmin(call);
  const user = await createUser(parts, readAttributes(call));
  await record(parts.context.sql, call, 'user_signedup', user.id, { by: 'admin' });
  return reply(200, await userToJson(parts.context.sql, user));
};

export async function createUser(parts: AuthParts, wanted: UserAttributes): Promise<UserRow> {
  if (!wanted.email && !wanted.phone) {
    return failValidation('Cannot create a user without either an email or phone');
  }
  const email = wanted.email ? parseEmail(wanted.email) : undefined;
  const phone = wanted.phone ? parsePhone(wanted.phone) : undefined;
  const passwordHash = wanted.password
    ? await hashPassword(wanted.password)
    : (wanted.passwordHash ?? null);
  return parts.context.sql.begin(async (sql) => {
    if (email && (await findUserByEmail(sql, email))) failTaken('email');
    if (phone && (await findUserByPhone(sql, phone))) failTaken('phone');
    const user = await insertUser(sql, {
      ...(wanted.id ? { id: wanted.id } : {}),
      email,
      phone,
      passwordHash,
      userMetadata: wanted.userMetadata ?? {},
      appMetadata: wanted.appMetadata ?? {},
      ...(wanted.role ? { role: wanted.role } : {}),
    });
    if (!user) return failTaken(email ? 'email' : 'phone');
    if (email)
      await saveIdentity(sql, addressIdentity(user.id, { kind: 'email', value: email }, false));
    if (phone)
      await saveIdentity(sql, addressIdentity(user.id, { kind: 'phone', value: phone }, false));
    await confirmAndBan(sql, user, wanted);
    return reloadUser(sql, user.id);
  });
}

async function confirmAndBan(sql: Database, user: UserRow, wanted: UserAttributes): Promise<void> {
  if (wanted.emailConfirmed) await confirmAddress(sql, user, 'email');
  if (wanted.phoneConfirmed) await confirmAddress(sql, user, 'phone');
  if (!wanted.banDuration) return;
  const seconds = parseDuration(wanted.banDuration);
  await sql`
    update auth.users
    set banned_until = ${seconds === null ? null : sql`now() + make_interval(secs => ${seconds})`}
    where id = ${user.id}`;
}

const secondsOfUnit: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 };

/** Go's durations: `24h`, `1h30m`; `none` lifts a ban. */
function parseDuration(text: string): number | null {
  if (text === 'none') return null;
  if (!/^(\d+(\.\d+)?(ms|h|m|s))+$/.test(text)) {
    return failValidation(`invalid format for ban duration: time: invalid duration "${text}"`);
  }
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)].reduce(
    (seconds, [, amount, unit]) => seconds + Number(amount) * (secondsOfUnit[unit ?? ''] ?? 0),
    0,
  );
}

async function requireUserOf(parts: AuthParts, call: AuthCall): Promise<UserRow> {
  requireAdmin(call);
  const id = call.parameters[0] ?? '';
  if (!isUuid(id)) return fail(404, 'validation_failed', 'user_id must be an UUID');
  return (
    (await findUserById(parts.context.sql, id)) ?? fail(404, 'user_not_found', 'User not found')
  );
}

export const getUserByAdmin: AuthHandler = async (parts, call) => {
  const user = await requireUserOf(parts, call);
  return reply(200, await userToJson(parts.context.sql, user));
};

export const listUsers: AuthHandler = async (parts, call) => {
  requireAdmin(call);
  const { sql } = parts.context;
  const page = readPage(call, 'page', 1);
  const perPage = Math.min(readPage(call, 'per_page', 50), 1000);
  const filter = `%${(call.url.searchParams.get('filter') ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const matching = sql`(coalesce(email, '') ilike ${filter} or coalesce(phone, '') ilike ${filter})`;
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::int as total from auth.users where ${matching}`;
  const total = counted?.total ?? 0;
  const users = await sql<UserRow[]>`
    select * from auth.users where ${matching}
    order by created_at desc, id limit ${perPage} offset ${(page - 1) * perPage}`;
  const shown = await Promise.all(users.map((user) => userToJson(sql, user)));
  const link = pageLinks(call, page, Math.max(1, Math.ceil(total / perPage)), perPage);
  return reply(
    200,
    { users: shown, aud: 'authenticated' },
    { 'x-total-count': String(total), link },
  );
};

function readPage(call: AuthCall, name: string, otherwise: number): number {
  const text = call.url.searchParams.get(name) ?? '';
  if (text === '') return otherwise;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 1_000_000) {
    return failValidation(`Bad Pagination Parameters: ${name} must be a positive number`);
  }
  return number;
}

function pageLinks(call: AuthCall, page: number, last: number, perPage: number): string {
  const to = (number: number, rel: string) =>
    `<${call.url.origin}${call.url.pathname}?page=${number}&per_page=${perPage}>; rel="${rel}"`;
  return [...(page < last ? [to(page + 1, 'next')] : []), to(last, 'last')].join(', ');
}

export const updateUserByAdmin: AuthHandler = async (parts, call) => {
  const user = await requireUserOf(parts, call);
  const wanted = readAttributes(call);
  if (wanted.password) requireStrongPassword(wanted.password, parts.settings);
  const passwordHash = wanted.password ? await hashPassword(wanted.password) : wanted.passwordHash;
  const changed = await parts.context.sql.begin(async (sql) => {
    if (wanted.role) await sql`update auth.users set role = ${wanted.role} where id = ${user.id}`;
    if (passwordHash) {
      await sql`update auth.users set encrypted_password = ${passwordHash} where id = ${user.id}`;
      await closeSessions(sql, user.id, 'global', null);
    }
    await moveAddresses(sql, user, wanted);
    if (wanted.appMetadata) await mergeAppMetadata(sql, user.id, wanted.appMetadata);
    if (wanted.userMetadata) await mergeUserMetadata(sql, user.id, wanted.userMetadata);
    await confirmAndBan(sql, await reloadUser(sql, user.id), wanted);
    await record(sql, call, 'user_modified', user.id, { by: 'admin' });
    return reloadUser(sql, user.id);
  });
  return reply(200, await userToJson(parts.context.sql, changed));
};

async function moveAddresses(sql: Database, user: UserRow, wanted: UserAttributes): Promise<void> {
  if (wanted.email) {
    const value = parseEmail(wanted.email);
    const owner = await findUserByEmail(sql, value);
    if (owner && owner.id !== user.id) failTaken('email');
    await sql`update auth.users set email = ${value}, updated_at = now() where id = ${user.id}`;
    const verified = user.email_confirmed_at !== null;
    await saveIdentity(sql, addressIdentity(user.id, { kind: 'email', value }, verified));
  }
  if (wanted.phone) {
    const value = parsePhone(wanted.phone);
    const owner = await findUserByPhone(sql, value);
    if (owner && owner.id !== user.id) failTaken('phone');
    await sql`update auth.users set phone = ${value}, updated_at = now() where id = ${user.id}`;
    const verified = user.phone_confirmed_at !== null;
    await saveIdentity(sql, addressIdentity(user.id, { kind: 'phone', value }, verified));
  }
}

export const deleteUser: AuthHandler = async (parts, call) => {
  const user = await requireUserOf(parts, call);
  const soft = flagField(call.body, 'should_soft_delete');
  await parts.context.sql.begin(async (sql) => {
    if (soft) await softDelete(sql, user);
    else await sql`delete from auth.users where id = ${user.id}`;
    await record(sql, call, 'user_deleted', user.id, { by: 'admin' });
  });
  return reply(200, {});
};

/** The row stays, so that what refers to it does; who it was is gone. */
async function softDelete(sql: Database, user: UserRow): Promise<void> {
  if (user.deleted_at !== null) return;
  await closeSessions(sql, user.id, 'global', null);
  await sql`delete from auth.mfa_factors where user_id = ${user.id}`;
  await sql`delete from auth.one_time_tokens where user_id = ${user.id}`;
  await sql`delete from auth.identities where user_id = ${user.id}`;
  await sql`
    update auth.users
    set email = ${user.email && digest(user.email)}, phone = ${user.phone && digest(user.phone).slice(0, 15)},
      encrypted_password = null, email_change = '', phone_change = '',
      raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now(), updated_at = now()
    where id = ${user.id}`;
}

export const listFactorsByAdmin: AuthHandler = async (parts, call) => {
  const user = await requireUserOf(parts, call);
  return reply(200, (await factorsOf(parts.context.sql, user.id)).map(factorToJson));
};

export const deleteFactorByAdmin: AuthHandler = async (parts, call) => {
  const user = await requireUserOf(parts, call);
  const id = call.parameters[1] ?? '';
  const factors: FactorRow[] = await factorsOf(parts.context.sql, user.id);
  const factor =
    factors.find((one) => one.id === id) ?? fail(404, 'mfa_factor_not_found', 'Factor not found');
  await parts.context.sql.begin((sql) => removeFactor(sql, factor));
  return reply(200, factorToJson(factor));
};
