/** Invariant: a valid signature is not enough: the user and the session must still exist. */
import type { AuthCall, AuthParts } from './call.ts';
import { isUuid } from './call.ts';
import { fail } from './errors.ts';
import { type SessionRow, findSession } from './sessions.ts';
import { type UserRow, findUserById } from './users.ts';

export interface SignedIn {
  readonly user: UserRow;
  readonly session: SessionRow;
}

export async function requireUser(parts: AuthParts, call: AuthCall): Promise<SignedIn> {
  const bearer = /^Bearer\s+(\S+)$/i.exec(call.request.headers.get('authorization') ?? '')?.[1];
  if (!bearer) return fail(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const claims = await parts.context.tokens.verify(bearer).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : 'not a token';
    return fail(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`);
  });
  const { sub, session_id: sessionId } = claims;
  if (!sub) return fail(403, 'bad_jwt', 'invalid claim: missing sub claim');
  if (!isUuid(sub)) return fail(403, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  if (claims['aud'] !== 'authenticated') {
    return fail(403, 'unexpected_audience', "Token audience doesn't match request audience");
  }
  const user = await findUserById(parts.context.sql, sub);
  if (!user) return fail(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const session =
    sessionId && isUuid(sessionId) ? await findSession(parts.context.sql, sessionId) : null;
  if (!session || session.user_id !== user.id) {
    return fail(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  return { user, session };
}

export function requireAdmin(call: AuthCall): void {
  if (call.caller?.role === 'service_role') return;
  const bearer = call.request.headers.get('authorization') ?? '';
  if (bearer === '') fail(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  if (call.caller === null)
    fail(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature');
  fail(403, 'not_admin', 'User not allowed');
}
