/** PayPal's REST API: Orders v2, Payments v2, Webhooks v1. Amounts are decimal text there, minor units here. */
import { decimalMoney } from '#shared/money.ts';
import { fieldsOf, listOf, textOf, type Fields } from '#shared/parsed-fields.ts';
import type { FunctionEnvironment } from '../report-error.ts';
import {
  parseOrderId,
  UntrustedDelivery,
  type PaymentEvent,
  type ReadPaymentEvent,
} from './payment-event.ts';
import type { OpenPaymentPage, PaymentAttempt } from './payment-page.ts';
import type { ConnectionAnswer, PaymentProvider, SettleReturn } from './provider.ts';
import { RefundRefused, type RefundCall, type SendRefund } from './refund-call.ts';

const liveHosts: ReadonlySet<string> = new Set(['api-m.paypal.com', 'api.paypal.com']);
const baseOf = (environment: FunctionEnvironment): string =>
  (environment['PAYPAL_API_URL'] || 'https://api-m.paypal.com').replace(/\/+$/, '');

/** PayPal understood and said no. */
class PayPalRefusal extends Error {
  readonly status: number;
  /** PayPal's own word for the reason. */
  readonly issue: string;

  constructor(status: number, answer: Fields) {
    const [detail] = listOf(answer['details'], (fields) => fields);
    const issue = textOf(detail?.['issue']) || textOf(answer['name']);
    super(
      textOf(detail?.['description']) || textOf(answer['message']) || issue || `HTTP ${status}`,
    );
    this.status = status;
    this.issue = issue;
  }
}

/** PayPal is down, or busy with the same request: asking again may help. */
class PayPalBusy extends Error {}

interface Request {
  readonly body?: string;
  /** The same id again gets the first answer, as long as PayPal remembers it. */
  readonly requestId?: string;
}
type Ask = (method: 'GET' | 'POST', path: string, request?: Request) => Promise<Fields>;

interface Patience {
  readonly tries: number;
  readonly longestMs: number;
}

async function send(url: string, init: RequestInit, longestMs: number): Promise<Fields> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(longestMs) });
  const answer = fieldsOf(await response.json().catch(() => null)) ?? {};
  if (response.ok) return answer;
  if (response.status >= 500 || response.status === 429)
    throw new PayPalBusy(`PayPal answered ${response.status}`);
  throw new PayPalRefusal(response.status, answer);
}

function createAsk(environment: FunctionEnvironment, { tries, longestMs }: Patience): Ask | null {
  const id = environment['PAYPAL_CLIENT_ID'];
  const secret = environment['PAYPAL_CLIENT_SECRET'];
  if (!id || !secret) return null;
  const base = baseOf(environment);
  let token: { readonly text: string; readonly until: number } | null = null;

  async function currentToken(): Promise<string> {
    if (token !== null && token.until > Date.now()) return token.text;
    const headers = {
      authorization: `Basic ${btoa(`${id}:${secret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const init = { method: 'POST', headers, body: 'grant_type=client_credentials' };
    const answer = await send(`${base}/v1/oauth2/token`, init, longestMs);
    const text = textOf(answer['access_token']);
    // A minute early, so that none ends on its way.
    token = { text, until: Date.now() + (Number(answer['expires_in']) - 60) * 1000 };
    return text;
  }

  async function askOnce(method: string, path: string, { body, requestId }: Request) {
    const headers = {
      authorization: `Bearer ${await currentToken()}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body }) };
    return await send(base + path, init, longestMs);
  }

  return async (method, path, request = {}) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await askOnce(method, path, request);
      } catch (error) {
        const isRefused = error instanceof PayPalRefusal;
        // A token can be withdrawn before its time.
        const isStale = isRefused && error.status === 401 && token !== null && attempt === 1;
        if (isStale) token = null;
        else if (isRefused || attempt >= tries) throw error;
      }
    }
  };
}

/** PayPal takes these whole, though they have a smaller unit. */
const wholeCurrencies: ReadonlySet<string> = new Set(['HUF', 'TWD']);

function toMoney(minor: number, currency: string): Fields {
  const value = decimalMoney(minor, currency);
  return {
    currency_code: currency,
    value: wholeCurrencies.has(currency) ? value.replace(/\.0+$/, '') : value,
  };
}

function minorOfMoney(money: unknown): { readonly amountMinor: number; readonly currency: string } {
  const { currency_code: code, value } = fieldsOf(money) ?? {};
  const currency = textOf(code);
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,4}))?$/.exec(textOf(value)) ?? [];
  if (!/^[A-Z]{3}$/.test(currency) || whole === '')
    throw new Error('PayPal told an amount that is none');
  const digits = decimalMoney(0, currency).length - 2;
  const places = Math.max(digits, 0);
  return { amountMinor: Number(whole + fraction.padEnd(places, '0').slice(0, places)), currency };
}

const linkOf = (resource: Fields, ...rels: readonly string[]): string =>
  listOf(resource['links'], ({ rel, href }) =>
    rels.includes(textOf(rel)) ? textOf(href) : null,
  ).at(0) ?? '';

const orderPath = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`;
const capturePath = (id: string) => `/v2/payments/captures/${encodeURIComponent(id)}`;
const payPalId = /^[0-9A-Z]{8,36}$/;

/** Back from PayPal a function takes the money, then the shop shows the order. */
function returnAddress(environment: FunctionEnvironment, number: string): string {
  const query = new URLSearchParams({ provider: 'paypal', order: number });
  return `${environment['SUPABASE_URL']}/functions/v1/payment-return?${query}`;
}

function orderRequest(payment: PaymentAttempt, returnUrl: string, cancelUrl: string): string {
  const unit = {
    reference_id: payment.number,
    custom_id: payment.order_id,
    // PayPal takes money once for each: two orders of one attempt can't both be paid.
    invoice_id: `${payment.number}-${payment.attempt_id.slice(0, 8)}`,
    description: `Keywright order ${payment.number}`,
    amount: toMoney(payment.amount_minor, payment.currency),
  };
  const context = {
    user_action: 'PAY_NOW',
    shipping_preference: 'NO_SHIPPING',
    payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
    return_url: returnUrl,
    cancel_url: cancelUrl,
  };
  return JSON.stringify({
    intent: 'CAPTURE',
    purchase_units: [unit],
    payment_source: { paypal: { experience_context: context } },
  });
}

/** PayPal lets three hours to approve one. */
const oldestOrderMs = 2 * 3600_000;
const mostOrders = 4;

export function createPayPalPages(environment: FunctionEnvironment): OpenPaymentPage | null {
  const ask = createAsk(environment, { tries: 3, longestMs: 8000 });
  if (ask === null) return null;
  return async (payment, shopUrl) => {
    const returnUrl = returnAddress(environment, payment.number);
    const body = orderRequest(payment, returnUrl, `${shopUrl}&payment=cancelled`);
    for (let turn = 0; turn < mostOrders; turn += 1) {
      const requestId = turn === 0 ? payment.attempt_id : `${payment.attempt_id}.${turn}`;
      const order = await ask('POST', '/v2/checkout/orders', { requestId, body });
      const status = textOf(order['status']);
      // Whoever approved it and closed the window has only to come back.
      if (status === 'APPROVED' || status === 'COMPLETED')
        return `${returnUrl}&token=${textOf(order['id'])}`;
      const madeAt = Date.parse(textOf(order['create_time']));
      const isOver = status === 'VOIDED' || madeAt < Date.now() - oldestOrderMs;
      const page = linkOf(order, 'payer-action', 'approve');
      if (!isOver && page !== '') return page;
    }
    throw new Error('PayPal opened an order without a page');
  };
}

const unitsOf = (order: Fields) => listOf(order['purchase_units'], (unit) => unit);
const paymentsOf = (order: Fields, kind: 'captures' | 'refunds') =>
  unitsOf(order).flatMap((unit) => listOf(fieldsOf(unit['payments'])?.[kind], (each) => each));

function paidEvent(capture: Fields, orderId: unknown): PaymentEvent {
  const reference = textOf(capture['id']);
  return {
    provider: 'paypal',
    // Both the return and PayPal's message tell of it: the same event.
    eventId: `${reference} paid`,
    kind: 'paid',
    orderId: parseOrderId(orderId),
    reference,
    ...minorOfMoney(capture['amount']),
  };
}

/** Takes the money of an order that was approved. An order gives it once, however often it is asked. */
async function captureOrder(ask: Ask, id: string): Promise<PaymentEvent | null> {
  const order = await ask('POST', `${orderPath(id)}/capture`, { body: '{}' }).catch(
    async (error: unknown) => {
      if (error instanceof PayPalRefusal && error.issue === 'ORDER_ALREADY_CAPTURED')
        return await ask('GET', orderPath(id));
      throw error;
    },
  );
  const capture = paymentsOf(order, 'captures').find(({ status }) => status === 'COMPLETED');
  if (capture === undefined) return null;
  return paidEvent(capture, capture['custom_id'] ?? unitsOf(order)[0]?.['custom_id']);
}

const declined: ReadonlySet<string> = new Set([
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
]);

export function createPayPalReturns(environment: FunctionEnvironment): SettleReturn | null {
  const ask = createAsk(environment, { tries: 2, longestMs: 10_000 });
  if (ask === null) return null;
  return async (query) => {
    const id = query.get('token') ?? '';
    if (!payPalId.test(id)) return { event: null, page: null };
    try {
      return { event: await captureOrder(ask, id), page: null };
    } catch (error) {
      if (!(error instanceof PayPalRefusal) || error.status === 401) throw error;
      if (!declined.has(error.issue)) return { event: null, page: null };
      // Another card or account may do: PayPal asks for it on the same page.
      const page = linkOf(await ask('GET', orderPath(id)), 'payer-action', 'approve');
      return { event: null, page: page === '' ? null : page };
    }
  };
}

/** Twice this is less than a claim lasts; whoever had no answer by then asks again with the next claim. */
const longestRefundMs = 15_000;
/** What another hour may bring. */
const passing: ReadonlySet<string> = new Set([
  'REFUND_FAILED_INSUFFICIENT_FUNDS',
  'PENDING_CAPTURE',
]);

async function orderOfCapture(ask: Ask, charge: string): Promise<Fields | null> {
  const capture = await ask('GET', capturePath(charge));
  const related = fieldsOf(fieldsOf(capture['supplementary_data'])?.['related_ids']);
  const id = textOf(related?.['order_id']) || (linkOf(capture, 'up').split('/').at(-1) ?? '');
  return id === '' ? null : await ask('GET', orderPath(id));
}

function sentRefund(refund: Fields): string {
  const status = textOf(refund['status']);
  if (status === 'FAILED' || status === 'CANCELLED')
    throw new RefundRefused(`PayPal could not send it: ${status.toLowerCase()}`);
  return textOf(refund['id']);
}

async function formerRefund(ask: Ask, { id, charge }: RefundCall): Promise<Fields | null> {
  const order = await orderOfCapture(ask, charge);
  const refunds = order === null ? [] : paymentsOf(order, 'refunds');
  return refunds.find((refund) => refund['custom_id'] === id) ?? null;
}

export function createPayPalRefunds(environment: FunctionEnvironment): SendRefund | null {
  const ask = createAsk(environment, { tries: 1, longestMs: longestRefundMs });
  if (ask === null) return null;
  return async (call) => {
    try {
      // PayPal forgets a request after 45 days; what the refund carries with it stays.
      const former = call.is_fresh ? null : await formerRefund(ask, call);
      if (former !== null) return sentRefund(former);
      const body = JSON.stringify({
        amount: toMoney(call.amount_minor, call.currency),
        custom_id: call.id,
      });
      const path = `${capturePath(call.charge)}/refund`;
      return sentRefund(await ask('POST', path, { requestId: call.id, body }));
    } catch (error) {
      const isFinal =
        error instanceof PayPalRefusal &&
        [400, 404, 422].includes(error.status) &&
        !passing.has(error.issue);
      throw isFinal ? new RefundRefused(`PayPal refused it: ${error.message}`) : error;
    }
  };
}

/** What a webhook at PayPal has to be told of. */
export const payPalEvents = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
] as const;

const signatureHeader = 'paypal-transmission-sig';
const signedBy = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: signatureHeader,
  transmission_time: 'paypal-transmission-time',
};

/** PayPal says itself whether it sent a delivery, by its exact text. */
async function verify(ask: Ask, webhookId: string, body: string, headers: Headers): Promise<void> {
  const facts = Object.entries(signedBy).map(([name, header]) => [name, headers.get(header) ?? '']);
  if (facts.some(([, value]) => value === ''))
    throw new UntrustedDelivery('Parts of the signature are missing');
  const parts = JSON.stringify({ ...Object.fromEntries(facts), webhook_id: webhookId });
  const request = `${parts.slice(0, -1)},"webhook_event":${body}}`;
  const path = '/v1/notifications/verify-webhook-signature';
  const answer = await ask('POST', path, { body: request }).catch((error: unknown) => {
    if (error instanceof PayPalRefusal && error.status === 400) return {} as Fields;
    throw error;
  });
  if (answer['verification_status'] !== 'SUCCESS')
    throw new UntrustedDelivery('PayPal did not send this');
}

interface Delivery {
  readonly id: string;
  readonly resource: Fields;
}

/** Which capture a refund or a reversal is about. */
const captureOf = (refund: Fields) => linkOf(refund, 'up').split('/').at(-1) ?? '';

async function refundedSoFar(ask: Ask, charge: string): Promise<number> {
  const order = await orderOfCapture(ask, charge);
  const refunds = order === null ? [] : paymentsOf(order, 'refunds');
  return refunds
    .filter((each) => each['status'] === 'COMPLETED' || each['status'] === 'PENDING')
    .filter((each) => captureOf(each) === '' || captureOf(each) === charge)
    .reduce((sum, each) => sum + minorOfMoney(each['amount']).amountMinor, 0);
}

/** PayPal tells each refund for itself and with it how much of the payment went back so far: that sum counts. */
async function refundedEvent(ask: Ask, { id, resource }: Delivery): Promise<PaymentEvent> {
  const reference = captureOf(resource);
  const money = minorOfMoney(resource['amount']);
  const total = fieldsOf(resource['seller_payable_breakdown'])?.['total_refunded_amount'];
  const amountMinor = fieldsOf(total)
    ? minorOfMoney(total).amountMinor
    : Math.max(await refundedSoFar(ask, reference), money.amountMinor);
  const { currency } = money;
  return { ...chargeFacts('refunded', id, reference), amountMinor, currency };
}

const chargeFacts = (kind: PaymentEvent['kind'], eventId: string, reference: string) => ({
  provider: 'paypal',
  eventId,
  kind,
  orderId: null,
  reference,
});

/** An inquiry holds no money back: buyer and shop talk, and a refund that comes of it tells of itself. */
const takesMoney = ({ resource }: Delivery) => resource['dispute_life_cycle_stage'] !== 'INQUIRY';

const lost: ReadonlySet<string> = new Set([
  'RESOLVED_BUYER_FAVOUR',
  'RESOLVED_BUYER_FAVOR',
  'ACCEPTED',
]);
const won: ReadonlySet<string> = new Set([
  'RESOLVED_SELLER_FAVOUR',
  'RESOLVED_SELLER_FAVOR',
  'RESOLVED_WITH_PAYOUT',
  'CANCELED_BY_BUYER',
  'DENIED',
]);

function disputeKind(type: string, { resource }: Delivery): PaymentEvent['kind'] | null {
  if (type !== 'CUSTOMER.DISPUTE.RESOLVED')
    return textOf(resource['status']) === 'RESOLVED' ? null : 'disputed';
  const outcome = textOf(fieldsOf(resource['dispute_outcome'])?.['outcome_code']);
  if (won.has(outcome)) return 'dispute_won';
  return lost.has(outcome) ? 'dispute_lost' : null;
}

function disputeEvent(type: string, delivery: Delivery): PaymentEvent | null {
  const { resource } = delivery;
  const kind = takesMoney(delivery) ? disputeKind(type, delivery) : null;
  const [disputed] = listOf(resource['disputed_transactions'], (fields) => fields);
  const reference = textOf(disputed?.['seller_transaction_id']);
  if (kind === null || reference === '') return null;
  const refunded = fieldsOf(resource['dispute_outcome'])?.['amount_refunded'];
  const money =
    kind === 'dispute_lost' && fieldsOf(refunded) ? refunded : resource['dispute_amount'];
  const eventId = `${textOf(resource['dispute_id'])} ${kind}`;
  return { ...chargeFacts(kind, eventId, reference), ...minorOfMoney(money) };
}

/** Whoever approved and closed the window ends up paid all the same. */
async function approvedEvent(ask: Ask, { resource, id }: Delivery): Promise<PaymentEvent | null> {
  const [unit] = unitsOf(resource);
  try {
    return await captureOrder(ask, textOf(resource['id']));
  } catch (error) {
    if (!(error instanceof PayPalRefusal) || ![404, 422].includes(error.status)) throw error;
    const orderId = parseOrderId(unit?.['custom_id']);
    if (!declined.has(error.issue) || orderId === null) return null;
    const facts = { ...chargeFacts('failed', id, textOf(resource['id'])), orderId };
    return { ...facts, ...minorOfMoney(unit?.['amount']) };
  }
}

async function toEvent(ask: Ask, type: string, delivery: Delivery): Promise<PaymentEvent | null> {
  const { id, resource } = delivery;
  switch (type) {
    case 'CHECKOUT.ORDER.APPROVED':
      return await approvedEvent(ask, delivery);
    case 'PAYMENT.CAPTURE.COMPLETED':
      return paidEvent(resource, resource['custom_id']);
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
      return { ...paidEvent(resource, resource['custom_id']), eventId: id, kind: 'failed' };
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.REFUND.PENDING':
      return await refundedEvent(ask, delivery);
    case 'PAYMENT.REFUND.FAILED':
      return {
        ...chargeFacts('refund_failed', id, captureOf(resource)),
        ...minorOfMoney(resource['amount']),
      };
    case 'PAYMENT.CAPTURE.REVERSED':
      return {
        ...chargeFacts('disputed', id, captureOf(resource)),
        ...minorOfMoney(resource['amount']),
      };
    default:
      return type.startsWith('CUSTOMER.DISPUTE.') ? disputeEvent(type, delivery) : null;
  }
}

export function createPayPalReader(environment: FunctionEnvironment): ReadPaymentEvent | null {
  const webhookId = environment['PAYPAL_WEBHOOK_ID'];
  const ask = createAsk(environment, { tries: 2, longestMs: 8000 });
  if (ask === null || !webhookId) return null;
  return async (body, headers) => {
    const told = fieldsOf(JSON.parse(body));
    if (told === null) throw new UntrustedDelivery('This is no event');
    await verify(ask, webhookId, body, headers);
    const delivery = { id: textOf(told['id']), resource: fieldsOf(told['resource']) ?? {} };
    return await toEvent(ask, textOf(told['event_type']), delivery);
  };
}

async function tryPayPal(
  environment: FunctionEnvironment,
  webhookUrl: string,
): Promise<ConnectionAnswer> {
  const ask = createAsk(environment, { tries: 1, longestMs: 8000 });
  const id = environment['PAYPAL_WEBHOOK_ID'] ?? '';
  if (ask === null) return { isWell: false, says: 'The keys of PayPal are missing.' };
  try {
    const webhook = await ask('GET', `/v1/notifications/webhooks/${encodeURIComponent(id)}`);
    const named = listOf(webhook['event_types'], ({ name }) => textOf(name));
    const missing = named.includes('*') ? [] : payPalEvents.filter((name) => !named.includes(name));
    if (textOf(webhook['url']) !== webhookUrl)
      return { isWell: false, says: 'PayPal took the keys, but its webhook has another address.' };
    if (missing.length > 0)
      return {
        isWell: false,
        says: `PayPal took the keys, but its webhook lacks ${missing.join(', ')}.`,
      };
    return { isWell: true, says: 'PayPal took the keys and knows the webhook.' };
  } catch (error) {
    if (!(error instanceof PayPalRefusal))
      return { isWell: false, says: 'PayPal could not be reached. Try again in a minute.' };
    const says =
      error.status === 404
        ? 'PayPal took the keys, but knows no webhook with this PAYPAL_WEBHOOK_ID.'
        : `PayPal refused the keys (${error.status}). Set PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET again.`;
    return { isWell: false, says };
  }
}

export const paypal: PaymentProvider = {
  signatureHeader,
  keys: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
  isLive: (environment) => liveHosts.has(new URL(baseOf(environment)).hostname),
  createPages: createPayPalPages,
  createReader: createPayPalReader,
  createRefunds: createPayPalRefunds,
  createReturns: createPayPalReturns,
  tryConnection: tryPayPal,
};
