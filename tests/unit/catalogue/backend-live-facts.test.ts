import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLiveFacts } from '#features/catalogue/api/live-facts.ts';

const address = { url: 'http://shop.test', publishableKey: 'sb_publishable_test' };
const row = {
  variantId: 'v1',
  productId: 'p1',
  stock: 'few_left',
  canBeOrdered: true,
  priceMinor: 34900,
  currency: 'EUR',
  remaining: null,
  batchStage: 'open',
  moq: 50,
  orderedCount: 12,
  waitingCount: 3,
};

function answering(status: number, body: unknown) {
  const asked: URL[] = [];
  const keys: (string | null)[] = [];
  const send: typeof fetch = (input, init) => {
    asked.push(new URL(String(input)));
    keys.push(new Headers(init?.headers).get('apikey'));
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return Promise.resolve(new Response(text, { status }));
  };
  return { send, asked, keys };
}

test('one request asks for all products of a page, with the public key', async () => {
  const { send, asked, keys } = answering(200, [row]);
  const result = await readLiveFacts(['p1', 'p2'], undefined, send, address);
  assert.deepEqual(result, { ok: true, value: [row] });
  assert.equal(asked.length, 1);
  assert.equal(asked[0]?.pathname, '/rest/v1/availability');
  assert.equal(asked[0]?.searchParams.get('product_id'), 'in.(p1,p2)');
  assert.deepEqual(keys, ['sb_publishable_test']);
});

test('no products ask nothing', async () => {
  const { send, asked } = answering(200, []);
  assert.deepEqual(await readLiveFacts([], undefined, send, address), { ok: true, value: [] });
  assert.equal(asked.length, 0);
});

test('a stock word newer than the page is left out', async () => {
  const { send } = answering(200, [{ ...row, stock: 'half_gone' }, row]);
  const result = await readLiveFacts(['p1'], undefined, send, address);
  assert.deepEqual(result, { ok: true, value: [row] });
});

test('an answer that does not come, is refused or is no JSON is a failure, not "sold out"', async () => {
  const failing: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const broken = [
    failing,
    answering(503, {}).send,
    answering(200, '<html>').send,
    answering(200, {}).send,
  ];
  const kinds = [];
  for (const send of broken) {
    const result = await readLiveFacts(['p1'], undefined, send, address);
    kinds.push(result.ok ? 'ok' : result.error);
  }
  assert.deepEqual(kinds, ['unreachable', 'unreachable', 'broken', 'broken']);
});

test('the page’s signal reaches the request', async () => {
  const leaving = new AbortController();
  const hanging: typeof fetch = (_input, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  const reading = readLiveFacts(['p1'], leaving.signal, hanging, address);
  leaving.abort();
  const result = await reading;
  assert.equal(!result.ok && result.error, 'aborted');
});
