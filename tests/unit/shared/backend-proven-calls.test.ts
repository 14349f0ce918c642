import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { answerStaleProof, provingAgain } from '#shared/backend/proven-calls.ts';

const stale = { code: 'PT403', hint: 'second_factor_stale', message: 'Enter the code again.' };
const address = 'http://shop.test/rest/v1/rpc/adjust_stock';

/** A backend that takes the new token alone, and what it was sent. */
function backend(refusal: object = stale) {
  const sent: { body: unknown; token: string | null }[] = [];
  const send: typeof fetch = (_input, init) => {
    const token = new Headers(init?.headers).get('authorization');
    sent.push({ body: init?.body, token });
    const isTaken = token === 'Bearer new';
    return Promise.resolve(Response.json(isTaken ? [] : refusal, { status: isTaken ? 200 : 403 }));
  };
  return { sent, call: provingAgain(send, () => Promise.resolve('new')) };
}

const change = (call: typeof fetch, body = '{"p_delta":1}') =>
  call(address, { method: 'POST', body, headers: { authorization: 'Bearer old' } });

let stop = () => {};
afterEach(() => stop());

test('a change that an old code was not enough for goes through as it was after a new one', async () => {
  stop = answerStaleProof(() => Promise.resolve(true));
  const { sent, call } = backend();
  assert.equal((await change(call)).status, 200);
  assert.deepEqual(sent, [
    { body: '{"p_delta":1}', token: 'Bearer old' },
    { body: '{"p_delta":1}', token: 'Bearer new' },
  ]);
});

test('without a new code the refusal is the answer, and can be read', async () => {
  stop = answerStaleProof(() => Promise.resolve(false));
  const { sent, call } = backend();
  const answer = await change(call);
  assert.deepEqual([answer.status, sent.length], [403, 1]);
  assert.deepEqual(await answer.json(), stale);
});

test('other refusals ask nobody, and a page without a desk asks nobody', async () => {
  let asked = 0;
  stop = answerStaleProof(() => Promise.resolve((asked += 1) > 0));
  const other = backend({ code: 'PT403', hint: 'not_allowed' });
  assert.equal((await change(other.call)).status, 403);
  stop();
  const { sent, call } = backend();
  assert.equal((await change(call)).status, 403);
  assert.deepEqual([asked, sent.length], [0, 1]);
});

test('a code that is too old once more is not asked for in a circle', async () => {
  let asked = 0;
  stop = answerStaleProof(() => Promise.resolve((asked += 1) > 0));
  const send: typeof fetch = () => Promise.resolve(Response.json(stale, { status: 403 }));
  const answer = await change(provingAgain(send, () => Promise.resolve('new')));
  assert.deepEqual([answer.status, asked], [403, 1]);
});
