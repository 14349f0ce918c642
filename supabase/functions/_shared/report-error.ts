/** Silent when they name none. */
import { errorEnvelope, parseDsn } from '../../../src/shared/error-report.ts';
import { logEvent } from './log-event.ts';
import facts from '../../../package.json' with { type: 'json' };

export type Handler = (request: Request) => Promise<Response>;
export type FunctionEnvironment = Readonly<Record<string, string | undefined>>;

const longestWaitMs = 3000;

/** Functions are deployed apart from the site: what is live there is the build that they serve. */
async function liveBuildId(environment: FunctionEnvironment): Promise<string> {
  if (environment['KEYWRIGHT_BUILD_ID']) return environment['KEYWRIGHT_BUILD_ID'];
  if (!environment['SITE_URL']) return 'unknown';
  try {
    const signal = AbortSignal.timeout(longestWaitMs);
    const response = await fetch(`${environment['SITE_URL']}/builds/latest.json`, { signal });
    const { id } = await response.json();
    return String(id ?? 'unknown');
  } catch {
    return 'unknown';
  }
}

export async function reportError(
  error: unknown,
  place: string,
  environment: FunctionEnvironment,
): Promise<void> {
  const dsn = parseDsn(environment['SENTRY_DSN'] || environment['PUBLIC_SENTRY_DSN'] || '');
  if (dsn === null) return;
  const body = errorEnvelope({
    eventId: crypto.randomUUID().replaceAll('-', ''),
    at: new Date(),
    error,
    release: `keywright@${facts.version}`,
    buildId: await liveBuildId(environment),
    environment: 'production',
    surface: 'function',
    place,
  });
  try {
    const signal = AbortSignal.timeout(longestWaitMs);
    await fetch(dsn.envelopeUrl, { method: 'POST', body, signal });
  } catch {
    // Whoever called the function has an answer to get, report or no report.
  }
}

/** Runs a handler; what it throws is reported once and answered as a plain 500. Each call is logged. */
export function reportErrors(
  place: string,
  environment: FunctionEnvironment,
  handle: Handler,
): Handler {
  return async (request) => {
    const startedAt = performance.now();
    const log = (status: number) => {
      const { method } = request;
      logEvent(place, 'answered', {
        method,
        status,
        ms: Math.round(performance.now() - startedAt),
      });
    };
    try {
      const answer = await handle(request);
      log(answer.status);
      return answer;
    } catch (error) {
      log(500);
      await reportError(error, place, environment);
      return Response.json(
        { code: 500, message: 'Internal Server Error' },
        { status: 500, headers: { 'access-control-allow-origin': '*' } },
      );
    }
  };
}
