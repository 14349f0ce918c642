/** The first owner of a shop: an account by invitation, and the role that lets it invite everybody else. */
import type { Sql } from 'postgres';

export class OwnerRefused extends Error {}

export interface OwnerPlan {
  readonly email: string;
  readonly apiUrl: string;
  readonly secretKey: string;
  readonly siteUrl: string;
}

/** Whether anybody owns the shop. */
export async function hasOwner(sql: Sql): Promise<boolean> {
  const [table] = await sql`select to_regclass('private.staff')::text as name`;
  if (!table?.['name']) return false;
  const rows = await sql`select from private.staff where role = 'owner' limit 1`;
  return rows.length > 0;
}

async function findUser(sql: Sql, email: string): Promise<string | null> {
  const [user] = await sql`select id from auth.users where lower(email) = lower(${email})`;
  return user === undefined ? null : String(user['id']);
}

async function invite({ email, apiUrl, secretKey, siteUrl }: OwnerPlan): Promise<void> {
  const target = `${siteUrl}/user/details`;
  const response = await fetch(
    `${apiUrl}/auth/v1/invite?redirect_to=${encodeURIComponent(target)}`,
    {
      method: 'POST',
      headers: { apikey: secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
      signal: AbortSignal.timeout(30_000),
    },
  );
  if (response.ok) return;
  throw new OwnerRefused(
    `The invitation could not be sent (${response.status}): ${(await response.text()).slice(0, 300)}`,
  );
}

/** Invites the address where it has no account, and makes it the owner where there is none. */
export async function nameFirstOwner(
  sql: Sql,
  plan: OwnerPlan,
): Promise<'invited' | 'named' | 'unchanged'> {
  if (await hasOwner(sql)) return 'unchanged';
  const known = await findUser(sql, plan.email);
  if (known === null) await invite(plan);
  const user = known ?? (await findUser(sql, plan.email));
  if (user === null)
    throw new OwnerRefused(`The account of ${plan.email} is not there after its invitation.`);
  await sql`
    insert into private.staff (user_id, role) values (${user}, 'owner')
    on conflict (user_id) do update set role = excluded.role`;
  return known === null ? 'invited' : 'named';
}
