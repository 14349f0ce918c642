/** Invariant: a request without a valid key or token is nobody, never the service. */
import { SignJWT, errors, jwtVerify } from 'jose';
import type { Sql, TransactionSql } from 'postgres';
import type { Caller, DatabaseRole, LocalSettings, Refusal, TokenClaims } from './context.ts';
import { isSameSecret } from './same-secret.ts';

const databaseRoles: ReadonlySet<string> = new Set(['anon', 'authenticated', 'service_role']);

function isDatabaseRole(role: unknown): role is DatabaseRole {
  return typeof role === 'string' && databaseRoles.has(role);
}

export function createTokens({ apiUrl, jwtSecret }: Pick<LocalSettings, 'apiUrl' | 'jwtSecret'>) {
  const key = new TextEncoder().encode(jwtSecret);
  // As a hosted project names itself: a token of another backend is none here.
  const issuer = `${apiUrl}/auth/v1`;
  return {
    sign: (claims: Record<string, unknown>) =>
      new SignJWT({ ...claims, iss: issuer })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .sign(key),
    async verify(token: string, graceSeconds = 0): Promise<TokenClaims> {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer,
        clockTolerance: graceSeconds,
      });
      if (typeof payload['role'] !== 'string') throw new errors.JWTInvalid('token names no role');
      return { ...payload, role: payload['role'] } as TokenClaims;
    },
  };
}

interface Keys {
  readonly publishableKey: string;
  readonly secretKey: string;
}

function roleOfKey(key: string, keys: Keys): DatabaseRole | null {
  if (key === keys.publishableKey) return 'anon';
  if (isSameSecret(key, keys.secretKey)) return 'service_role';
  return null;
}

/** The token of `Authorization: Bearer …`; empty where the header says anything else. */
export const bearerOf = (request: Request): string =>
  /^Bearer\s+(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';

export async function identifyCaller(
  request: Request,
  keys: Keys,
  verify: (token: string, graceSeconds: number) => Promise<TokenClaims>,
  graceSeconds = 0,
): Promise<Caller | Refusal> {
  const apikey =
    request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey') ?? '';
  const bearer = bearerOf(request);
  if (apikey === '' && bearer === '') return { refused: 'no_key' };
  const apikeyRole = roleOfKey(apikey, keys);
  if (apikey !== '' && apikeyRole === null && apikey !== bearer) return { refused: 'bad_key' };
  const credential = bearer === '' ? apikey : bearer;
  const role = roleOfKey(credential, keys);
  if (role !== null) return { role, claims: { role } };
  if (credential.startsWith('sb_')) return { refused: 'bad_key' };
  try {
    const claims = await verify(credential, graceSeconds);
    if (!isDatabaseRole(claims.role)) return { refused: 'bad_token' };
    return { role: claims.role, claims };
  } catch (error) {
    return { refused: error instanceof errors.JWTExpired ? 'expired_token' : 'bad_token' };
  }
}

/** Sets role, claims and request settings for the rest of the transaction, in one round trip. */
export async function assumeCaller(
  transaction: TransactionSql | Sql,
  caller: Caller,
  request: { method?: string; path?: string; headers?: Record<string, string> } = {},
): Promise<void> {
  await transaction`
    select set_config('role', ${caller.role}, true),
      set_config('request.jwt.claims', ${JSON.stringify(caller.claims)}, true),
      set_config('request.jwt.claim.sub', ${caller.claims.sub ?? ''}, true),
      set_config('request.jwt.claim.role', ${caller.role}, true),
      set_config('request.method', ${request.method ?? ''}, true),
      set_config('request.path', ${request.path ?? ''}, true),
      set_config('request.headers', ${JSON.stringify(request.headers ?? {})}, true)`;
}

export function createAsCaller(sql: Sql) {
  return async <T>(
    caller: Caller,
    run: (transaction: TransactionSql) => Promise<T>,
  ): Promise<T> => {
    const result = await sql.begin(async (transaction) => {
      await assumeCaller(transaction, caller);
      return { value: await run(transaction) };
    });
    return result.value as T;
  };
}
