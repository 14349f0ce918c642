/** Invariant: `app_metadata.providers` lists exactly the providers of a user's identities. */
import type { Database, JsonObject } from './call.ts';
import { presentTimes, toZulu } from './times.ts';

export interface IdentityRow {
  readonly id: string;
  readonly provider_id: string;
  readonly user_id: string;
  readonly provider: string;
  readonly identity_data: JsonObject;
  readonly email: string | null;
  readonly last_sign_in_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export async function identitiesOf(sql: Database, userId: string): Promise<IdentityRow[]> {
  return sql<IdentityRow[]>`
    select * from auth.identities where user_id = ${userId} order by created_at, id`;
}

export async function findIdentity(
  sql: Database,
  provider: string,
  providerId: string,
): Promise<IdentityRow | null> {
  const [identity] = await sql<IdentityRow[]>`
    select * from auth.identities where provider = ${provider} and provider_id = ${providerId}`;
  return identity ?? null;
}

/** Adds an identity, or brings up to date what is known about it. Null: it is someone else's. */
export async function saveIdentity(
  sql: Database,
  identity: {
    readonly userId: string;
    readonly provider: string;
    readonly providerId: string;
    readonly data: JsonObject;
  },
): Promise<IdentityRow | null> {
  const [row] = await sql<IdentityRow[]>`
    insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
    values (${identity.userId}, ${identity.provider}, ${identity.providerId},
      ${sql.json(identity.data)}, now())
    on conflict (provider_id, provider) do update
      set identity_data = auth.identities.identity_data || excluded.identity_data,
        last_sign_in_at = now(), updated_at = now()
      where auth.identities.user_id = excluded.user_id
    returning *`;
  await refreshProviders(sql, identity.userId);
  return row ?? null;
}

/** What GoTrue stores as the identity of an address that the user gave itself. */
export const addressIdentity = (
  userId: string,
  address: { readonly kind: 'email' | 'phone'; readonly value: string },
  verified: boolean,
) => ({
  userId,
  provider: address.kind,
  providerId: userId,
  data: {
    sub: userId,
    [address.kind]: address.value,
    email_verified: address.kind === 'email' && verified,
    phone_verified: address.kind === 'phone' && verified,
  },
});

export async function deleteIdentity(sql: Database, identity: IdentityRow): Promise<void> {
  await sql`delete from auth.identities where id = ${identity.id}`;
  await refreshProviders(sql, identity.user_id);
}

/** The first provider stays `provider` as long as the user has it. */
async function refreshProviders(sql: Database, userId: string): Promise<void> {
  await sql`
    update auth.users u
    set raw_app_meta_data = u.raw_app_meta_data || jsonb_build_object(
      'provider', case
        when p.names ? (u.raw_app_meta_data ->> 'provider') then u.raw_app_meta_data -> 'provider'
        else coalesce(p.names -> 0, '""') end,
      'providers', p.names)
    from (
      select coalesce(jsonb_agg(provider order by first_at), '[]') as names
      from (select provider, min(created_at) as first_at from auth.identities
        where user_id = ${userId} group by provider) as one
    ) as p
    where u.id = ${userId}`;
}

export const identityToJson = (identity: IdentityRow): JsonObject => ({
  identity_id: identity.id,
  id: identity.provider_id,
  user_id: identity.user_id,
  identity_data: identity.identity_data,
  provider: identity.provider,
  ...presentTimes({ last_sign_in_at: identity.last_sign_in_at }),
  created_at: toZulu(identity.created_at),
  updated_at: toZulu(identity.updated_at),
  ...(identity.email === null ? {} : { email: identity.email }),
});
