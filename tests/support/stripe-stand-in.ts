/**
 * Stands in for Stripe's public API as far as pages to pay on and refunds go: keys that repeat an answer, a
 * list by payment, never more than a payment brought, and the faults of a provider on a bad day.
 */
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandInRefund {
  readonly id: string;
  readonly payment_intent: string;
  readonly amount: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly status: string;
}

/** none does and answers; lost does, and the answer never arrives; the others do nothing. */
export type Fault = 'none' | 'lost' | 'broken' | 'busy' | 'hangs up';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const failure = (status: number, message: string, code?: string): Answer => ({
  status,
  body: {
    error: { type: status === 429 ? 'rate_limit_error' : 'invalid_request_error', message, code },
  },
});

const isForm = (fields: URLSearchParams, name: string) =>
  [...fields]
    .filter(([key]) => key.startsWith(`${name}[`))
    .map(([key, value]) => [key.slice(name.length + 1, -1), value]);

export async function startStripeStandIn(faultOf: (call: number) => Fault = () => 'none') {
  const charges = new Map<string, number>();
  const refusals = new Map<string, Answer>();
  const refunds: StandInRefund[] = [];
  const sessions: Readonly<Record<string, string>>[] = [];
  const kept = new Map<string, Answer>();
  let calls = 0;

  const givenBack = (charge: string) =>
    refunds
      .filter((each) => each.payment_intent === charge)
      .reduce((sum, { amount }) => sum + amount, 0);

  function refund(fields: URLSearchParams): Answer {
    const charge = fields.get('payment_intent') ?? '';
    const amount = Number(fields.get('amount'));
    const paid = charges.get(charge);
    const refused = refusals.get(charge);
    if (refused) return refused;
    if (paid === undefined)
      return failure(404, `No such payment_intent: '${charge}'`, 'resource_missing');
    if (givenBack(charge) + amount > paid)
      return failure(
        400,
        'Refund amount is greater than unrefunded amount on charge',
        'charge_already_refunded',
      );
    const metadata = Object.fromEntries(isForm(fields, 'metadata'));
    const made = {
      id: `re_${randomUUID()}`,
      payment_intent: charge,
      amount,
      metadata,
      status: 'succeeded',
    };
    refunds.push(made);
    return { status: 200, body: { object: 'refund', ...made } };
  }

  function openSession(fields: URLSearchParams): Answer {
    const id = `cs_${randomUUID()}`;
    sessions.push(Object.fromEntries(fields));
    const url = `https://checkout.stripe.test/${id}`;
    return { status: 200, body: { id, object: 'checkout.session', url } };
  }

  function made(key: string, make: (fields: URLSearchParams) => Answer, fields: URLSearchParams) {
    const answer = kept.get(key) ?? make(fields);
    kept.set(key, answer);
    return answer;
  }

  const list = (charge: string): Answer => ({
    status: 200,
    body: {
      object: 'list',
      url: '/v1/refunds',
      has_more: false,
      data: refunds
        .filter((each) => each.payment_intent === charge)
        .map((each) => ({ object: 'refund', ...each })),
    },
  });

  async function reply(request: http.IncomingMessage, response: http.ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://stripe.test');
    let text = '';
    for await (const part of request) text += String(part);
    const fields = new URLSearchParams(text);
    calls += 1;
    const fault = faultOf(calls);
    if (fault === 'hangs up') return void request.socket.destroy();
    const key = String(request.headers['idempotency-key'] ?? '');
    const answer =
      fault === 'broken'
        ? failure(500, 'Something went wrong on our end')
        : fault === 'busy'
          ? failure(429, 'Too many requests')
          : request.headers.authorization !== 'Bearer sk_test_stand_in'
            ? failure(401, 'Invalid API Key provided')
            : url.pathname === '/v1/checkout/sessions'
              ? made(key, openSession, fields)
              : url.pathname !== '/v1/refunds'
                ? failure(404, 'Unrecognized request URL')
                : request.method === 'GET'
                  ? list(url.searchParams.get('payment_intent') ?? '')
                  : made(key, refund, fields);
    if (fault === 'lost') return void request.socket.destroy();
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'request-id': `req_${calls}`,
    });
    response.end(JSON.stringify(answer.body));
  }
  const server = http.createServer((request, response) => void reply(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      STRIPE_SECRET_KEY: 'sk_test_stand_in',
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
    },
    refunds: refunds as readonly StandInRefund[],
    /** What each page to pay on was opened with, as it was sent. */
    sessions: sessions as readonly Readonly<Record<string, string>>[],
    givenBack,
    charge: (id: string, amount: number) => void charges.set(id, amount),
    refuse: (charge: string, message: string, code?: string) =>
      void refusals.set(charge, failure(400, message, code)),
    take: (charge: string) => void refusals.delete(charge),
    /** As somebody does in the dashboard. */
    refundByHand: (charge: string, amount: number) =>
      void refund(new URLSearchParams({ payment_intent: charge, amount: String(amount) })),
    /** As after a day. */
    forgetKeys: () => kept.clear(),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type StripeStandIn = Awaited<ReturnType<typeof startStripeStandIn>>;
