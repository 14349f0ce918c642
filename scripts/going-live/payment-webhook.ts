/** Registers with Stripe where it reports payments. It tells the secret of its signatures once, at that moment. */
import { fieldsOf, rowsOf, textOf } from './management-api.ts';

/** Those that supabase/functions/_shared/payments/stripe.ts reads. */
export const webhookEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
];

export class ProviderRefused extends Error {}

const stripeUrl = () =>
  (process.env['STRIPE_API_URL'] || 'https://api.stripe.com').replace(/\/+$/, '');

async function ask(key: string, path: string, body?: URLSearchParams): Promise<unknown> {
  const response = await fetch(`${stripeUrl()}/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(20_000),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const message = textOf(fieldsOf(fieldsOf(answer)['error'])['message']);
  throw new ProviderRefused(`Stripe answered ${response.status}: ${message}`);
}

export const webhookUrl = (apiUrl: string): string => `${apiUrl}/functions/v1/payment-webhook`;

export interface WebhookState {
  readonly status: 'there' | 'disabled' | 'none';
  readonly missingEvents: readonly string[];
}

export async function readWebhook(key: string, apiUrl: string): Promise<WebhookState> {
  const list = rowsOf(fieldsOf(await ask(key, 'webhook_endpoints?limit=100'))['data']);
  const ours = list.find(({ url }) => url === webhookUrl(apiUrl));
  if (ours === undefined) return { status: 'none', missingEvents: webhookEvents };
  const named = Array.isArray(ours['enabled_events']) ? ours['enabled_events'].map(String) : [];
  const missingEvents = named.includes('*')
    ? []
    : webhookEvents.filter((name) => !named.includes(name));
  return { status: ours['status'] === 'disabled' ? 'disabled' : 'there', missingEvents };
}

/** @returns the secret with which it will sign */
export async function registerWebhook(key: string, apiUrl: string): Promise<string> {
  const body = new URLSearchParams({ url: webhookUrl(apiUrl), description: 'Keywright' });
  for (const name of webhookEvents) body.append('enabled_events[]', name);
  const secret = textOf(fieldsOf(await ask(key, 'webhook_endpoints', body))['secret']);
  if (secret !== '') return secret;
  throw new ProviderRefused('Stripe made the endpoint and told no secret of its signatures.');
}
