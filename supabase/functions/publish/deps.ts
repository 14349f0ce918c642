import { publishableKey, serviceHeaders } from '../_shared/project-keys.ts';
import type { FunctionEnvironment } from '../_shared/report-error.ts';
import { createBuilderCall } from './builder.ts';
import type { PublishDeps } from './handler.ts';

const longestWaitMs = 8000;

/** With the rights of whoever presses Publish. */
export function requestPublish(
  environment: FunctionEnvironment,
  send: typeof fetch,
): PublishDeps['request'] {
  const publishable = publishableKey(environment);
  return async (token, note) => {
    const response = await send(`${environment['SUPABASE_URL']}/rest/v1/rpc/request_publish`, {
      method: 'POST',
      headers: { apikey: publishable, authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ p_note: note }),
      signal: AbortSignal.timeout(longestWaitMs),
    });
    if (response.ok) return { queued: await response.json() };
    const refusal: unknown = await response.json().catch(() => null);
    return { queued: null, status: response.status, refusal };
  };
}

export function createPublishDeps(
  environment: FunctionEnvironment,
  send: typeof fetch = fetch,
): PublishDeps {
  const rest = `${environment['SUPABASE_URL']}/rest/v1`;
  const service = serviceHeaders(environment);

  async function change(filter: string, values: Readonly<Record<string, unknown>>): Promise<void> {
    const response = await send(`${rest}/publish_requests?${filter}`, {
      method: 'PATCH',
      headers: { ...service, 'content-type': 'application/json' },
      body: JSON.stringify(values),
      signal: AbortSignal.timeout(longestWaitMs),
    });
    if (!response.ok) throw new Error(`Publish requests could not be changed: ${response.status}`);
  }

  return {
    request: requestPublish(environment, send),
    callBuilder: createBuilderCall(environment, send),
    markFailed: (id, reason) =>
      change(`id=eq.${id}&status=eq.queued`, {
        status: 'failed',
        finished_at: new Date().toISOString(),
        log: reason,
      }),
  };
}
