/**
 * The embedded GoTrue: the only place that answers `/auth/v1`.
 * Invariant: whatever goes wrong, the answer is JSON in GoTrue's shape, and an unforeseen error
 * says nothing about what caused it.
 */
import type { LocalContext, ServiceModule } from '../context.ts';
import { corsHeaders } from '../http-answers.ts';
import { isDatabaseAway } from '../lost-connections.ts';
import { isSameSecret } from '../same-secret.ts';
import { isNulRefused } from '../sql-states.ts';
import { type UserAttributes, createUser } from './admin-users.ts';
import { type AuthOptions, resolveAuthOptions } from './auth-options.ts';
import { type AuthCall, type AuthParts, readBody } from './call.ts';
import { AuthFailure, apiVersionHeader, fail, failureToResponse, reply } from './errors.ts';
import { sweep } from './limits.ts';
import { createMailer } from './mails.ts';
import { type MatchedRoute, matchRoute } from './routes.ts';
import { createSecrets } from './secrets.ts';

const prefix = '/auth/v1';
const sweepMs = 60 * 60 * 1000;

export interface Auth extends ServiceModule {
  createUser(user: UserAttributes): Promise<{ readonly id: string }>;
}

export async function createAuth(context: LocalContext, options: AuthOptions = {}): Promise<Auth> {
  const settings = resolveAuthOptions(options, context.settings);
  const parts: AuthParts = {
    context,
    settings,
    secrets: createSecrets(context.settings.jwtSecret),
    mailer: createMailer(context, settings),
  };
  await sweep(context.sql);
  const sweeping = setInterval(() => void sweep(context.sql).catch(() => {}), sweepMs);
  sweeping.unref();
  return {
    handle: (request) => handle(parts, request),
    createUser: async (user) => ({ id: (await createUser(parts, user)).id }),
    close: () => clearInterval(sweeping),
  };
}

async function handle(parts: AuthParts, request: Request): Promise<Response> {
  if (request.method === 'OPTIONS') return preflight();
  try {
    return await dispatch(parts, request);
  } catch (error) {
    return failureToResponse(toFailure(parts, request, error), request);
  }
}

function preflight(): Response {
  const allowed = `${corsHeaders['access-control-allow-headers']}, ${apiVersionHeader}, x-client-info, redirect_to`;
  return new Response(null, {
    status: 204,
    headers: { ...corsHeaders, 'access-control-allow-headers': allowed },
  });
}

async function dispatch(parts: AuthParts, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.slice(prefix.length);
  const route = matchRoute(request.method, path);
  if (route === null) return fail(404, 'not_found', `No such path: ${url.pathname}`);
  if (Array.isArray(route)) {
    const allow = { allow: route.join(', ') };
    return fail(405, 'method_not_allowed', 'Method not allowed', { headers: allow });
  }
  const keyless = route.open ? null : await refuseWithoutKey(parts, request);
  if (keyless) return keyless;
  return route.handle(parts, await readCall(parts, request, url, route));
}

async function readCall(
  parts: AuthParts,
  request: Request,
  url: URL,
  route: MatchedRoute,
): Promise<AuthCall> {
  const caller = await parts.context.identify(request);
  return {
    request,
    url,
    body: await readBody(request),
    caller: 'refused' in caller ? null : caller,
    clientAddress: request.headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? '',
    userAgent: request.headers.get('user-agent') ?? '',
    parameters: route.parameters,
  };
}

/** What a hosted project's gateway says. A spent token beside a good key is the handler's matter. */
async function refuseWithoutKey(parts: AuthParts, request: Request): Promise<Response | null> {
  const caller = await parts.context.identify(request);
  if (!('refused' in caller)) return null;
  const { refused } = caller;
  const key =
    request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey') ?? '';
  const { publishableKey, secretKey } = parts.context.settings;
  if (key === publishableKey || isSameSecret(key, secretKey)) return null;
  if (refused !== 'no_key')
    return reply(401, { message: 'Invalid API key', hint: 'Double check your API key.' });
  return reply(401, {
    message: 'No API key found in request',
    hint: 'No `apikey` request header or url param was found.',
  });
}

function toFailure(parts: AuthParts, request: Request, error: unknown): AuthFailure {
  if (error instanceof AuthFailure) return error;
  if (isDatabaseAway(error))
    return new AuthFailure(
      503,
      'unexpected_failure',
      'The database is away; try again in a moment',
    );
  if (isNulRefused(error))
    return new AuthFailure(400, 'validation_failed', 'Text must not hold the character NUL');
  const shown = error instanceof Error ? (error.stack ?? error.message) : String(error);
  parts.context.log(`auth ${request.method} ${new URL(request.url).pathname} failed: ${shown}`);
  return new AuthFailure(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  );
}
