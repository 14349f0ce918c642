import { publishableKey } from '../_shared/project-keys.ts';
import type { FunctionEnvironment } from '../_shared/report-error.ts';
import { RefusedCall } from '../_shared/service-calls.ts';
import type { StartPaymentDeps } from './handler.ts';

const longestWaitMs = 10_000;

export function createBegin(environment: FunctionEnvironment): StartPaymentDeps['begin'] {
  const key = publishableKey(environment);
  return async (order, token, provider, authorization) => {
    const response = await fetch(`${environment['SUPABASE_URL']}/rest/v1/rpc/begin_payment`, {
      method: 'POST',
      headers: {
        apikey: key,
        'content-type': 'application/json',
        // A guest's browser sends the publishable key, which is no token.
        ...(authorization?.includes('.') ? { authorization } : {}),
      },
      body: JSON.stringify({ p_order: order, p_token: token, p_provider: provider }),
      signal: AbortSignal.timeout(longestWaitMs),
    });
    const body = await response.json().catch(() => null);
    if (!response.ok) throw new RefusedCall('begin_payment', response.status, body);
    return body;
  };
}
