/**
 * Invariant: what a provider answers is parsed field by field; an address counts as verified only if
 * the provider says so.
 */
import type { OAuthProviderOptions } from './auth-options.ts';
import { isJsonObject } from './call.ts';
import { fail } from './errors.ts';
import type { ExternalProfile } from './external-accounts.ts';

export type ProviderName = 'github' | 'google';

export interface ProviderTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
}

interface Provider {
  readonly authorize: (base?: string) => string;
  readonly token: (base?: string) => string;
  readonly scopes: string;
  readonly profile: (token: string, base?: string) => Promise<ExternalProfile>;
}

const patienceMs = 10_000;

async function getJson(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(patienceMs) });
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
  return response.json();
}

const text = (value: unknown, name: string): string => {
  const found = isJsonObject(value) ? value[name] : undefined;
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
};

const flag = (value: unknown, name: string): boolean => isJsonObject(value) && value[name] === true;

const bearer = (token: string): RequestInit => ({
  headers: {
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    'user-agent': 'keywright',
  },
});

async function githubProfile(token: string, base?: string): Promise<ExternalProfile> {
  const api = base ? `${base}/api/v3` : 'https://api.github.com';
  const user = await getJson(`${api}/user`, bearer(token));
  const emails = await getJson(`${api}/user/emails`, bearer(token));
  const primary = Array.isArray(emails)
    ? emails.find((email) => flag(email, 'primary'))
    : undefined;
  return {
    provider: 'github',
    providerId: text(user, 'id'),
    email: text(primary, 'email') || null,
    emailVerified: flag(primary, 'verified'),
    name: text(user, 'name') || text(user, 'login'),
    avatarUrl: text(user, 'avatar_url'),
  };
}

async function googleProfile(token: string, base?: string): Promise<ExternalProfile> {
  const api = base ?? 'https://openidconnect.googleapis.com';
  const user = await getJson(`${api}/v1/userinfo`, bearer(token));
  return {
    provider: 'google',
    providerId: text(user, 'sub'),
    email: text(user, 'email') || null,
    emailVerified: flag(user, 'email_verified'),
    name: text(user, 'name'),
    avatarUrl: text(user, 'picture'),
  };
}

const providers: Readonly<Record<ProviderName, Provider>> = {
  github: {
    authorize: (base = 'https://github.com') => `${base}/login/oauth/authorize`,
    token: (base = 'https://github.com') => `${base}/login/oauth/access_token`,
    scopes: 'user:email',
    profile: githubProfile,
  },
  google: {
    authorize: (base = 'https://accounts.google.com') => `${base}/o/oauth2/v2/auth`,
    token: (base = 'https://oauth2.googleapis.com') => `${base}/token`,
    scopes: 'openid email profile',
    profile: googleProfile,
  },
};

export const isProviderName = (name: string): name is ProviderName =>
  Object.hasOwn(providers, name);

export function authorizeUrl(
  name: ProviderName,
  options: OAuthProviderOptions,
  request: { readonly callback: string; readonly state: string; readonly scopes: string },
): string {
  const url = new URL(providers[name].authorize(options.url));
  url.search = new URLSearchParams({
    client_id: options.clientId,
    redirect_uri: request.callback,
    response_type: 'code',
    scope: [providers[name].scopes, request.scopes].filter((part) => part !== '').join(' '),
    state: request.state,
  }).toString();
  return url.href;
}

export async function exchangeProviderCode(
  name: ProviderName,
  options: OAuthProviderOptions,
  code: string,
  callback: string,
): Promise<ProviderTokens> {
  const answer = await getJson(providers[name].token(options.url), {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: options.clientId,
      client_secret: options.secret,
      redirect_uri: callback,
      code,
    }),
  });
  const accessToken = text(answer, 'access_token');
  if (accessToken === '') throw new Error(`${name} gave no access token`);
  return { accessToken, refreshToken: text(answer, 'refresh_token') || null };
}

export async function fetchProfile(
  name: ProviderName,
  options: OAuthProviderOptions,
  accessToken: string,
): Promise<ExternalProfile> {
  const profile = await providers[name].profile(accessToken, options.url);
  return profile.providerId === ''
    ? fail(500, 'unexpected_failure', 'Error getting user profile from external provider')
    : profile;
}
