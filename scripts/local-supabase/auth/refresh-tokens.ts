/**
 * Invariant: a token works once. Whoever lost the answer may ask again for a few seconds and gets the
 * same successor; later than that, someone else has it, and the whole session ends.
 */
import type { AuthParts, Database, JsonObject } from './call.ts';
import { AuthFailure, fail } from './errors.ts';
import { digest } from './secrets.ts';
import { type SessionRow, findSession, sessionToJson, storeRefreshToken } from './sessions.ts';
import { isBanned, reloadUser } from './users.ts';

interface RefreshTokenRow {
  readonly token: string;
  readonly session_id: string;
  readonly revoked: boolean;
  readonly reusable: boolean;
}

/** Far more refreshes than fit into the seconds in which a token may be asked for again. */
const longestChain = 100;

export async function refreshSession(parts: AuthParts, token: string): Promise<JsonObject> {
  const outcome = await parts.context.sql.begin((sql) => rotate(parts, sql, token));
  // Ending the session must outlive the refusal, so it is thrown after the commit.
  if (outcome instanceof AuthFailure) throw outcome;
  return outcome;
}

async function rotate(
  parts: AuthParts,
  sql: Database,
  token: string,
): Promise<JsonObject | AuthFailure> {
  const found = await lockToken(parts, sql, token);
  if (!found) {
    return fail(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
  }
  const session = await findSession(sql, found.session_id);
  if (found.revoked && (!session || !found.reusable)) {
    await endFamily(sql, found.session_id);
    return new AuthFailure(
      400,
      'refresh_token_already_used',
      'Invalid Refresh Token: Already Used',
    );
  }
  if (!session) return fail(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
  if (isBanned(await reloadUser(sql, session.user_id))) {
    return fail(400, 'user_banned', 'Invalid Refresh Token: User Banned');
  }
  const next = found.revoked
    ? await currentAfter(parts, sql, session, token)
    : await rotateOnce(parts, sql, session, token);
  await sql`update auth.sessions set refreshed_at = now(), updated_at = now() where id = ${session.id}`;
  return sessionToJson(parts, sql, session, next);
}

/** The session's row is the lock: refreshes of one session wait for each other. */
async function lockToken(
  parts: AuthParts,
  sql: Database,
  token: string,
): Promise<RefreshTokenRow | null> {
  const hash = digest(token);
  await sql`
    select from auth.sessions s join auth.refresh_tokens t on t.session_id = s.id
    where t.token = ${hash} for update of s`;
  const [row] = await sql<RefreshTokenRow[]>`
    select token, session_id, revoked,
      updated_at > clock_timestamp() - make_interval(secs => ${parts.settings.refreshReuseSeconds}) as reusable
    from auth.refresh_tokens where token = ${hash}`;
  return row ?? null;
}

async function rotateOnce(
  parts: AuthParts,
  sql: Database,
  session: SessionRow,
  token: string,
): Promise<string> {
  const next = parts.secrets.refreshTokenAfter(token);
  await sql`
    update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
    where token = ${digest(token)}`;
  await storeRefreshToken(sql, session, next, token);
  return next;
}

async function currentAfter(
  parts: AuthParts,
  sql: Database,
  session: SessionRow,
  token: string,
): Promise<string> {
  const [current] = await sql<{ token: string }[]>`
    select token from auth.refresh_tokens where session_id = ${session.id} and not revoked`;
  let next = token;
  for (let step = 0; step < longestChain; step += 1) {
    next = parts.secrets.refreshTokenAfter(next);
    if (digest(next) === current?.token) return next;
  }
  return fail(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
}

async function endFamily(sql: Database, sessionId: string): Promise<void> {
  await sql`
    update auth.refresh_tokens set revoked = true where session_id = ${sessionId} and not revoked`;
  await sql`update auth.sessions set not_after = now() where id = ${sessionId} and not_after is null`;
}
