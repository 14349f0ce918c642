/**
 * Invariant: redeeming deletes the row in the same statement that finds it, so of any number of
 * parallel attempts one wins; issuing a new token of a kind ends the one before.
 */
import type { PendingQuery, Row } from 'postgres';
import type { AuthParts, Database } from './call.ts';
import { digest, newCode, newLinkToken } from './secrets.ts';

export type TokenType =
  | 'confirmation_token'
  | 'reauthentication_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token';

/** What asked for the token. Only a sign-up's own mail may keep the password given at sign-up. */
export type TokenOrigin = 'signup' | 'otp' | 'recovery' | 'invite' | 'change' | 'reauthentication';

export interface OneTimeToken {
  readonly id: string;
  readonly user_id: string;
  readonly token_type: TokenType;
  readonly relates_to: string;
  readonly origin: TokenOrigin;
  readonly flow_state_id: string | null;
}

export interface IssuedToken {
  /** What the link carries. */
  readonly token: string;
  readonly code: string;
}

export const pkcePrefix = 'pkce_';

export async function issueToken(
  parts: AuthParts,
  sql: Database,
  wanted: {
    readonly userId: string;
    readonly type: TokenType;
    readonly address: { readonly kind: 'email' | 'phone'; readonly value: string };
    readonly origin: TokenOrigin;
    readonly flowStateId?: string | null;
  },
): Promise<IssuedToken> {
  const { settings, secrets } = parts;
  const code = newCode(settings.codeLength);
  const token = (wanted.flowStateId ? pkcePrefix : '') + newLinkToken();
  const { kind, value } = wanted.address;
  const seconds = kind === 'email' ? settings.emailCodeSeconds : settings.phoneCodeSeconds;
  await sql`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to, origin,
      flow_state_id, expires_at)
    values (${wanted.userId}, ${wanted.type}, ${digest(token)}, ${secrets.codeDigest(value, code)},
      ${value}, ${wanted.origin}, ${wanted.flowStateId ?? null},
      now() + make_interval(secs => ${seconds}))
    on conflict (user_id, token_type) do update set
      token_hash = excluded.token_hash, code_hash = excluded.code_hash,
      relates_to = excluded.relates_to, origin = excluded.origin,
      flow_state_id = excluded.flow_state_id, created_at = now(), expires_at = excluded.expires_at`;
  return { token, code };
}

export function redeemLink(
  sql: Database,
  token: string,
  types: readonly TokenType[],
): Promise<OneTimeToken | null> {
  return redeem(sql, types, sql`token_hash = ${digest(token)}`);
}

export function redeemCode(
  parts: AuthParts,
  sql: Database,
  address: string,
  code: string,
  types: readonly TokenType[],
): Promise<OneTimeToken | null> {
  const codeHash = parts.secrets.codeDigest(address, code);
  return redeem(sql, types, sql`relates_to = ${address} and code_hash = ${codeHash}`);
}

async function redeem(
  sql: Database,
  types: readonly TokenType[],
  which: PendingQuery<Row[]>,
): Promise<OneTimeToken | null> {
  // Whoever issues tokens locks the user first too: the other order could end in a deadlock.
  await sql`
    select from auth.users
    where id in (select user_id from auth.one_time_tokens where ${which}) for no key update`;
  const [redeemed] = await sql<OneTimeToken[]>`
    delete from auth.one_time_tokens
    where ${which} and token_type::text = any(${[...types]}) and expires_at > clock_timestamp()
    returning *`;
  return redeemed ?? null;
}

export async function dropTokens(
  sql: Database,
  userId: string,
  types: readonly TokenType[],
): Promise<void> {
  await sql`
    delete from auth.one_time_tokens
    where user_id = ${userId} and token_type::text = any(${[...types]})`;
}
