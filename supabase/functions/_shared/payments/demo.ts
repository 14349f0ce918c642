/**
 * The demo provider of the embedded backend: a local page that pays, declines, pays late or pays twice.
 * Its deliveries are signed like any provider's, with a secret that only the embedded backend sets, so
 * a hosted shop takes none.
 */
import type { FunctionEnvironment } from '../report-error.ts';
import {
  parseOrderId,
  UntrustedDelivery,
  type PaymentEvent,
  type ReadPaymentEvent,
} from './payment-event.ts';
import type { OpenPaymentPage } from './payment-page.ts';
import type { PaymentProvider } from './provider.ts';

const signatureHeader = 'x-demo-signature';
const kinds: ReadonlySet<string> = new Set(['paid', 'failed', 'expired']);

export function createDemoPages(environment: FunctionEnvironment): OpenPaymentPage | null {
  const pageUrl = environment['DEMO_PAYMENT_URL'];
  const secret = environment['DEMO_PAYMENT_SECRET'];
  if (!pageUrl || !secret) return null;
  return async (attempt, returnUrl) => {
    const facts = new URLSearchParams({
      attempt: attempt.attempt_id,
      order: attempt.order_id,
      number: attempt.number,
      amount: String(attempt.amount_minor),
      currency: attempt.currency,
      return: returnUrl,
    });
    // The page takes only what was signed here: whoever knows an order's id opens no page of their own.
    facts.append('signature', await sign(String(facts), secret));
    return `${pageUrl}?${facts}`;
  };
}

const encoder = new TextEncoder();

function importKey(secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, [use]);
}

async function sign(text: string, secret: string): Promise<string> {
  const key = await importKey(secret, 'sign');
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The platform compares, which takes as long for a signature that is nearly right. */
async function isSigned(body: string, signature: string, secret: string): Promise<boolean> {
  if (!/^(?:[0-9a-f]{2})+$/.test(signature)) return false;
  const key = await importKey(secret, 'verify');
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
    orderId: parseOrderId(order),
    reference: String(id),
    amountMinor: Number(amount),
    currency: String(currency),
  };
}

export function createDemoReader(environment: FunctionEnvironment): ReadPaymentEvent | null {
  const secret = environment['DEMO_PAYMENT_SECRET'];
  if (!secret) return null;
  return async (body, headers) => {
    if (!(await isSigned(body, headers.get(signatureHeader) ?? '', secret)))
      throw new UntrustedDelivery('The signature is missing or wrong');
    return parseDemoEvent(body);
  };
}

export const demo: PaymentProvider = {
  signatureHeader,
  keys: ['DEMO_PAYMENT_URL', 'DEMO_PAYMENT_SECRET'],
  isLive: () => false,
  createPages: createDemoPages,
  createReader: createDemoReader,
};
