/**
 * Stands in for PayPal's public REST API as far as the shop asks it: tokens, orders, captures, refunds, the
 * check of deliveries, and the page where a buyer approves. It remembers requests by their id, never gives
 * back more than a capture brought, and has the faults of a provider on a bad day.
 */
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** none does and answers; lost does, and the answer never arrives; the others do nothing. */
export type PayPalFault = 'none' | 'lost' | 'broken' | 'busy' | 'hangs up';

type Fields = Readonly<Record<string, unknown>>;
interface Answer {
  readonly status: number;
  readonly body: Fields;
}
interface Money {
  readonly currency_code: string;
  readonly value: string;
}
interface StandInRefund {
  readonly id: string;
  readonly charge: string;
  readonly amount: Money;
  readonly custom_id: string | undefined;
  readonly total: Money;
  readonly status: string;
}
interface StandInOrder {
  readonly id: string;
  readonly unit: Readonly<Record<string, string>> & { readonly amount: Money };
  readonly returnUrl: string;
  readonly cancelUrl: string;
  createdAt: string;
  status: string;
  capture: string | null;
}

export interface PayPalDelivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const newId = () => randomBytes(9).toString('hex').slice(0, 17).toUpperCase();
const cents = (money: Money) => Math.round(Number(money.value) * 100);
const money = (minor: number, currency = 'EUR'): Money => ({
  currency_code: currency,
  value: (minor / 100).toFixed(2),
});
const done = (body: Fields, status = 200): Answer => ({ status, body });
const refusal = (status: number, issue: string, description = issue): Answer => ({
  status,
  body: { name: 'UNPROCESSABLE_ENTITY', message: 'No', details: [{ issue, description }] },
});

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

export async function startPayPalStandIn(faultOf: (call: number) => PayPalFault = () => 'none') {
  const orders = new Map<string, StandInOrder>();
  const refunds: StandInRefund[] = [];
  const refusals = new Map<string, Answer>();
  const kept = new Map<string, () => Answer>();
  const usedInvoices = new Set<string>();
  const signed = new Map<string, string>();
  const webhook = { id: 'WH-STANDIN', url: '', events: ['*'] };
  let isDeclining = false;
  let calls = 0;
  let base = '';

  const ofCapture = (id: string) => [...orders.values()].find(({ capture }) => capture === id);
  const givenBack = (charge: string) =>
    refunds
      .filter((each) => each.charge === charge && each.status !== 'FAILED')
      .reduce((sum, { amount }) => sum + cents(amount), 0);

  const refundBody = ({ id, charge, amount, custom_id: custom, total, status }: StandInRefund) => ({
    id,
    amount,
    status,
    ...(custom === undefined ? {} : { custom_id: custom }),
    seller_payable_breakdown: { gross_amount: amount, total_refunded_amount: total },
    links: [{ rel: 'up', href: `${base}/v2/payments/captures/${charge}` }],
  });

  const captureBody = (order: StandInOrder) => ({
    id: order.capture ?? '',
    status: 'COMPLETED',
    amount: order.unit.amount,
    custom_id: order.unit['custom_id'],
    invoice_id: order.unit['invoice_id'],
    supplementary_data: { related_ids: { order_id: order.id } },
    links: [{ rel: 'up', href: `${base}/v2/checkout/orders/${order.id}` }],
  });

  const orderBody = (order: StandInOrder): Fields => ({
    id: order.id,
    status: order.status,
    intent: 'CAPTURE',
    create_time: order.createdAt,
    purchase_units: [
      {
        ...order.unit,
        payments:
          order.capture === null
            ? {}
            : {
                captures: [captureBody(order)],
                refunds: refunds.filter(({ charge }) => charge === order.capture).map(refundBody),
              },
      },
    ],
    links: [{ rel: 'payer-action', href: `${base}/checkoutnow?token=${order.id}` }],
  });

  function createOrder(asked: Fields): Answer {
    const [unit] = asked['purchase_units'] as readonly StandInOrder['unit'][];
    const { paypal } = asked['payment_source'] as Readonly<Record<string, Fields>>;
    const context = paypal?.['experience_context'] as Readonly<Record<string, string>>;
    if (!unit || !/^\d+\.\d\d$/.test(unit.amount.value) || asked['intent'] !== 'CAPTURE')
      return refusal(400, 'INVALID_REQUEST');
    const order = {
      id: newId(),
      unit,
      returnUrl: context['return_url'] ?? '',
      cancelUrl: context['cancel_url'] ?? '',
      createdAt: new Date().toISOString(),
      status: 'PAYER_ACTION_REQUIRED',
      capture: null,
    };
    orders.set(order.id, order);
    return done(orderBody(order), 201);
  }

  function capture(id: string): Answer {
    const order = orders.get(id);
    if (!order) return refusal(404, 'RESOURCE_NOT_FOUND');
    if (order.capture !== null) return refusal(422, 'ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED') return refusal(422, 'ORDER_NOT_APPROVED');
    if (isDeclining) return refusal(422, 'INSTRUMENT_DECLINED');
    const invoice = order.unit['invoice_id'] ?? order.id;
    if (usedInvoices.has(invoice)) return refusal(422, 'DUPLICATE_INVOICE_ID');
    usedInvoices.add(invoice);
    order.capture = newId();
    order.status = 'COMPLETED';
    return done(orderBody(order), 201);
  }

  function refund(charge: string, asked: Fields): Answer {
    const order = ofCapture(charge);
    const refused = refusals.get(charge);
    if (refused) return refused;
    if (!order) return refusal(404, 'RESOURCE_NOT_FOUND');
    const amount = asked['amount'] as Money;
    const total = givenBack(charge) + cents(amount);
    if (total > cents(order.unit.amount)) return refusal(422, 'REFUND_AMOUNT_EXCEEDED');
    const custom = asked['custom_id'] as string | undefined;
    const made = { charge, amount, total: money(total), status: 'COMPLETED' };
    refunds.push({ id: newId(), custom_id: custom, ...made });
    const last = refunds.at(-1);
    return last ? done(refundBody(last), 201) : refusal(500, 'NONE');
  }

  /** PayPal answers a repeated id with how that stands by now. */
  function once(key: string, make: () => Answer): Answer {
    const before = kept.get(key);
    if (key !== '' && before) return before();
    const answer = make();
    const { id } = answer.body;
    const isMade = answer.status < 300;
    if (key !== '' && isMade)
      kept.set(key, () => {
        const order = orders.get(String(id));
        return order ? done(orderBody(order)) : answer;
      });
    return answer;
  }

  function verify(text: string): Answer {
    const asked = JSON.parse(text) as Readonly<Record<string, string>>;
    const body = text.slice(text.indexOf('"webhook_event":') + 16, -1);
    const isOurs =
      asked['webhook_id'] === webhook.id &&
      signed.get(asked['transmission_id'] ?? '') === body &&
      asked['transmission_sig'] === `signed ${asked['transmission_id']}`;
    return done({ verification_status: isOurs ? 'SUCCESS' : 'FAILURE' });
  }

  function route(method: string, path: string, text: string, key: string): Answer {
    const asked = () => (text === '' ? {} : JSON.parse(text)) as Fields;
    const [, id = ''] = /^\/v\d\/[a-z]+\/[a-z-]+\/([^/]+)/.exec(path) ?? [];
    const order = orders.get(id);
    if (path === '/v2/checkout/orders') return once(key, () => createOrder(asked()));
    if (path.endsWith('/capture') && method === 'POST') return capture(id);
    if (path.endsWith('/refund')) return once(key, () => refund(id, asked()));
    if (path.startsWith('/v2/checkout/orders/'))
      return order ? done(orderBody(order)) : refusal(404, 'RESOURCE_NOT_FOUND');
    if (path.startsWith('/v2/payments/captures/')) {
      const paid = ofCapture(id);
      return paid ? done(captureBody(paid)) : refusal(404, 'RESOURCE_NOT_FOUND');
    }
    if (path === '/v1/notifications/verify-webhook-signature') return verify(text);
    if (path === `/v1/notifications/webhooks/${webhook.id}`)
      return done({
        id: webhook.id,
        url: webhook.url,
        event_types: webhook.events.map((name) => ({ name })),
      });
    return refusal(404, 'RESOURCE_NOT_FOUND');
  }

  /** The page where a buyer says yes or no; as on PayPal's own, an order that is paid leads back. */
  function page(url: URL): string {
    const order = orders.get(url.searchParams.get('token') ?? '');
    if (!order) return '<h1>Unknown order</h1>';
    const { value, currency_code: currency } = order.unit.amount;
    return `<!doctype html><title>PayPal stand-in</title><h1>Pay ${value} ${currency}</h1>
      <p><a href="/approve?token=${order.id}">Pay now</a></p>
      <p><a href="${order.cancelUrl.replaceAll('&', '&amp;')}&amp;token=${order.id}">Cancel and return</a></p>`;
  }

  const authorized = (request: http.IncomingMessage, path: string) =>
    path === '/v1/oauth2/token'
      ? request.headers.authorization === `Basic ${btoa('paypal_client:paypal_secret')}`
      : request.headers.authorization === 'Bearer paypal_token';

  function answerOf(request: http.IncomingMessage, path: string, text: string, fault: PayPalFault) {
    if (fault === 'broken') return refusal(503, 'INTERNAL_SERVER_ERROR');
    if (fault === 'busy') return refusal(429, 'RATE_LIMIT_REACHED');
    if (!authorized(request, path)) return refusal(401, 'invalid_client');
    if (path === '/v1/oauth2/token')
      return done({ access_token: 'paypal_token', expires_in: 32_400 });
    const key = String(request.headers['paypal-request-id'] ?? '');
    return route(request.method ?? 'GET', path, text, key);
  }

  async function reply(request: http.IncomingMessage, response: http.ServerResponse) {
    const url = new URL(request.url ?? '/', base);
    if (url.pathname === '/checkoutnow') {
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end(page(url));
    }
    if (url.pathname === '/approve') {
      const location = approve(url.searchParams.get('token') ?? '');
      response.writeHead(303, { location });
      return void response.end();
    }
    const text = await bodyOf(request);
    calls += 1;
    const fault = faultOf(calls);
    if (fault === 'hangs up') return void request.socket.destroy();
    const answer = answerOf(request, url.pathname, text, fault);
    if (fault === 'lost') return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify(answer.body));
  }

  /** As the buyer does on PayPal's page: gives the address that the page leads back to. */
  function approve(id: string): string {
    const order = orders.get(id);
    if (!order) throw new Error(`No order ${id}`);
    if (order.status === 'PAYER_ACTION_REQUIRED') order.status = 'APPROVED';
    return `${order.returnUrl}&token=${id}&PayerID=BUYER`;
  }

  /** A delivery as PayPal signs it; the same id twice is the same message. */
  function deliver(type: string, resource: Fields, id = `WH-${newId()}`): PayPalDelivery {
    const body = JSON.stringify({ id, event_type: type, resource });
    const transmission = newId();
    signed.set(transmission, body);
    return {
      body,
      headers: {
        'paypal-transmission-id': transmission,
        'paypal-transmission-sig': `signed ${transmission}`,
        'paypal-transmission-time': new Date().toISOString(),
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': `${base}/certs/1`,
      },
    };
  }

  const need = (id: string): StandInOrder => {
    const order = orders.get(id);
    if (!order) throw new Error(`No order ${id}`);
    return order;
  };

  const server = http.createServer((request, response) => void reply(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    environment: {
      PAYPAL_CLIENT_ID: 'paypal_client',
      PAYPAL_CLIENT_SECRET: 'paypal_secret',
      PAYPAL_WEBHOOK_ID: webhook.id,
      PAYPAL_API_URL: base,
    },
    webhook,
    orders: () => [...orders.values()],
    refunds: refunds as readonly StandInRefund[],
    givenBack,
    approve,
    captureOf: (id: string) => need(id).capture,
    deliver,
    approved: (id: string) => deliver('CHECKOUT.ORDER.APPROVED', orderBody(need(id))),
    captured: (id: string, messageId?: string) =>
      deliver('PAYMENT.CAPTURE.COMPLETED', captureBody(need(id)), messageId),
    refunded: (made: StandInRefund) => deliver('PAYMENT.CAPTURE.REFUNDED', refundBody(made)),
    refundOf: refundBody,
    /** A payment without the way to it. */
    charge(charge: string, minor: number): void {
      const unit = { amount: money(minor) } as unknown as StandInOrder['unit'];
      const ends = { returnUrl: '', cancelUrl: '', createdAt: new Date().toISOString() };
      const id = newId();
      orders.set(id, { id, unit, ...ends, status: 'COMPLETED', capture: charge });
    },
    /** As somebody does in PayPal's own account. */
    refundByHand: (charge: string, minor: number) => void refund(charge, { amount: money(minor) }),
    refuse: (charge: string, issue: string, description?: string) =>
      void refusals.set(charge, refusal(422, issue, description)),
    take: (charge: string) => void refusals.delete(charge),
    declineAll(declines: boolean): void {
      isDeclining = declines;
    },
    /** As long ago as PayPal no longer lets it be approved. */
    age(id: string): void {
      need(id).createdAt = new Date(Date.now() - 4 * 3600_000).toISOString();
    },
    /** As after 45 days. */
    forgetKeys: () => kept.clear(),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type PayPalStandIn = Awaited<ReturnType<typeof startPayPalStandIn>>;
