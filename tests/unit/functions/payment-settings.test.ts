import assert from 'node:assert/strict';
import { test } from 'node:test';
import { providers } from '../../../supabase/functions/_shared/payments/providers.ts';
import { handlePaymentSettings } from '../../../supabase/functions/payment-settings/handler.ts';

const environment = {
  STRIPE_SECRET_KEY: 'sk_test_secret',
  STRIPE_WEBHOOK_SECRET: 'whsec_secret',
  PAYPAL_CLIENT_ID: 'client_secret',
  PAYPAL_CLIENT_SECRET: 'paypal_secret',
};

async function ask(role: string | null, body: object = {}) {
  const noted: unknown[] = [];
  const tried: string[] = [];
  const stripe = {
    ...providers['stripe'],
    tryConnection: (_: unknown, url: string) => {
      tried.push(url);
      return Promise.resolve({ isWell: true, says: 'Taken.' });
    },
  };
  const answer = await handlePaymentSettings(
    new Request('https://api.test/payment-settings', {
      method: 'POST',
      headers: { authorization: 'Bearer a.b.c' },
      body: JSON.stringify(body),
    }),
    {
      environment,
      providers: { ...providers, stripe },
      webhookUrl: 'https://api.test/payment-webhook',
      roleOf: () => Promise.resolve(role),
      noteKeys: (states) => Promise.resolve(noted.push(states)),
    },
  );
  return { status: answer.status, text: await answer.text(), noted, tried };
}

test('an owner learns which keys are set, and none of them', async () => {
  const { status, text, noted, tried } = await ask('owner');
  assert.equal(status, 200);
  assert.deepEqual(noted, [{ stripe: 'test', paypal: 'missing', demo: 'missing' }]);
  for (const secret of Object.values(environment)) assert.ok(!text.includes(secret));
  assert.match(text, /"name":"PAYPAL_WEBHOOK_ID","isSet":false/);
  assert.match(text, /"name":"PAYPAL_CLIENT_SECRET","isSet":true/);
  assert.deepEqual(tried, []);
});

test('the provider is asked when an owner says so, and for no made-up name', async () => {
  const { text, tried } = await ask('owner', { try: 'stripe' });
  assert.deepEqual(tried, ['https://api.test/payment-webhook']);
  assert.match(text, /"says":"Taken\."/);
  for (const made of ['toString', 'other', 7])
    assert.match((await ask('owner', { try: made })).text, /"connection":null/);
});

test('nobody else learns or tries anything', async () => {
  for (const role of [null, 'editor', 'fulfilment', 'support']) {
    const { status, text, noted, tried } = await ask(role, { try: 'stripe' });
    assert.equal(status, 403);
    assert.deepEqual([noted, tried, text.includes('STRIPE')], [[], [], false]);
  }
});
