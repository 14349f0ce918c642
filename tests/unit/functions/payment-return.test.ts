import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PaymentEvent } from '../../../supabase/functions/_shared/payments/payment-event.ts';
import type { SettleReturn } from '../../../supabase/functions/_shared/payments/provider.ts';
import { handlePaymentReturn } from '../../../supabase/functions/payment-return/handler.ts';

const event: PaymentEvent = {
  provider: 'paypal',
  eventId: 'C1 paid',
  kind: 'paid',
  orderId: '3b0f5c0e-8d0e-4a57-9a6d-2f8a56c3d111',
  reference: 'C1',
  amountMinor: 100,
  currency: 'EUR',
};

async function comeBack(query: string, settle: SettleReturn | null, method = 'GET') {
  const applied: PaymentEvent[] = [];
  const reported: unknown[] = [];
  const answer = await handlePaymentReturn(
    new Request(`https://api.test/payment-return?${query}`, { method }),
    {
      shopUrl: 'https://shop.test',
      returns: { paypal: settle },
      apply: (each) => Promise.resolve(applied.push(each)),
      report: async (error) => {
        reported.push(error);
      },
    },
  );
  const to = answer.headers.get('location');
  return { status: answer.status, to, applied, reported };
}

const order = 'https://shop.test/orders?order=KW-7&payment=done';

test('a customer who comes back has paid and sees the order', async () => {
  const settle: SettleReturn = (query) => {
    assert.equal(query.get('token'), 'T1');
    return Promise.resolve({ event, page: null });
  };
  const { status, to, applied } = await comeBack('provider=paypal&order=KW-7&token=T1', settle);
  assert.deepEqual([status, to, applied], [303, order, [event]]);
});

test('whoever has to choose another card goes on at the provider', async () => {
  const page = 'https://paypal.test/checkoutnow?token=T1';
  const { to, applied } = await comeBack('provider=paypal&order=KW-7', () =>
    Promise.resolve({ event: null, page }),
  );
  assert.deepEqual([to, applied], [page, []]);
});

test('what fails is reported, and the customer sees the order all the same', async () => {
  const fails = () => Promise.reject(new Error('PayPal answered 503'));
  const { to, reported } = await comeBack('provider=paypal&order=KW-7', fails);
  assert.deepEqual([to, reported.length], [order, 1]);
});

test('an address that was made up leads to the shop and nowhere else', async () => {
  for (const provider of ['', 'toString', 'stripe', 'paypal']) {
    const query = new URLSearchParams({ provider, order: '//evil.test/?x=1#' });
    const { status, to } = await comeBack(String(query), null);
    assert.deepEqual([status, new URL(to ?? '').origin], [303, 'https://shop.test']);
  }
  assert.equal((await comeBack('provider=paypal', null, 'POST')).status, 405);
});
