import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RefusedCall } from '../../../supabase/functions/_shared/service-calls.ts';
import { handleStartPayment } from '../../../supabase/functions/start-payment/handler.ts';

const ask = async (refused: unknown, provider = 'demo') => {
  const request = new Request('https://api.test/functions/v1/start-payment', {
    method: 'POST',
    body: JSON.stringify({ order: 'o1', token: null, provider }),
  });
  const answer = await handleStartPayment(request, {
    shopUrl: 'https://shop.test',
    pages: { demo: () => Promise.resolve('https://pay.test') },
    begin: () => Promise.reject(new RefusedCall('begin_payment', 409, refused)),
  });
  return { status: answer.status, body: await answer.json() };
};

test('a payment that the database refuses is answered in its words, with the code that says so', async () => {
  const refusal = { code: 'PT409', message: 'This order is paid.', hint: 'paid_already' };
  assert.deepEqual(await ask({ ...refusal, details: '{}' }), { status: 409, body: refusal });
});

test('what the function refuses itself is marked as words for people too', async () => {
  const { status, body } = await ask(null, 'barter');
  assert.equal(status, 422);
  assert.partialDeepStrictEqual(body, { code: 'PT422', hint: 'not_offered' });
});
