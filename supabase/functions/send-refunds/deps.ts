import { publishableKey } from '../_shared/project-keys.ts';
import type { RefundDeps } from '../_shared/payments/refund-call.ts';
import { ofProviders } from '../_shared/payments/providers.ts';
import type { FunctionEnvironment } from '../_shared/report-error.ts';
import { createServiceCall } from '../_shared/service-calls.ts';
import type { SendRefundsDeps } from './handler.ts';

const longestWaitMs = 10_000;

export const createRefundDeps = (environment: FunctionEnvironment): RefundDeps => ({
  providers: ofProviders(({ createRefunds }) => createRefunds?.(environment) ?? null),
  call: createServiceCall(environment),
});

export function createWaitingOf(environment: FunctionEnvironment): SendRefundsDeps['waitingOf'] {
  const key = publishableKey(environment);
  return async (orders, authorization) => {
    const address = new URL(`${environment['SUPABASE_URL']}/rest/v1/refund_calls`);
    address.searchParams.set('select', 'order_id');
    address.searchParams.set('state', 'eq.waiting');
    address.searchParams.set('order_id', `in.(${orders.join(',')})`);
    const response = await fetch(address, {
      headers: { apikey: key, ...(authorization.includes('.') ? { authorization } : {}) },
      signal: AbortSignal.timeout(longestWaitMs),
    });
    // Whoever may not read them has none here.
    if (response.status === 401 || response.status === 403) return [];
    if (!response.ok) throw new Error(`refund_calls answered ${response.status}`);
    const rows = (await response.json()) as readonly { readonly order_id: string }[];
    return [...new Set(rows.map(({ order_id }) => order_id))];
  };
}
