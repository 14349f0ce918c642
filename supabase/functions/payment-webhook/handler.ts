/**
 * Where payment providers say what happened. A delivery is believed by its signature on the raw body
 * alone, and answered with 2xx once its effect is in the database, however often it comes.
 */
import {
  UntrustedDelivery,
  type PaymentEvent,
  type ReadPaymentEvent,
} from '../_shared/payments/payment-event.ts';

export interface PaymentWebhookDeps {
  /** Which header a delivery carries tells who sent it; null where the provider has no keys here. */
  readonly readers: Readonly<
    Record<string, { readonly header: string; readonly read: ReadPaymentEvent | null }>
  >;
  /** Applies an event once; what the database refuses for good is said in the answer. */
  readonly apply: (event: PaymentEvent) => Promise<Readonly<Record<string, unknown>>>;
}

const mostBytes = 262_144;

const answer = (status: number, body: Readonly<Record<string, unknown>>) =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store' } });

export async function handlePaymentWebhook(
  request: Request,
  deps: PaymentWebhookDeps,
): Promise<Response> {
  if (request.method !== 'POST') return answer(405, { message: 'Only POST is understood here' });
  const sender = Object.values(deps.readers).find(({ header }) => request.headers.has(header));
  const read = sender?.read ?? null;
  if (read === null) return answer(400, { message: 'No provider signed this' });
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes)
    return answer(413, { message: 'Too large for a payment event' });
  const body = await request.text();
  if (body.length > mostBytes) return answer(413, { message: 'Too large for a payment event' });
  try {
    const event = await read(body, request.headers);
    if (event === null) return answer(200, { ignored: true });
    return answer(200, await deps.apply(event));
  } catch (error) {
    if (error instanceof UntrustedDelivery || error instanceof SyntaxError)
      return answer(400, { message: error.message });
    throw error;
  }
}
