/* The stripe package against a stand-in of its API. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { createStripePages } from '../../../supabase/functions/_shared/payments/stripe.ts';
import { startStripeStandIn, type StripeStandIn } from '../../support/stripe-stand-in.ts';

const attempt = {
  attempt_id: 'attempt-1',
  order_id: '4ea89e3a-0bd8-4124-a7ff-f9af5eae16df',
  number: 'KW-10001',
  email: 'ada@people.test',
  amount_minor: 1075,
  currency: 'EUR',
};
const back = 'https://shop.test/orders?order=KW-10001';

let stripe: StripeStandIn;
let faults: ('lost' | 'broken')[] = [];
beforeEach(async () => {
  stripe = await startStripeStandIn(() => faults.shift() ?? 'none');
});
afterEach(() => stripe.close());

test('a page to pay on says the order, the sum and the way back, and is one however often answers get lost', async () => {
  faults = ['lost', 'broken'];
  const open = createStripePages(stripe.environment);
  assert.ok(open);
  const first = await open(attempt, back);
  assert.equal(await open(attempt, back), first);
  assert.equal(stripe.sessions.length, 1);
  assert.partialDeepStrictEqual(stripe.sessions[0], {
    mode: 'payment',
    customer_email: attempt.email,
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '1075',
    'metadata[order_id]': attempt.order_id,
    'payment_intent_data[metadata][order_id]': attempt.order_id,
    success_url: `${back}&payment=done`,
    cancel_url: `${back}&payment=cancelled`,
  });
  assert.notEqual(await open({ ...attempt, attempt_id: 'attempt-2' }, back), first);
});

test('without a key there is no page, and with a wrong one nobody is sent anywhere', async () => {
  assert.equal(createStripePages({}), null);
  const open = createStripePages({ ...stripe.environment, STRIPE_SECRET_KEY: 'sk_test_other' });
  await assert.rejects(open?.(attempt, back) ?? Promise.resolve(), /Invalid API Key/);
  assert.equal(stripe.sessions.length, 0);
});
