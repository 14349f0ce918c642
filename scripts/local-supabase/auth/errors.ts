/** Invariant: a refusal's text never depends on whether an account exists. */
import { corsHeaders } from '../http-answers.ts';

export const apiVersionHeader = 'x-supabase-api-version';
const stringCodesSince = '2024-01-01';

interface FailureDetails {
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export class AuthFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: FailureDetails;

  constructor(status: number, code: string, message: string, details: FailureDetails = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export function fail(
  status: number,
  code: string,
  message: string,
  details: FailureDetails = {},
): never {
  throw new AuthFailure(status, code, message, details);
}

export const failValidation = (message: string): never => fail(400, 'validation_failed', message);

export function failTooSoon(code: string, seconds: number, message: string): never {
  return fail(429, code, message, { headers: { 'retry-after': String(seconds) } });
}

export function failureToResponse(failure: AuthFailure, request: Request): Response {
  const { status, code, message, details } = failure;
  const wanted = request.headers.get(apiVersionHeader) ?? '';
  const stringCodes = /^\d{4}-\d{2}-\d{2}$/.test(wanted) && wanted >= stringCodesSince;
  const body = stringCodes
    ? { code, message, ...details.body }
    : { code: status, error_code: code, msg: message, ...details.body };
  return reply(status, body, {
    ...(stringCodes ? { [apiVersionHeader]: stringCodesSince } : {}),
    ...details.headers,
  });
}

/** Browsers hide every header that is not named, and supabase-js reads the version from one. */
const exposed = {
  'access-control-expose-headers': `x-total-count, link, retry-after, ${apiVersionHeader}`,
};

export function reply(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const empty = status === 204;
  return new Response(empty ? null : JSON.stringify(body), {
    status,
    headers: {
      ...corsHeaders,
      ...exposed,
      ...(empty ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      'cache-control': 'no-store',
      ...headers,
    },
  });
}

/** A redirect that may carry tokens: it is kept nowhere and the next page doesn't learn of it. */
export function redirect(location: string, status: 302 | 303 = 303): Response {
  return new Response(null, {
    status,
    headers: {
      ...corsHeaders,
      location,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  });
}
