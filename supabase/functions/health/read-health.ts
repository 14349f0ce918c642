import type { Given } from '#shared/backend/given.ts';
import { keyHeaders, publishableKey } from '../_shared/project-keys.ts';
import type { FunctionEnvironment } from '../_shared/report-error.ts';

const longestWaitMs = 5000;

/** With the key that everybody has: it asks what everybody may. */
export async function health(environment: FunctionEnvironment): Promise<Given<'health'>> {
  const response = await fetch(`${environment['SUPABASE_URL']}/rest/v1/rpc/health`, {
    method: 'POST',
    headers: {
      ...keyHeaders(publishableKey(environment)),
      'content-type': 'application/json',
    },
    body: '{}',
    signal: AbortSignal.timeout(longestWaitMs),
  });
  if (!response.ok) throw new Error(`health: HTTP ${response.status}`);
  return await response.json();
}
