/** Invariant: the key leaves for the project's own address alone. */
import type { Given } from '#shared/backend/given.ts';
import type { Database } from '#shared/backend/database.types.ts';
import { secretKeys, serviceHeaders } from './project-keys.ts';
import type { FunctionEnvironment } from './report-error.ts';

export type ServiceCall = <Name extends keyof Database['public']['Functions']>(
  name: Name,
  args: Readonly<Record<string, unknown>>,
) => Promise<Given<Name>>;

const longestWaitMs = 15_000;

/** What the database refused, as it said it. */
export interface DatabaseRefusal {
  /** PT and the status where a function of the shop refused in words for people. */
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export class RefusedCall extends Error {
  readonly status: number;
  readonly refusal: DatabaseRefusal;

  constructor(name: string, status: number, body: unknown) {
    const { code, message, hint } = (body ?? {}) as Readonly<Record<string, unknown>>;
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    super(`${name}: ${text(message) || `HTTP ${status}`}`);
    this.status = status;
    this.refusal = { code: text(code), message: text(message), hint: text(hint) };
  }
}

export function createServiceCall(environment: FunctionEnvironment): ServiceCall {
  const headers = { ...serviceHeaders(environment), 'content-type': 'application/json' };
  return async (name, args) => {
    const response = await fetch(`${environment['SUPABASE_URL']}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(args),
      signal: AbortSignal.timeout(longestWaitMs),
    });
    const body = await response.json().catch(() => null);
    if (!response.ok) throw new RefusedCall(name, response.status, body);
    return body;
  };
}

/** Compares without telling by its duration how much of a guess was right. */
async function isEqual(left: string, right: string): Promise<boolean> {
  const digest = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const [a, b] = await Promise.all([digest(left), digest(right)]);
  return a.every((byte, index) => byte === b[index]);
}

/** Schedulers hold the secret key; it is no token, so the gate in front of functions can't check it. */
export async function holdsSecretKey(
  request: Request,
  environment: FunctionEnvironment,
): Promise<boolean> {
  const keys = secretKeys(environment);
  const bearer = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  const given = [request.headers.get('apikey') ?? '', bearer];
  const equal = keys.flatMap((key) => given.map((one) => isEqual(one, key)));
  return (await Promise.all(equal)).includes(true);
}

/** Runs scheduled work for the one who holds the secret key and for nobody else. */
export function forSchedulers(
  environment: FunctionEnvironment,
  work: () => Promise<Readonly<Record<string, unknown>>>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'POST')
      return Response.json({ message: 'Only POST is understood here' }, { status: 405 });
    if (!(await holdsSecretKey(request, environment)))
      return Response.json({ message: 'This needs the secret key' }, { status: 401 });
    return Response.json(await work());
  };
}
