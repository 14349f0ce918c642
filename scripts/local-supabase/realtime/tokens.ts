import { decodeJwt } from 'jose';
import type { Caller, LocalContext } from '../context.ts';

/** With the code that a hosted project puts in front of it when a join is refused. */
export class TokenRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Keys name no person: they stand for the connection's own key. */
export function isKey(token: unknown): boolean {
  return typeof token !== 'string' || token === '' || token.startsWith('sb_');
}

export async function identifyToken(
  context: LocalContext,
  apikey: string,
  token: unknown,
): Promise<Caller> {
  const found = await context.identify(requestWith(apikey, token));
  if ('refused' in found) throw refusal(found.refused, token);
  if (!isKey(token) && typeof found.claims.exp !== 'number') {
    throw new TokenRefused('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT');
  }
  return found;
}

function requestWith(apikey: string, token: unknown): Request {
  const headers: Record<string, string> = { apikey };
  if (!isKey(token)) headers['authorization'] = `Bearer ${String(token)}`;
  try {
    return new Request('http://realtime/', { headers });
  } catch {
    throw new TokenRefused('MalformedJWT', 'The token provided is not a valid JWT');
  }
}

function refusal(reason: string, token: unknown): TokenRefused {
  if (reason === 'expired_token') {
    return new TokenRefused('InvalidJWTToken', expiredMessage(expiryOf(token)));
  }
  if (typeof token === 'string' && token.split('.').length === 3) {
    return new TokenRefused('JwtSignatureError', 'Failed to validate JWT signature');
  }
  return new TokenRefused('MalformedJWT', 'The token provided is not a valid JWT');
}

function expiryOf(token: unknown): number {
  const { exp } = decodeJwt(String(token));
  return exp ?? 0;
}

export function expiredMessage(expiresAtSeconds: number): string {
  const ago = Math.max(0, Math.floor(Date.now() / 1000) - expiresAtSeconds);
  return `Token has expired ${ago} seconds ago`;
}
