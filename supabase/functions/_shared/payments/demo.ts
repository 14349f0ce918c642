/**
 * The demo provider of the embedded backend: a local page that pays, declines, pays late or pays twice.
 * Its deliveries are signed like any provider's, with a secret that only the embedded backend sets, so
 * a hosted shop takes none.
 */
import type { FunctionEnvironment } from '../report-error.ts';
import { UntrustedDelivery, type PaymentEvent, type ReadPaymentEvent } from './payment-event.ts';
import type { OpenPaymentPage } from './payment-page.ts';

const kinds: ReadonlySet<string> = new Set(['paid', 'failed', 'expired']);

export function createDemoPages(environment: FunctionEnvironment): OpenPaymentPage | null {
  const pageUrl = environment['DEMO_PAYMENT_URL'];
  if (!pageUrl || !environment['DEMO_PAYMENT_SECRET']) return null;
  return (attempt, returnUrl) => {
    const facts = new URLSearchParams({
      attempt: attempt.attemptId,
      order: attempt.orderId,
      number: attempt.orderNumber,
      amount: String(attempt.amountMinor),
      currency: attempt.currency,
      return: returnUrl,
    });
    return Promise.resolve(`${pageUrl}?${facts}`);
  };
}

/** The platform compares, which takes as long for a signature that is nearly right. */
async function isSigned(body: string, signature: string, secret: string): Promise<boolean> {
  if (!/^(?:[0-9a-f]{2})+$/.test(signature)) return false;
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, [
    'verify',
  ]);
  const bytes = Uint8Array.from(signature.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
  return crypto.subtle.verify('HMAC', key, bytes, encoder.encode(body));
}

function parseDemoEvent(body: string): PaymentEvent {
  const { id, kind, order, amount, currency } = JSON.parse(body) as Readonly<
    Record<string, unknown>
  >;
  if (typeof kind !== 'string' || !kinds.has(kind) || !Number.isSafeInteger(amount))
    throw new UntrustedDelivery('This is no event of the demo page');
  return {
    provider: 'demo',
    eventId: String(id),
    kind: kind as PaymentEvent['kind'],
    orderId: String(order),
    reference: String(id),
    amountMinor: Number(amount),
    currency: String(currency),
  };
}

export function createDemoReader(environment: FunctionEnvironment): ReadPaymentEvent | null {
  const secret = environment['DEMO_PAYMENT_SECRET'];
  if (!secret) return null;
  return async (body, signature) => {
    if (!(await isSigned(body, signature, secret)))
      throw new UntrustedDelivery('The signature is missing or wrong');
    return parseDemoEvent(body);
  };
}
