import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerCaptcha, askingPersons } from '#shared/backend/human-calls.ts';

const needed = { code: 'PT403', hint: 'captcha_needed', message: 'Confirm that you are human.' };
const orderAddress = 'http://shop.test/rest/v1/rpc/place_order';
const functionAddress = 'http://shop.test/functions/v1/captcha';

/** Takes an order once its key was passed, and a sign-in that carries the captcha's answer. */
function backend({ passes = true } = {}) {
  const sent: { path: string; body: unknown }[] = [];
  let isPassed = false;
  const send: typeof fetch = (input, init) => {
    const address = String(input);
    const body: unknown = JSON.parse(String(init?.body));
    sent.push({ path: new URL(address).pathname, body });
    if (address === functionAddress) {
      isPassed = passes;
      return Promise.resolve(
        passes
          ? new Response(null, { status: 204 })
          : Response.json({ hint: 'captcha_failed' }, { status: 422 }),
      );
    }
    if (address === orderAddress)
      return Promise.resolve(
        Response.json(isPassed ? {} : needed, { status: isPassed ? 200 : 403 }),
      );
    const isPerson = JSON.stringify(body).includes('"captcha_token":"solved"');
    const told = isPerson ? {} : { code: 400, error_code: 'captcha_failed', msg: 'captcha' };
    return Promise.resolve(Response.json(told, { status: isPerson ? 200 : 400 }));
  };
  return { sent, call: askingPersons(send) };
}

const post = (call: typeof fetch, address: string, body: object) =>
  call(address, { method: 'POST', body: JSON.stringify(body), headers: { apikey: 'key' } });

test('an order that needs a person is sent again with its own key once the answer is passed on', async () => {
  answerCaptcha(() => Promise.resolve('solved'));
  const { sent, call } = backend();
  assert.equal((await post(call, orderAddress, { p_key: 'k1' })).status, 200);
  assert.deepEqual(sent, [
    { path: '/rest/v1/rpc/place_order', body: { p_key: 'k1' } },
    { path: '/functions/v1/captcha', body: { key: 'k1', answer: 'solved' } },
    { path: '/rest/v1/rpc/place_order', body: { p_key: 'k1' } },
  ]);
});

test('an answer that its provider does not stand by is told, and nothing is sent again', async () => {
  answerCaptcha(() => Promise.resolve('forged'));
  const { sent, call } = backend({ passes: false });
  assert.equal((await post(call, orderAddress, { p_key: 'k1' })).status, 422);
  assert.equal(sent.length, 2);
});

test('a sign-in that a hosted project guards carries the answer, beside what it carried', async () => {
  answerCaptcha(() => Promise.resolve('solved'));
  const { sent, call } = backend();
  const body = { email: 'a@b.test', gotrue_meta_security: {} };
  assert.equal((await post(call, 'http://shop.test/auth/v1/signup', body)).status, 200);
  assert.deepEqual(sent.at(-1)?.body, {
    email: 'a@b.test',
    gotrue_meta_security: { captcha_token: 'solved' },
  });
});

test('whoever closes the question reads the refusal, and other refusals ask nobody', async () => {
  let asked = 0;
  answerCaptcha(() => {
    asked += 1;
    return Promise.resolve(null);
  });
  const { sent, call } = backend();
  const answer = await post(call, orderAddress, { p_key: 'k1' });
  assert.deepEqual([await answer.json(), sent.length, asked], [needed, 1, 1]);
  const other = askingPersons(() =>
    Promise.resolve(Response.json({ hint: 'empty_cart' }, { status: 400 })),
  );
  assert.equal((await post(other, orderAddress, {})).status, 400);
  assert.equal(asked, 1);
});
