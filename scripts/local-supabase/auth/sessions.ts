/**
 * Invariant: a token's claims come from the database at the moment it is signed, and its assurance
 * level is the one that its session has reached.
 */
import type { AuthCall, AuthParts, Database, JsonObject } from './call.ts';
import { digest, newRefreshToken } from './secrets.ts';
import { reloadUser, userToJson } from './users.ts';

export type AuthenticationMethod =
  | 'password'
  | 'otp'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email/signup'
  | 'email_change'
  | 'oauth'
  | 'totp'
  | 'recovery_code';

export interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly aal: 'aal1' | 'aal2';
  readonly created_at: string;
  readonly not_after: string | null;
}

type Client = Pick<AuthCall, 'clientAddress' | 'userAgent'>;

/** Opens a session and answers with its first tokens, as every sign-in does. */
export async function openSession(
  parts: AuthParts,
  sql: Database,
  userId: string,
  method: AuthenticationMethod,
  client: Client,
): Promise<JsonObject> {
  const [session] = await sql<SessionRow[]>`
    insert into auth.sessions (user_id, user_agent, ip)
    values (${userId}, ${client.userAgent.slice(0, 500)}, ${client.clientAddress || null})
    returning *`;
  if (!session) throw new Error('the session was not stored');
  await recordMethod(sql, session.id, method);
  await sql`update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${userId}`;
  await sql`update auth.identities set last_sign_in_at = now() where user_id = ${userId}
    and provider in ('email', 'phone')`;
  const refreshToken = newRefreshToken();
  await storeRefreshToken(sql, session, refreshToken, null);
  return sessionToJson(parts, sql, session, refreshToken);
}

export async function recordMethod(
  sql: Database,
  sessionId: string,
  method: AuthenticationMethod,
): Promise<void> {
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method)
    values (${sessionId}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = now()`;
}

export async function storeRefreshToken(
  sql: Database,
  session: SessionRow,
  token: string,
  parent: string | null,
): Promise<void> {
  await sql`
    insert into auth.refresh_tokens (token, user_id, session_id, parent)
    values (${digest(token)}, ${session.user_id}, ${session.id},
      ${parent === null ? null : digest(parent)})`;
}

export async function sessionToJson(
  parts: AuthParts,
  sql: Database,
  session: SessionRow,
  refreshToken: string,
): Promise<JsonObject> {
  const user = await userToJson(sql, await reloadUser(sql, session.user_id));
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresIn = parts.settings.accessTokenSeconds;
  const accessToken = await parts.context.tokens.sign({
    sub: session.user_id,
    aud: user['aud'],
    iat: issuedAt,
    exp: issuedAt + expiresIn,
    email: user['email'],
    phone: user['phone'],
    app_metadata: user['app_metadata'],
    user_metadata: user['user_metadata'],
    role: user['role'],
    aal: session.aal,
    amr: await methodsOf(sql, session.id),
    session_id: session.id,
    is_anonymous: user['is_anonymous'],
  });
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: issuedAt + expiresIn,
    refresh_token: refreshToken,
    user,
  };
}

async function methodsOf(sql: Database, sessionId: string): Promise<JsonObject[]> {
  return sql<{ method: string; timestamp: number }[]>`
    select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
    from auth.mfa_amr_claims where session_id = ${sessionId}
    order by updated_at desc, authentication_method`;
}

export async function findSession(sql: Database, id: string): Promise<SessionRow | null> {
  const [session] = await sql<SessionRow[]>`
    select * from auth.sessions
    where id = ${id} and (not_after is null or not_after > now())`;
  return session ?? null;
}

export type SignOutScope = 'global' | 'local' | 'others';

export async function closeSessions(
  sql: Database,
  userId: string,
  scope: SignOutScope,
  sessionId: string | null,
): Promise<void> {
  if (scope === 'global') await sql`delete from auth.sessions where user_id = ${userId}`;
  else if (scope === 'local') await sql`delete from auth.sessions where id = ${sessionId}`;
  else {
    await sql`
      delete from auth.sessions where user_id = ${userId} and id is distinct from ${sessionId}`;
  }
}
