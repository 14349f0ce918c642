/** The platform's Management API, of which https://supabase.com/docs/reference/api tells. */
import { setTimeout as sleep } from 'node:timers/promises';

export class PlatformRefused extends Error {}

export interface Management {
  get(path: string): Promise<unknown>;
  send(method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body: unknown): Promise<unknown>;
}

const longestWaitMs = 60_000;
const tries = 3;
const pauseMs = 500;

async function messageOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { message } = JSON.parse(text) as { readonly message?: unknown };
    return typeof message === 'string' ? message : text.slice(0, 300);
  } catch {
    return text.slice(0, 300);
  }
}

function explained(status: number, message: string): string {
  if (status === 401) return `The platform does not know the access token: ${message}`;
  if (status === 403) return `The access token may not do this: ${message}`;
  return `The platform answered ${status}: ${message}`;
}

export function createManagement(url: string, accessToken: string): Management {
  async function ask(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(longestWaitMs),
    }).catch((error: unknown) => {
      throw new Error(`${url} does not answer. Look at the connection and try again.`, {
        cause: error,
      });
    });
  }

  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    // Too many requests were not begun, and reading twice does no harm; nothing else is sent again.
    for (let turn = 1; ; turn += 1) {
      const response = await ask(method, path, body);
      if (response.ok) return response.status === 204 ? null : response.json().catch(() => null);
      const isWorthIt = response.status === 429 || (method === 'GET' && response.status >= 500);
      if (turn < tries && isWorthIt) {
        await response.body?.cancel();
        await sleep(pauseMs * turn);
        continue;
      }
      throw new PlatformRefused(explained(response.status, await messageOf(response)));
    }
  }

  return { get: (path) => call('GET', path), send: call };
}

/** Fields of an object that somebody else sent. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

export const rowsOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
