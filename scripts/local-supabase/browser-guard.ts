/**
 * Any page that a developer opens can send requests to this machine, and everybody knows the keys of
 * an embedded shop. So no browser acts with the secret key, and the doors of the machine itself answer
 * to its own names alone: a name that somebody else points at 127.0.0.1 is somebody else's.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { bearerOf } from './callers.ts';
import { jsonResponse } from './http-answers.ts';
import { isSameSecret } from './same-secret.ts';

/** Browsers add both by themselves, and no script can take them away. */
const browserHeaders = ['origin', 'sec-fetch-site'] as const;

const loopbackHost = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

export function refuseSecretInBrowser(request: Request, secretKey: string): Response | null {
  if (!browserHeaders.some((name) => request.headers.has(name))) return null;
  const keys = [
    request.headers.get('apikey') ?? '',
    new URL(request.url).searchParams.get('apikey') ?? '',
    bearerOf(request),
  ];
  if (!keys.some((key) => isSameSecret(key, secretKey))) return null;
  return jsonResponse(401, {
    message: 'Forbidden use of secret API key in browser',
    hint: 'Secret API keys can only be used in a protected environment and should never be used in a browser.',
  });
}

export function isSecretInBrowser(
  headers: IncomingHttpHeaders,
  apikey: string,
  secretKey: string,
): boolean {
  return (
    browserHeaders.some((name) => headers[name] !== undefined) && isSameSecret(apikey, secretKey)
  );
}

export function refuseForeignHost(request: Request): Response | null {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith('/_local/')) return null;
  if (loopbackHost.test(request.headers.get('host') ?? '')) return null;
  // Without the headers that let another origin read it.
  return new Response(JSON.stringify({ message: 'Open this address as localhost or 127.0.0.1' }), {
    status: 403,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
}
