/**
 * Invariant: `app_metadata` and `role` change only through the admin API and identity changes.
 */
import { type Database, type JsonObject } from './call.ts';
import { fail } from './errors.ts';
import { factorsOf, factorToJson } from './factor-rows.ts';
import { identitiesOf, identityToJson } from './identities.ts';
import { presentTimes, toZulu } from './times.ts';

export interface UserRow {
  readonly id: string;
  readonly aud: string | null;
  readonly role: string | null;
  readonly email: string | null;
  readonly encrypted_password: string | null;
  readonly email_confirmed_at: string | null;
  readonly invited_at: string | null;
  readonly confirmation_sent_at: string | null;
  readonly recovery_sent_at: string | null;
  readonly email_change: string | null;
  readonly email_change_sent_at: string | null;
  readonly email_change_confirm_status: number;
  readonly last_sign_in_at: string | null;
  readonly raw_app_meta_data: JsonObject;
  readonly raw_user_meta_data: JsonObject;
  readonly created_at: string;
  readonly updated_at: string;
  readonly phone: string | null;
  readonly phone_confirmed_at: string | null;
  readonly phone_change: string | null;
  readonly phone_change_sent_at: string | null;
  readonly confirmed_at: string | null;
  readonly banned_until: string | null;
  readonly reauthentication_sent_at: string | null;
  readonly deleted_at: string | null;
  readonly is_anonymous: boolean;
}

export async function findUserById(sql: Database, id: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`
    select * from auth.users where id = ${id}`;
  return user ?? null;
}

export async function findUserByEmail(sql: Database, email: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`
    select * from auth.users
    where lower(email) = ${email} and not is_sso_user and deleted_at is null`;
  return user ?? null;
}

export async function findUserByPhone(sql: Database, phone: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`
    select * from auth.users where phone = ${phone} and deleted_at is null`;
  return user ?? null;
}

export async function reloadUser(sql: Database, id: string): Promise<UserRow> {
  return (await findUserById(sql, id)) ?? fail(404, 'user_not_found', 'User not found');
}

export interface NewUser {
  readonly id?: string;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly passwordHash?: string | null;
  readonly emailConfirmed?: boolean;
  readonly phoneConfirmed?: boolean;
  readonly userMetadata?: JsonObject;
  readonly appMetadata?: JsonObject;
  readonly role?: string;
  readonly provider?: string;
}

/** Two requests may want the same address at once: the second learns of it from the unique index. */
export async function insertUser(sql: Database, user: NewUser): Promise<UserRow | null> {
  const providers = user.provider
    ? [user.provider]
    : [...(user.email ? ['email'] : []), ...(user.phone ? ['phone'] : [])];
  const appMetadata = { provider: providers[0] ?? '', providers, ...user.appMetadata };
  const [row] = await sql<UserRow[]>`
    insert into auth.users (id, email, phone, encrypted_password, email_confirmed_at,
      phone_confirmed_at, raw_app_meta_data, raw_user_meta_data, role)
    values (coalesce(${user.id ?? null}::uuid, gen_random_uuid()), ${user.email ?? null},
      ${user.phone ?? null}, ${user.passwordHash ?? null},
      case when ${user.emailConfirmed ?? false} then now() end,
      case when ${user.phoneConfirmed ?? false} then now() end,
      ${sql.json(appMetadata)}, ${sql.json(user.userMetadata ?? {})},
      ${user.role ?? 'authenticated'})
    on conflict do nothing
    returning *`;
  return row ?? null;
}

export const isBanned = (user: UserRow): boolean =>
  user.banned_until !== null && Date.parse(user.banned_until) > Date.now();

/** Merges the first level; a null takes its key away. */
export async function mergeUserMetadata(
  sql: Database,
  id: string,
  changes: JsonObject,
): Promise<void> {
  await sql`
    update auth.users
    set raw_user_meta_data = (select coalesce(jsonb_object_agg(key, value), '{}')
        from jsonb_each(raw_user_meta_data || ${sql.json(changes)}) where value <> 'null'),
      updated_at = now()
    where id = ${id}`;
}

export async function mergeAppMetadata(
  sql: Database,
  id: string,
  changes: JsonObject,
): Promise<void> {
  await sql`
    update auth.users
    set raw_app_meta_data = (select coalesce(jsonb_object_agg(key, value), '{}')
        from jsonb_each(raw_app_meta_data || ${sql.json(changes)}) where value <> 'null'),
      updated_at = now()
    where id = ${id}`;
}

export async function userToJson(sql: Database, user: UserRow): Promise<JsonObject> {
  const identities = await identitiesOf(sql, user.id);
  const factors = await factorsOf(sql, user.id);
  return {
    id: user.id,
    aud: user.aud ?? 'authenticated',
    role: user.role ?? 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...presentTimes({
      email_confirmed_at: user.email_confirmed_at,
      invited_at: user.invited_at,
      phone_confirmed_at: user.phone_confirmed_at,
      confirmation_sent_at: user.confirmation_sent_at,
      confirmed_at: user.confirmed_at,
      recovery_sent_at: user.recovery_sent_at,
      email_change_sent_at: user.email_change_sent_at,
      phone_change_sent_at: user.phone_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
      deleted_at: user.deleted_at,
    }),
    ...(user.email_change ? { new_email: user.email_change } : {}),
    ...(user.phone_change ? { new_phone: user.phone_change } : {}),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    ...(factors.length > 0 ? { factors: factors.map(factorToJson) } : {}),
    identities: identities.map(identityToJson),
    created_at: toZulu(user.created_at),
    updated_at: toZulu(user.updated_at),
    is_anonymous: user.is_anonymous,
  };
}
