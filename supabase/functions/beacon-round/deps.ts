import { publishableKey } from '../_shared/project-keys.ts';
import type { FunctionEnvironment } from '../_shared/report-error.ts';
import type { RoundDeps } from './handler.ts';
import { createReadRound } from './relays.ts';

const longestWaitMs = 8_000;

export const createRoundDeps = (environment: FunctionEnvironment): RoundDeps => ({
  read: createReadRound(environment),
  async roleOf(token) {
    const response = await fetch(`${environment['SUPABASE_URL']}/rest/v1/rpc/my_staff_role`, {
      method: 'POST',
      headers: {
        apikey: publishableKey(environment),
        authorization: token,
        'content-type': 'application/json',
      },
      body: '{}',
      signal: AbortSignal.timeout(longestWaitMs),
    });
    const role: unknown = response.ok ? await response.json().catch(() => null) : null;
    return typeof role === 'string' ? role : null;
  },
});
