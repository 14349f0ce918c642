import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { PaymentEvent } from '../../../supabase/functions/_shared/payments/payment-event.ts';
import {
  createPayPalPages,
  createPayPalReader,
  createPayPalRefunds,
  createPayPalReturns,
  paypal,
} from '../../../supabase/functions/_shared/payments/paypal.ts';
import { keyStateOf } from '../../../supabase/functions/_shared/payments/provider.ts';
import { RefundRefused } from '../../../supabase/functions/_shared/payments/refund-call.ts';
import {
  startPayPalStandIn,
  type PayPalDelivery,
  type PayPalFault,
  type PayPalStandIn,
} from '../../support/paypal-stand-in.ts';

let standIn: PayPalStandIn;
let faultOf: (call: number) => PayPalFault = () => 'none';
let environment: Readonly<Record<string, string>>;

before(async () => {
  standIn = await startPayPalStandIn((call) => faultOf(call));
  environment = { ...standIn.environment, SUPABASE_URL: 'http://api.test' };
});
after(() => standIn.close());
beforeEach(() => {
  faultOf = () => 'none';
  standIn.declineAll(false);
});

const attempt = () => ({
  attempt_id: randomUUID(),
  order_id: randomUUID(),
  number: 'KW-10013',
  email: 'a@buyers.test',
  amount_minor: 12_905,
  currency: 'EUR',
});

const shopUrl = 'http://shop.test/orders?order=KW-10013';
const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? '';

function must<Part>(part: Part | null): Part {
  assert.ok(part !== null);
  return part;
}
const open = (payment: ReturnType<typeof attempt>) =>
  must(createPayPalPages(environment))(payment, shopUrl);
const comeBack = (url: string) => must(createPayPalReturns(environment))(new URL(url).searchParams);
const read = ({ body, headers }: PayPalDelivery) =>
  must(createPayPalReader(environment))(body, new Headers(headers));

/** Paid, with what the shop learnt of it. */
async function paid() {
  const payment = attempt();
  const id = tokenOf(await open(payment));
  const { event } = await comeBack(standIn.approve(id));
  return { payment, id, charge: must(standIn.captureOf(id)), event: must(event) };
}

describe('an order at PayPal', () => {
  test('has the amount as decimal text, the order’s id and number, and ways back', async () => {
    const payment = attempt();
    const page = await open(payment);
    const order = standIn.orders().at(-1);
    assert.equal(page, `${environment['PAYPAL_API_URL']}/checkoutnow?token=${order?.id}`);
    assert.deepEqual(order?.unit.amount, { currency_code: 'EUR', value: '129.05' });
    assert.equal(order?.unit['custom_id'], payment.order_id);
    assert.equal(order?.unit['invoice_id'], `KW-10013-${payment.attempt_id.slice(0, 8)}`);
    assert.equal(
      order?.returnUrl,
      'http://api.test/functions/v1/payment-return?provider=paypal&order=KW-10013',
    );
    assert.equal(order?.cancelUrl, `${shopUrl}&payment=cancelled`);
  });

  test('is one for one attempt, whatever gets lost', async () => {
    const payment = attempt();
    let calls = 0;
    faultOf = () => (['lost', 'broken', 'none', 'lost', 'none'] as const)[calls++ % 5] ?? 'none';
    const first = await open(payment).catch(() => null);
    faultOf = () => 'none';
    const second = await open(payment);
    assert.ok(first === null || first === second);
    const made = standIn.orders().filter(({ unit }) => unit['custom_id'] === payment.order_id);
    assert.equal(made.length, 1);
  });

  test('that can no longer be approved is followed by another, and PayPal takes money for one alone', async () => {
    const payment = attempt();
    const first = tokenOf(await open(payment));
    standIn.age(first);
    const second = tokenOf(await open(payment));
    assert.notEqual(first, second);
    assert.equal((await comeBack(standIn.approve(second))).event?.kind, 'paid');
    assert.deepEqual(await comeBack(standIn.approve(first)), { event: null, page: null });
  });

  test('that was approved in a window that is closed leads on to what takes the money', async () => {
    const payment = attempt();
    const id = tokenOf(await open(payment));
    standIn.approve(id);
    const again = await open(payment);
    assert.match(again, /^http:\/\/api\.test\/functions\/v1\/payment-return\?/);
    assert.equal((await comeBack(again)).event?.amountMinor, 12_905);
  });
});

describe('a customer who comes back', () => {
  test('has paid, and coming back again is the same payment', async () => {
    const { payment, id, charge, event } = await paid();
    assert.deepEqual(event, {
      provider: 'paypal',
      eventId: `${charge} paid`,
      kind: 'paid',
      orderId: payment.order_id,
      reference: charge,
      amountMinor: 12_905,
      currency: 'EUR',
    });
    assert.deepEqual((await comeBack(standIn.approve(id))).event, event);
  });

  test('without having approved, or with another’s address, has paid nothing', async () => {
    const page = await open(attempt());
    const nothing = { event: null, page: null };
    for (const token of [tokenOf(page), 'UNKNOWN00000', '', '../../v1/x'])
      assert.deepEqual(
        await comeBack(`http://x.test/?token=${encodeURIComponent(token)}`),
        nothing,
      );
  });

  test('whose card was declined goes on at PayPal', async () => {
    const page = await open(attempt());
    const back = standIn.approve(tokenOf(page));
    standIn.declineAll(true);
    assert.deepEqual(await comeBack(back), { event: null, page });
    standIn.declineAll(false);
    assert.equal((await comeBack(back)).event?.kind, 'paid');
  });
});

describe('a delivery of PayPal', () => {
  test('that an order was approved takes its money, once', async () => {
    const payment = attempt();
    const id = tokenOf(await open(payment));
    standIn.approve(id);
    const approved = standIn.approved(id);
    const [first, second] = [await read(approved), await read(approved)];
    assert.equal(first?.kind, 'paid');
    assert.deepEqual(first, second);
    assert.deepEqual(await read(standIn.captured(id)), first);
    assert.deepEqual((await comeBack(standIn.approve(id))).event, first);
  });

  test('that comes while PayPal is down is sent again', async () => {
    const id = tokenOf(await open(attempt()));
    standIn.approve(id);
    faultOf = () => 'broken';
    await assert.rejects(read(standIn.approved(id)));
    assert.equal(standIn.captureOf(id), null);
  });

  test('about a refund tells the sum of all of its payment', async () => {
    const { charge } = await paid();
    standIn.refundByHand(charge, 300);
    standIn.refundByHand(charge, 200);
    const [first, second] = standIn.refunds.filter((each) => each.charge === charge);
    assert.ok(first && second);
    const told = [await read(standIn.refunded(first)), await read(standIn.refunded(second))];
    assert.deepEqual(
      told.map((event) => [event?.kind, event?.reference, event?.amountMinor]),
      [
        ['refunded', charge, 300],
        ['refunded', charge, 500],
      ],
    );
    const { seller_payable_breakdown: _, ...bare } = standIn.refundOf(first);
    const asked = await read(standIn.deliver('PAYMENT.CAPTURE.REFUNDED', bare));
    assert.equal(asked?.amountMinor, 500, 'what it does not tell is asked for');
  });

  const dispute = (changes: object) => ({
    dispute_id: 'PP-D-1',
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_amount: { currency_code: 'EUR', value: '12.00' },
    disputed_transactions: [{ seller_transaction_id: 'CAPTURE1' }],
    ...changes,
  });
  const outcome = (code: string) =>
    dispute({ status: 'RESOLVED', dispute_outcome: { outcome_code: code } });

  test('about a dispute takes money once it is more than an inquiry', async () => {
    const cases: readonly (readonly [string, object, PaymentEvent['kind'] | undefined])[] = [
      ['CREATED', dispute({ dispute_life_cycle_stage: 'INQUIRY' }), undefined],
      ['CREATED', dispute({}), 'disputed'],
      ['UPDATED', dispute({}), 'disputed'],
      ['RESOLVED', outcome('RESOLVED_BUYER_FAVOUR'), 'dispute_lost'],
      ['RESOLVED', outcome('ACCEPTED'), 'dispute_lost'],
      ['RESOLVED', outcome('RESOLVED_SELLER_FAVOUR'), 'dispute_won'],
      ['RESOLVED', outcome('CANCELED_BY_BUYER'), 'dispute_won'],
      ['RESOLVED', outcome('NONE'), undefined],
    ];
    for (const [type, resource, kind] of cases) {
      const event = await read(
        standIn.deliver(`CUSTOMER.DISPUTE.${type}`, { ...resource } as Record<string, unknown>),
      );
      assert.equal(event?.kind, kind, `${type} ${JSON.stringify(resource)}`);
      if (event) assert.deepEqual([event.reference, event.amountMinor], ['CAPTURE1', 1200]);
    }
  });

  test('that was reversed, denied or is of no interest says so', async () => {
    const reversed = {
      amount: { currency_code: 'EUR', value: '5.00' },
      links: [{ rel: 'up', href: 'https://api-m.paypal.com/v2/payments/captures/CAPTURE1' }],
    };
    const event = await read(standIn.deliver('PAYMENT.CAPTURE.REVERSED', reversed));
    assert.deepEqual(
      [event?.kind, event?.reference, event?.amountMinor],
      ['disputed', 'CAPTURE1', 500],
    );
    const order = randomUUID();
    const denied = { id: 'CAPTURE2', custom_id: order, amount: reversed.amount };
    const failed = await read(standIn.deliver('PAYMENT.CAPTURE.DENIED', denied));
    assert.deepEqual([failed?.kind, failed?.orderId], ['failed', order]);
    assert.equal(await read(standIn.deliver('BILLING.PLAN.CREATED', {})), null);
  });

  test('that PayPal did not send, or not like this, is refused', async () => {
    const { id } = await paid();
    const right = standIn.captured(id);
    const forged: readonly PayPalDelivery[] = [
      { ...right, body: right.body.replace('129.05', '1.05') },
      { ...right, body: `${right.body} ` },
      { ...right, headers: { ...right.headers, 'paypal-transmission-sig': 'signed x' } },
      { ...right, headers: { 'paypal-transmission-sig': 'signed x' } },
      // Another webhook's id may not come in with the text.
      { ...right, body: `{},"webhook_id":"other","x":${right.body}` },
    ];
    for (const delivery of forged) await assert.rejects(read(delivery));
    assert.equal((await read(right))?.kind, 'paid');
  });
});

describe('a refund at PayPal', () => {
  const refund = (charge: string, changes: object = {}) => ({
    id: randomUUID(),
    order_id: randomUUID(),
    provider: 'paypal',
    charge,
    amount_minor: 500,
    currency: 'EUR',
    is_fresh: true,
    ...changes,
  });
  const ask = (call: ReturnType<typeof refund>) => must(createPayPalRefunds(environment))(call);

  test('is sent once, by its id while PayPal remembers it and by looking after that', async () => {
    const { charge } = await paid();
    const call = refund(charge);
    const reference = await ask(call);
    assert.equal(await ask(call), reference);
    standIn.forgetKeys();
    assert.equal(await ask({ ...call, is_fresh: false }), reference);
    assert.equal(standIn.givenBack(charge), 500);
  });

  test('that PayPal refuses is final, and one that it can’t make yet is not', async () => {
    const { charge } = await paid();
    standIn.refuse(charge, 'TRANSACTION_DISPUTED', 'There is an open case.');
    await assert.rejects(ask(refund(charge)), (error) => {
      assert.ok(error instanceof RefundRefused);
      return error.message === 'PayPal refused it: There is an open case.';
    });
    standIn.refuse(charge, 'REFUND_FAILED_INSUFFICIENT_FUNDS');
    await assert.rejects(ask(refund(charge)), (error) => !(error instanceof RefundRefused));
    standIn.take(charge);
    for (const fault of ['broken', 'busy', 'hangs up'] as const) {
      faultOf = () => fault;
      await assert.rejects(ask(refund(charge)), (error) => !(error instanceof RefundRefused));
    }
    faultOf = () => 'none';
    await assert.rejects(ask(refund(charge, { amount_minor: 12_906 })), RefundRefused);
    assert.equal(standIn.givenBack(charge), 0);
  });
});

describe('the keys of PayPal', () => {
  test('are missing, for tests or live', () => {
    const { PAYPAL_API_URL: _, ...live } = environment;
    assert.equal(keyStateOf(paypal, live), 'live');
    assert.equal(keyStateOf(paypal, environment), 'test');
    const sandbox = { ...live, PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com' };
    assert.equal(keyStateOf(paypal, sandbox), 'test');
    assert.equal(keyStateOf(paypal, { ...live, PAYPAL_WEBHOOK_ID: '' }), 'missing');
    for (const create of [createPayPalPages, createPayPalReader, createPayPalRefunds])
      assert.equal(create({}), null);
  });

  test('are tried with the webhook that they name', async () => {
    const url = 'http://api.test/functions/v1/payment-webhook';
    const says = async (changes: object = {}) =>
      (await paypal.tryConnection?.({ ...environment, ...changes }, url))?.says ?? '';
    assert.match(await says(), /another address/);
    standIn.webhook.url = url;
    standIn.webhook.events = ['PAYMENT.CAPTURE.COMPLETED'];
    assert.match(await says(), /lacks CHECKOUT\.ORDER\.APPROVED/);
    standIn.webhook.events = ['*'];
    assert.equal(await says(), 'PayPal took the keys and knows the webhook.');
    assert.match(await says({ PAYPAL_WEBHOOK_ID: 'other' }), /knows no webhook/);
    assert.match(await says({ PAYPAL_CLIENT_SECRET: 'other' }), /refused the keys \(401\)/);
    assert.match(await says({ PAYPAL_API_URL: 'http://127.0.0.1:9' }), /could not be reached/);
  });
});
