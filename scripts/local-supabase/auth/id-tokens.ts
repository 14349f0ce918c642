/**
 * Invariant: the token is Google's own, meant for this client, unexpired, and tied to the nonce.
 */
import { createHash } from 'node:crypto';
import { type JWTPayload, createRemoteJWKSet, jwtVerify } from 'jose';
import { requireUser } from './authenticate.ts';
import { type AuthCall, type AuthParts, type JsonObject, flagField, textField } from './call.ts';
import { fail, failValidation } from './errors.ts';
import { type ExternalProfile, signInWithProfile } from './external-accounts.ts';

const google = {
  issuer: 'https://accounts.google.com',
  keys: 'https://www.googleapis.com/oauth2/v3/certs',
};

const issuers: ReadonlyMap<string, string> = new Map([
  ['apple', 'https://appleid.apple.com'],
  ['google', google.issuer],
  ['facebook', 'https://www.facebook.com'],
  ['kakao', 'https://kauth.kakao.com'],
]);

export async function signInWithIdToken(parts: AuthParts, call: AuthCall): Promise<JsonObject> {
  const idToken = textField(call.body, 'id_token');
  const provider = textField(call.body, 'provider');
  if (idToken === '') return fail(400, 'invalid_request', 'id_token required');
  if (provider === '')
    return fail(400, 'invalid_request', 'provider or client_id and issuer required');
  const issuer = issuers.get(provider);
  if (!issuer) return failValidation(`Custom OIDC provider "${provider}" not allowed`);
  const options = provider === 'google' ? parts.settings.providers.google : undefined;
  if (!options) {
    return fail(400, 'provider_disabled', `Provider (issuer "${issuer}") is not enabled`);
  }
  const keys = new URL(options.url ? `${options.url}/oauth2/v3/certs` : google.keys);
  const claims = await jwtVerify(idToken, createRemoteJWKSet(keys), {
    issuer: options.url ?? [google.issuer, 'accounts.google.com'],
    audience: options.clientId,
    algorithms: ['RS256', 'ES256'],
  }).then(
    ({ payload }) => payload,
    () => fail(400, 'invalid_request', 'Bad ID token'),
  );
  requireNonce(claims, textField(call.body, 'nonce'));
  const linking = flagField(call.body, 'link_identity') ? await requireUser(parts, call) : null;
  return signInWithProfile(parts, call, toProfile(claims), 'oauth', linking?.user.id ?? null);
}

function requireNonce(claims: JWTPayload, nonce: string): void {
  const inToken = claims['nonce'];
  if ((inToken === undefined) !== (nonce === '')) {
    fail(
      400,
      'invalid_request',
      'Passed nonce and nonce in id_token should either both exist or not.',
    );
  }
  const hashed = createHash('sha256').update(nonce).digest('hex');
  if (nonce !== '' && inToken !== hashed) fail(400, 'invalid_nonce', 'Nonces mismatch');
}

function toProfile(claims: JWTPayload): ExternalProfile {
  const { sub, email, email_verified: verified, name, picture } = claims;
  if (!sub) return fail(400, 'invalid_request', 'Missing sub claim in id_token');
  return {
    provider: 'google',
    providerId: sub,
    email: typeof email === 'string' ? email : null,
    emailVerified: verified === true || verified === 'true',
    name: typeof name === 'string' ? name : '',
    avatarUrl: typeof picture === 'string' ? picture : '',
  };
}
