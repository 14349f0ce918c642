import { publishableKey } from '../_shared/project-keys.ts';
import type { FunctionEnvironment } from '../_shared/report-error.ts';
import type { PaymentSettingsDeps } from './handler.ts';

const longestWaitMs = 8000;

export function createRoleOf(environment: FunctionEnvironment): PaymentSettingsDeps['roleOf'] {
  const apikey = publishableKey(environment);
  return async (authorization) => {
    // A guest's browser sends the publishable key, which is no token.
    if (!authorization.includes('.')) return null;
    const response = await fetch(`${environment['SUPABASE_URL']}/rest/v1/rpc/my_staff_role`, {
      method: 'POST',
      headers: { apikey, authorization, 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(longestWaitMs),
    });
    const body: unknown = await response.json().catch(() => null);
    if (response.status >= 500) throw new Error(`my_staff_role answered ${response.status}`);
    return response.ok && typeof body === 'string' ? body : null;
  };
}
