import type { PaymentAttempt } from '../_shared/payments/payment-page.ts';
import { publishableKey } from '../_shared/project-keys.ts';
import type { FunctionEnvironment } from '../_shared/report-error.ts';
import { RefusedCall } from '../_shared/service-calls.ts';
import type { StartPaymentDeps } from './handler.ts';

const longestWaitMs = 10_000;

interface BegunPayment {
  readonly attempt_id: string;
  readonly order_id: string;
  readonly number: string;
  readonly email: string;
  readonly amount_minor: number;
  readonly currency: string;
}

function toAttempt(begun: BegunPayment): PaymentAttempt {
  return {
    attemptId: begun.attempt_id,
    orderId: begun.order_id,
    orderNumber: begun.number,
    email: begun.email,
    amountMinor: begun.amount_minor,
    currency: begun.currency,
  };
}

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
    const body: unknown = await response.json().catch(() => null);
    if (!response.ok) throw new RefusedCall('begin_payment', response.status, body);
    return toAttempt(body as BegunPayment);
  };
}
