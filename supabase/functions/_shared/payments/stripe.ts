/** Amounts are the order's, in minor units as Stripe counts them. */
import { Stripe } from 'stripe';
import type { FunctionEnvironment } from '../report-error.ts';
import {
  parseOrderId,
  UntrustedDelivery,
  type PaymentEvent,
  type ReadPaymentEvent,
} from './payment-event.ts';
import type { OpenPaymentPage } from './payment-page.ts';
import type { ConnectionAnswer, PaymentProvider } from './provider.ts';
import { RefundRefused, type SendRefund } from './refund-call.ts';

const oldestDeliverySeconds = 300;
const signatureHeader = 'stripe-signature';

function clientOptions(environment: FunctionEnvironment) {
  const options = { httpClient: Stripe.createFetchHttpClient(), maxNetworkRetries: 2 };
  if (!environment['STRIPE_API_URL']) return options;
  // A stand-in that checks what the SDK sends.
  const { hostname, port, protocol } = new URL(environment['STRIPE_API_URL']);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { ...options, host: hostname, port, protocol: scheme } as const;
}

export function createStripePages(environment: FunctionEnvironment): OpenPaymentPage | null {
  const key = environment['STRIPE_SECRET_KEY'];
  if (!key) return null;
  const stripe = new Stripe(key, clientOptions(environment));
  return async (payment, returnUrl) => {
    const metadata = { order_id: payment.order_id, attempt_id: payment.attempt_id };
    const product = { name: `Keywright order ${payment.number}` };
    const { url } = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: payment.order_id,
        customer_email: payment.email,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: payment.currency.toLowerCase(),
              unit_amount: payment.amount_minor,
              product_data: product,
            },
          },
        ],
        metadata,
        payment_intent_data: { metadata },
        success_url: `${returnUrl}&payment=done`,
        cancel_url: `${returnUrl}&payment=cancelled`,
      },
      { idempotencyKey: payment.attempt_id },
    );
    if (!url) throw new Error('Stripe opened a session without a page');
    return url;
  };
}

/** Twice this is less than a claim lasts; whoever had no answer by then asks again with the next claim. */
const longestRefundMs = 20_000;

function sentRefund(refund: Stripe.Refund): string {
  if (refund.status === 'failed' || refund.status === 'canceled')
    throw new RefundRefused(`Stripe could not send it: ${refund.failure_reason ?? refund.status}`);
  return refund.id;
}

export function createStripeRefunds(environment: FunctionEnvironment): SendRefund | null {
  const key = environment['STRIPE_SECRET_KEY'];
  if (!key) return null;
  const stripe = new Stripe(key, {
    ...clientOptions(environment),
    maxNetworkRetries: 0,
    timeout: longestRefundMs,
  });
  return async ({ id, order_id, charge, amount_minor, is_fresh }) => {
    // Stripe forgets a key after a day; what the refund carries with it stays.
    if (!is_fresh) {
      for await (const refund of stripe.refunds.list({ payment_intent: charge, limit: 100 }))
        if (refund.metadata?.['refund_call'] === id) return sentRefund(refund);
    }
    try {
      return sentRefund(
        await stripe.refunds.create(
          {
            payment_intent: charge,
            amount: amount_minor,
            metadata: { order_id, refund_call: id },
          },
          { idempotencyKey: id },
        ),
      );
    } catch (error) {
      const isFinal =
        error instanceof Stripe.errors.StripeInvalidRequestError &&
        error.statusCode !== 409 &&
        error.code !== 'balance_insufficient';
      throw isFinal ? new RefundRefused(`Stripe refused it: ${error.message}`) : error;
    }
  };
}

const idOf = (value: string | { readonly id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

function sessionEvent(
  event: { readonly id: string },
  kind: PaymentEvent['kind'],
  session: Stripe.Checkout.Session,
): PaymentEvent {
  return {
    provider: 'stripe',
    eventId: event.id,
    kind,
    orderId: parseOrderId(session.metadata?.['order_id'] ?? session.client_reference_id),
    reference: idOf(session.payment_intent),
    amountMinor: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
  };
}

function chargeEvent(
  event: { readonly id: string },
  kind: PaymentEvent['kind'],
  {
    payment_intent,
    amount,
    currency,
  }: Pick<Stripe.Refund, 'payment_intent' | 'amount' | 'currency'>,
): PaymentEvent {
  return {
    provider: 'stripe',
    eventId: event.id,
    kind,
    orderId: null,
    reference: idOf(payment_intent),
    amountMinor: amount,
    currency: currency.toUpperCase(),
  };
}

function disputeEvent(event: Stripe.Event): PaymentEvent | null {
  switch (event.type) {
    case 'charge.dispute.created':
      // An inquiry takes no money: nothing is withdrawn until it becomes a dispute.
      if (event.data.object.status.startsWith('warning_')) return null;
      return chargeEvent(event, 'disputed', event.data.object);
    case 'charge.dispute.funds_withdrawn':
      return chargeEvent(event, 'disputed', event.data.object);
    case 'charge.dispute.funds_reinstated':
      return chargeEvent(event, 'dispute_won', event.data.object);
    case 'charge.dispute.closed': {
      const { status } = event.data.object;
      if (status !== 'lost' && status !== 'won') return null;
      return chargeEvent(
        event,
        status === 'won' ? 'dispute_won' : 'dispute_lost',
        event.data.object,
      );
    }
    default:
      return null;
  }
}

function toPaymentEvent(event: Stripe.Event): PaymentEvent | null {
  const { type } = event;
  if (type === 'checkout.session.completed') {
    const session = event.data.object;
    // Slow methods complete the page first and pay later, with an event of their own.
    return session.payment_status === 'paid' ? sessionEvent(event, 'paid', session) : null;
  }
  if (type === 'checkout.session.async_payment_succeeded')
    return sessionEvent(event, 'paid', event.data.object);
  if (type === 'checkout.session.async_payment_failed')
    return sessionEvent(event, 'failed', event.data.object);
  if (type === 'checkout.session.expired') return sessionEvent(event, 'expired', event.data.object);
  if (type === 'charge.refunded') {
    const { metadata, payment_intent, amount_refunded, currency } = event.data.object;
    return {
      provider: 'stripe',
      eventId: event.id,
      kind: 'refunded',
      orderId: parseOrderId(metadata['order_id']),
      reference: idOf(payment_intent),
      amountMinor: amount_refunded,
      currency: currency.toUpperCase(),
    };
  }
  // The failure itself: the refund's other updates tell of the same one.
  if (type === 'refund.failed') return chargeEvent(event, 'refund_failed', event.data.object);
  return disputeEvent(event);
}

export function createStripeReader(environment: FunctionEnvironment): ReadPaymentEvent | null {
  // While a secret is changed, deliveries come signed with either.
  const secrets = (environment['STRIPE_WEBHOOK_SECRET'] ?? '').split(',').filter(Boolean);
  if (secrets.length === 0) return null;
  const stripe = new Stripe(
    environment['STRIPE_SECRET_KEY'] || 'sk_unused',
    clientOptions(environment),
  );
  const crypto = Stripe.createSubtleCryptoProvider();
  const verify = async (body: string, signature: string): Promise<Stripe.Event> => {
    for (const secret of secrets) {
      const event = await stripe.webhooks
        .constructEventAsync(body, signature, secret, oldestDeliverySeconds, crypto)
        .catch(() => null);
      if (event !== null) return event;
    }
    throw new UntrustedDelivery('The signature is missing, wrong or too old');
  };
  return async (body, headers) =>
    toPaymentEvent(await verify(body, headers.get(signatureHeader) ?? ''));
}

async function tryStripe(environment: FunctionEnvironment): Promise<ConnectionAnswer> {
  const key = environment['STRIPE_SECRET_KEY'] ?? '';
  const stripe = new Stripe(key, { ...clientOptions(environment), timeout: 10_000 });
  try {
    const { livemode } = await stripe.balance.retrieve();
    return { isWell: true, says: `Stripe took the key (${livemode ? 'live' : 'test mode'}).` };
  } catch (error) {
    const isRefusal = error instanceof Stripe.errors.StripeError && error.statusCode !== undefined;
    const says = isRefusal
      ? `Stripe refused the key (${error.statusCode}). Set STRIPE_SECRET_KEY again.`
      : 'Stripe could not be reached. Try again in a minute.';
    return { isWell: false, says };
  }
}

export const stripe: PaymentProvider = {
  signatureHeader,
  keys: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  isLive: (environment) => !/^[a-z]+_test_/.test(environment['STRIPE_SECRET_KEY'] ?? ''),
  createPages: createStripePages,
  createReader: createStripeReader,
  createRefunds: createStripeRefunds,
  tryConnection: tryStripe,
};
