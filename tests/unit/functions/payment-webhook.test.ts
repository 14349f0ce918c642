import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { Stripe } from 'stripe';
import { createDemoReader } from '../../../supabase/functions/_shared/payments/demo.ts';
import type { PaymentEvent } from '../../../supabase/functions/_shared/payments/payment-event.ts';
import { ofProviders } from '../../../supabase/functions/_shared/payments/providers.ts';
import { RefusedCall } from '../../../supabase/functions/_shared/service-calls.ts';
import { createApply } from '../../../supabase/functions/_shared/payments/apply-event.ts';
import { handlePaymentWebhook } from '../../../supabase/functions/payment-webhook/handler.ts';

const secret = 'whsec_keywright_test';
const environment = {
  STRIPE_WEBHOOK_SECRET: `whsec_before,${secret}`,
  DEMO_PAYMENT_SECRET: 'demo',
};
const order = '3b0f5c0e-8d0e-4a57-9a6d-2f8a56c3d111';
const { webhooks } = new Stripe('sk_test_unused');

function session(changes: object = {}) {
  return {
    id: 'cs_1',
    object: 'checkout.session',
    payment_status: 'paid',
    payment_intent: 'pi_1',
    client_reference_id: order,
    metadata: { order_id: order },
    amount_total: 12_900,
    currency: 'eur',
    ...changes,
  };
}

const stripeBody = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });

async function deliver(body: string, headers: Readonly<Record<string, string>>) {
  const applied: PaymentEvent[] = [];
  const response = await handlePaymentWebhook(
    new Request('http://shop.test/payment-webhook', { method: 'POST', body, headers }),
    {
      readers: ofProviders(({ signatureHeader, createReader }) => ({
        header: signatureHeader,
        read: createReader(environment),
      })),
      apply: (event) => {
        applied.push(event);
        return Promise.resolve({ result: 'applied' });
      },
    },
  );
  return { status: response.status, applied };
}

const signed = (payload: string, options: object = {}) => ({
  'stripe-signature': webhooks.generateTestHeaderString({ payload, secret, ...options }),
});

describe('a delivery of Stripe', () => {
  test('that is signed and paid becomes one payment', async () => {
    const body = stripeBody('checkout.session.completed', session());
    const { status, applied } = await deliver(body, signed(body));
    assert.equal(status, 200);
    assert.deepEqual(applied, [
      {
        provider: 'stripe',
        eventId: 'evt_1',
        kind: 'paid',
        orderId: order,
        reference: 'pi_1',
        amountMinor: 12_900,
        currency: 'EUR',
      },
    ]);
  });

  test('signed with the secret from before a change still counts', async () => {
    const body = stripeBody('checkout.session.expired', session());
    const { applied } = await deliver(body, signed(body, { secret: 'whsec_before' }));
    assert.equal(applied[0]?.kind, 'expired');
  });

  test('whose money is still on its way, and one of no interest, change nothing', async () => {
    for (const [type, object] of [
      ['checkout.session.completed', session({ payment_status: 'unpaid' })],
      ['customer.created', { id: 'cus_1' }],
    ] as const) {
      const body = stripeBody(type, object);
      const { status, applied } = await deliver(body, signed(body));
      assert.equal(status, 200);
      assert.deepEqual(applied, []);
    }
  });

  test('about a refund or a dispute finds its order by what it names', async () => {
    const refund = stripeBody('charge.refunded', {
      metadata: { order_id: order },
      payment_intent: 'pi_1',
      amount_refunded: 500,
      currency: 'eur',
    });
    const dispute = stripeBody('charge.dispute.created', {
      status: 'needs_response',
      payment_intent: 'pi_1',
      amount: 12_900,
      currency: 'eur',
    });
    const refunded = (await deliver(refund, signed(refund))).applied[0];
    const disputed = (await deliver(dispute, signed(dispute))).applied[0];
    assert.deepEqual(
      [refunded?.kind, refunded?.orderId, refunded?.amountMinor],
      ['refunded', order, 500],
    );
    assert.deepEqual(
      [disputed?.kind, disputed?.orderId, disputed?.reference],
      ['disputed', null, 'pi_1'],
    );
  });

  test('about a refund that failed or the money of a dispute tells what became of the payment', async () => {
    const cases = [
      ['refund.failed', 'failed', 'refund_failed'],
      ['charge.dispute.created', 'warning_needs_response', undefined],
      ['charge.dispute.funds_withdrawn', 'needs_response', 'disputed'],
      ['charge.dispute.funds_reinstated', 'won', 'dispute_won'],
      ['charge.dispute.closed', 'lost', 'dispute_lost'],
      ['charge.dispute.closed', 'warning_closed', undefined],
    ] as const;
    for (const [type, status, kind] of cases) {
      const body = stripeBody(type, { status, payment_intent: 'pi_1', amount: 9, currency: 'eur' });
      const { applied } = await deliver(body, signed(body));
      assert.equal(applied[0]?.kind, kind, `${type} ${status}`);
      if (kind) assert.equal(applied[0]?.reference, 'pi_1');
    }
  });

  test('whose order is no order of this shop names none', async () => {
    const body = stripeBody('checkout.session.completed', session({ metadata: { order_id: '7' } }));
    assert.equal((await deliver(body, signed(body))).applied[0]?.orderId, null);
  });

  test('that the shop refuses is answered once and kept for staff, and one that failed is sent again', async () => {
    const body = stripeBody('checkout.session.completed', session());
    const event = (await deliver(body, signed(body))).applied[0];
    assert.ok(event);
    const noted: unknown[] = [];
    const refusing = (status: number, code: string) =>
      createApply(async (name, args) => {
        if (name === 'note_refused_event')
          return void noted.push([args['p_event_id'], args['p_why']]);
        throw new RefusedCall(name, status, { code, message: 'No such order.' });
      })(event);
    assert.deepEqual(await refusing(422, 'PT422'), { refused: true });
    assert.deepEqual(await refusing(404, 'PT404'), { refused: true });
    const kept = [event.eventId, 'No such order.'];
    assert.deepEqual(noted, [kept, kept]);
    await assert.rejects(refusing(500, '40P01'));
    await assert.rejects(refusing(404, 'PGRST202'));
    const down = createApply((name) =>
      Promise.reject(
        new RefusedCall(name, 404, { code: name === 'note_refused_event' ? '' : 'PT404' }),
      ),
    );
    await assert.rejects(down(event), 'what staff would never see is sent again');
  });

  test('that is unsigned, changed, too old or signed by someone else is refused', async () => {
    const body = stripeBody('checkout.session.completed', session());
    const sixMinutesAgo = Math.floor(Date.now() / 1000) - 360;
    const bad: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      [body, {}],
      [body, { 'stripe-signature': 'nonsense' }],
      [body.replace('12900', '12901'), signed(body)],
      [body, signed(body, { timestamp: sixMinutesAgo })],
      [body, signed(body, { secret: 'whsec_other' })],
    ];
    for (const [text, headers] of bad) {
      const { status, applied } = await deliver(text, headers);
      assert.equal(status, 400);
      assert.deepEqual(applied, []);
    }
  });
});

describe('a delivery of the demo page', () => {
  const body = JSON.stringify({ id: 'a', kind: 'paid', order, amount: 100, currency: 'EUR' });
  const sign = (text: string, key = 'demo') => ({
    'x-demo-signature': createHmac('sha256', key).update(text).digest('hex'),
  });

  test('counts with its signature and not without', async () => {
    assert.equal((await deliver(body, sign(body))).applied[0]?.kind, 'paid');
    assert.equal((await deliver(body, sign(body, 'other'))).status, 400);
    assert.equal((await deliver(`${body} `, sign(body))).status, 400);
  });

  test('is compared in constant time, whatever the signature looks like', async (context) => {
    const { 'x-demo-signature': right } = sign(body);
    const compared = context.mock.method(crypto.subtle, 'verify');
    assert.equal((await deliver(body, sign(body))).status, 200);
    assert.equal((await deliver(body, sign(body, 'other'))).status, 400);
    assert.equal(compared.mock.callCount(), 2);
    for (const wrong of ['', 'x', right.slice(1), `${right}00`, right.replace(/^./, 'z')]) {
      const { status, applied } = await deliver(body, { 'x-demo-signature': wrong });
      assert.deepEqual([status, applied], [400, []], wrong);
    }
  });

  test('is refused where no secret is set, as on every hosted shop', () => {
    assert.equal(createDemoReader({}), null);
  });
});
