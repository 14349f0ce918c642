/**
 * Takes someone who may pay an order to the provider's page. The database decides who may and how
 * much; the attempt is recorded there first, so a repeated call leads to the same page.
 */
import { answer, nothing, refuse } from '../_shared/browser-answers.ts';
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

export async function handleStartPayment(
  request: Request,
  deps: StartPaymentDeps,
): Promise<Response> {
  if (request.method === 'OPTIONS') return nothing();
  if (request.method !== 'POST') return refuse(405, 'not_post', 'Only POST is understood here.');
  const body: unknown = await request.json().catch(() => null);
  const { order, token, provider } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof order !== 'string' || typeof provider !== 'string')
    return refuse(400, 'incomplete', 'Say which order and which provider.');
  const open = Object.hasOwn(deps.pages, provider) ? deps.pages[provider] : null;
  if (!open) return refuse(422, 'not_offered', 'This payment method is not available here.');
  try {
    const authorization = request.headers.get('authorization');
    const attempt = await deps.begin(
      order,
      typeof token === 'string' ? token : null,
      provider,
      authorization,
    );
    const back = `${deps.shopUrl}/orders?order=${encodeURIComponent(attempt.number)}`;
    return answer(200, { url: await open(attempt, back) });
  } catch (error) {
    if (error instanceof RefusedCall && error.status < 500)
      return answer(error.status, error.refusal);
    throw error;
  }
}
