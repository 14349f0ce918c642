import { publishableKey, serviceHeaders } from '../_shared/project-keys.ts';
import type { FunctionEnvironment } from '../_shared/report-error.ts';
import { createBuilderCall } from './builder.ts';
import type { PublishDeps } from './handler.ts';

const longestWaitMs = 8000;

export function createPublishDeps(
  environment: FunctionEnvironment,
  send: typeof fetch = fetch,
): PublishDeps {
  const rest = `${environment['SUPABASE_URL']}/rest/v1`;
  const publishable = publishableKey(environment);
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
    async request(token, note) {
      const response = await send(`${rest}/rpc/request_publish`, {
        method: 'POST',
        headers: { apikey: publishable, authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ p_note: note }),
        signal: AbortSignal.timeout(longestWaitMs),
      });
      return { status: response.status, body: await response.json().catch(() => null) };
    },
    callBuilder: createBuilderCall(environment, send),
    markFailed: (id, reason) =>
      change(`id=eq.${id}&status=eq.queued`, {
        status: 'failed',
        finished_at: new Date().toISOString(),
        log: reason,
      }),
  };
}
