/**
 * Takes someone who may pay an order to the provider's page. The database decides who may and how
 * much; the attempt is recorded there first, so a repeated call leads to the same page.
 */
import type { OpenPaymentPage, PaymentAttempt } from '../_shared/payments/payment-page.ts';
import { RefusedCall } from '../_shared/service-calls.ts';

export interface StartPaymentDeps {
  readonly shopUrl: string;
  readonly pages: Readonly<Record<string, OpenPaymentPage | null>>;
  /** As the caller, by account or by the order's token. */
  readonly begin: (
    order: string,
    token: string | null,
    provider: string,
    authorization: string | null,
  ) => Promise<PaymentAttempt>;
}

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'content-type, authorization, apikey, x-client-info',
  'access-control-max-age': '86400',
  'cache-control': 'no-store',
};

const answer = (status: number, body: Readonly<Record<string, unknown>>) =>
  Response.json(body, { status, headers: corsHeaders });

export async function handleStartPayment(
  request: Request,
  deps: StartPaymentDeps,
): Promise<Response> {
  if (request.method === 'OPTIONS')
    return new Response(null, { status: 204, headers: corsHeaders });
  if (request.method !== 'POST') return answer(405, { message: 'Only POST is understood here' });
  const body: unknown = await request.json().catch(() => null);
  const { order, token, provider } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof order !== 'string' || typeof provider !== 'string')
    return answer(400, { message: 'Say which order and which provider', hint: 'incomplete' });
  const open = Object.hasOwn(deps.pages, provider) ? deps.pages[provider] : null;
  if (!open)
    return answer(422, { message: 'This way of paying is not offered here', hint: 'not_offered' });
  try {
    const authorization = request.headers.get('authorization');
    const attempt = await deps.begin(
      order,
      typeof token === 'string' ? token : null,
      provider,
      authorization,
    );
    const back = `${deps.shopUrl}/orders?order=${encodeURIComponent(attempt.orderNumber)}`;
    return answer(200, { url: await open(attempt, back) });
  } catch (error) {
    if (error instanceof RefusedCall && error.status < 500)
      return answer(error.status, { message: error.message, hint: error.reason });
    throw error;
  }
}
