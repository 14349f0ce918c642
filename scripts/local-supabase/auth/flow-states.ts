/** Invariant: a code works once, for minutes, and only for whoever holds the verifier. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AuthCall, AuthParts, Database, JsonObject } from './call.ts';
import { textField } from './call.ts';
import { fail, failValidation } from './errors.ts';
import { digest } from './secrets.ts';
import { type AuthenticationMethod, openSession } from './sessions.ts';

const codeSeconds = 300;

export interface Challenge {
  readonly challenge: string;
  readonly method: 's256' | 'plain';
}

export interface FlowState {
  readonly id: string;
  readonly user_id: string | null;
  readonly code_challenge: string | null;
  readonly code_challenge_method: 's256' | 'plain' | null;
  readonly provider_type: string;
  readonly provider_access_token: string | null;
  readonly provider_refresh_token: string | null;
  readonly authentication_method: AuthenticationMethod;
  readonly linking_target_id: string | null;
  readonly referrer: string | null;
  readonly auth_code_issued_at: string | null;
}

export function parseChallenge(challenge: string, method: string): Challenge | null {
  if (challenge === '' && method === '') return null;
  if (challenge === '' || method === '') {
    return failValidation('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (challenge.length < 43 || challenge.length > 128) {
    return failValidation('code challenge has to be between 43 and 128 characters');
  }
  if (!/^[\w.~-]+$/.test(challenge)) {
    return failValidation(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  const known = method.toLowerCase();
  if (known !== 's256' && known !== 'plain')
    return failValidation('unsupported code_challenge method');
  return { challenge, method: known };
}

export const challengeField = (body: JsonObject): Challenge | null =>
  parseChallenge(textField(body, 'code_challenge'), textField(body, 'code_challenge_method'));

export async function startFlow(
  sql: Database,
  flow: {
    readonly userId: string | null;
    readonly challenge: Challenge | null;
    readonly provider: string;
    readonly method: AuthenticationMethod;
    readonly linkingTo?: string | null;
    readonly redirectTo?: string;
  },
): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into auth.flow_state (user_id, code_challenge, code_challenge_method, provider_type,
      authentication_method, linking_target_id, referrer)
    values (${flow.userId}, ${flow.challenge?.challenge ?? null}, ${flow.challenge?.method ?? null},
      ${flow.provider}, ${flow.method}, ${flow.linkingTo ?? null}, ${flow.redirectTo ?? null})
    returning id`;
  if (!row) throw new Error('the flow was not stored');
  return row.id;
}

/** A mail flow's id, or null when the client didn't ask for PKCE. */
export async function startMailFlow(
  sql: Database,
  userId: string,
  challenge: Challenge | null,
  method: AuthenticationMethod,
): Promise<string | null> {
  return challenge ? startFlow(sql, { userId, challenge, provider: 'email', method }) : null;
}

export async function issueAuthCode(
  sql: Database,
  flowId: string,
  userId: string,
): Promise<string> {
  const code = randomBytes(24).toString('base64url');
  await sql`
    update auth.flow_state
    set auth_code = ${digest(code)}, auth_code_issued_at = now(), user_id = ${userId}, updated_at = now()
    where id = ${flowId}`;
  return code;
}

export async function exchangeAuthCode(parts: AuthParts, call: AuthCall): Promise<JsonObject> {
  const code = textField(call.body, 'auth_code');
  const verifier = textField(call.body, 'code_verifier');
  if (code === '' || verifier === '') {
    return failValidation('invalid request: both auth code and code verifier should be non-empty');
  }
  return parts.context.sql.begin(async (sql) => {
    const flow = await lockFlow(sql, code);
    const age = Date.now() - Date.parse(flow.auth_code_issued_at ?? '');
    if (!(age <= codeSeconds * 1000)) {
      return fail(403, 'flow_state_expired', 'invalid flow state, flow state has expired');
    }
    if (!matchesChallenge(flow, verifier)) {
      return fail(
        400,
        'bad_code_verifier',
        'code challenge does not match previously saved code verifier',
      );
    }
    await sql`delete from auth.flow_state where id = ${flow.id}`;
    const session = await openSession(
      parts,
      sql,
      flow.user_id ?? '',
      flow.authentication_method,
      call,
    );
    return { ...session, ...providerTokens(flow) };
  });
}

async function lockFlow(sql: Database, code: string): Promise<FlowState> {
  const [flow] = await sql<FlowState[]>`
    select * from auth.flow_state where auth_code = ${digest(code)} for update`;
  if (!flow)
    return fail(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  return flow;
}

function matchesChallenge(flow: FlowState, verifier: string): boolean {
  const derived =
    flow.code_challenge_method === 'plain'
      ? verifier
      : createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(
    Buffer.from(digest(derived), 'hex'),
    Buffer.from(digest(flow.code_challenge ?? ''), 'hex'),
  );
}

export const providerTokens = (flow: FlowState): Record<string, string> => ({
  ...(flow.provider_access_token ? { provider_token: flow.provider_access_token } : {}),
  ...(flow.provider_refresh_token ? { provider_refresh_token: flow.provider_refresh_token } : {}),
});
