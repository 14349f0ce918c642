import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequest } from '#shared/backend/request.ts';

type Reply = number | Error | { status: number; headers?: Record<string, string>; body?: unknown };

const networkFailure = new TypeError('Failed to fetch');
const key = '11111111-2222-4333-8444-555555555555';

/** A backend that gives these replies, the last one for ever, on a clock that only waiting moves. */
function scripted(replies: readonly Reply[], options: { online?: boolean; tookMs?: number } = {}) {
  const waits: number[] = [];
  const timeouts: number[] = [];
  const sent: { method: string; body: unknown }[] = [];
  let now = 0;
  const request = createRequest({
    fetch: (_input, init) => {
      sent.push({ method: init?.method ?? 'GET', body: init?.body });
      now += options.tookMs ?? 0;
      const reply = replies[Math.min(sent.length, replies.length) - 1] ?? 500;
      if (reply instanceof Error) return Promise.reject(reply);
      const { status, headers, body } =
        typeof reply === 'number' ? { status: reply, headers: {}, body: {} } : reply;
      return Promise.resolve(
        new Response(JSON.stringify(body ?? {}), { status, headers: headers ?? {} }),
      );
    },
    sleep: (ms, signal) => {
      waits.push(ms);
      now += ms;
      return signal.aborted ? Promise.reject(networkFailure) : Promise.resolve();
    },
    timeout: (ms) => {
      timeouts.push(ms);
      return new AbortController().signal;
    },
    now: () => now,
    random: () => 0.5,
    isOnline: () => options.online ?? true,
  });
  return { request, waits, timeouts, sent };
}

const rest = 'http://shop.test/rest/v1';

function placeOrder(request: typeof fetch, note = ''): Promise<Response> {
  const body = JSON.stringify({ p_key: key, p_lines: [], note });
  return request(`${rest}/rpc/place_order`, { method: 'POST', body });
}

for (const status of [502, 503, 504, 520]) {
  test(`a read that meets ${status} is asked four times in all, no more`, async () => {
    const { request, waits, sent } = scripted([status]);
    const answer = await request(`${rest}/products`);
    assert.equal(answer.status, status);
    assert.equal(sent.length, 4);
    assert.deepEqual(waits, [1000, 2000, 4000]);
  });
}

test('a read that fails on the network succeeds when the network comes back', async () => {
  const { request, sent } = scripted([networkFailure, 503, 200]);
  assert.equal((await request(`${rest}/products`)).status, 200);
  assert.equal(sent.length, 3);
});

test('a read never waits past eight seconds in all', async () => {
  const { request, waits, timeouts, sent } = scripted([503], { tookMs: 2000 });
  assert.equal((await request(`${rest}/products`)).status, 503);
  assert.deepEqual(timeouts, [8000]);
  assert.deepEqual(waits, [1000, 2000]);
  assert.equal(sent.length, 3);
});

test('a read that timed out is not asked again', async () => {
  const { request, sent } = scripted([new DOMException('too late', 'TimeoutError')]);
  await assert.rejects(request(`${rest}/products`), { name: 'TimeoutError' });
  assert.equal(sent.length, 1);
});

/** A request whose body breaks off with what a browser says of an aborted one. */
function brokenBody(own: AbortSignal) {
  let sent = 0;
  const request = createRequest({
    fetch: () => {
      sent += 1;
      const body = new ReadableStream({
        pull: (stream) => stream.error(new DOMException('buffer was aborted', 'AbortError')),
      });
      return Promise.resolve(new Response(body));
    },
    sleep: () => Promise.resolve(),
    timeout: () => own,
    now: () => 0,
    random: () => 0.5,
    isOnline: () => true,
  });
  return { request, sent: () => sent };
}

test('a read that times out amid its answer timed out, and was not cancelled', async () => {
  const late = AbortSignal.abort(new DOMException('too late', 'TimeoutError'));
  const { request, sent } = brokenBody(late);
  await assert.rejects(request(`${rest}/products`), { name: 'TimeoutError' });
  assert.equal(sent(), 1);
});

test('a read that its asker gave up amid its answer was cancelled', async () => {
  const { request } = brokenBody(AbortSignal.abort(new DOMException('too late', 'TimeoutError')));
  await assert.rejects(request(`${rest}/products`, { signal: AbortSignal.abort() }), {
    name: 'AbortError',
  });
});

test('a refusal whose words break off is still that refusal', async () => {
  const cut = new ReadableStream({ pull: (stream) => stream.error(networkFailure) });
  const request = createRequest({
    fetch: () => Promise.resolve(new Response(cut, { status: 429 })),
    sleep: () => Promise.resolve(),
    timeout: () => new AbortController().signal,
    now: () => 0,
    random: () => 0.5,
    isOnline: () => true,
  });
  assert.equal((await request(`${rest}/products`)).status, 429);
});

test('a read whose answer breaks off on the way is asked again', async () => {
  let sent = 0;
  const request = createRequest({
    fetch: () => {
      sent += 1;
      const cut = new ReadableStream({ pull: (stream) => stream.error(networkFailure) });
      return Promise.resolve(new Response(sent === 1 ? cut : '[]'));
    },
    sleep: () => Promise.resolve(),
    timeout: () => new AbortController().signal,
    now: () => 0,
    random: () => 0.5,
    isOnline: () => true,
  });
  assert.deepEqual(await (await request(`${rest}/products`)).json(), []);
  assert.equal(sent, 2);
});

test('an answer of a status that has no body is passed on, though browsers give it an empty one', async () => {
  const request = createRequest({
    fetch: () => {
      const empty = new ReadableStream({ start: (stream) => stream.close() });
      const answer = new Response(null, { status: 204, headers: { etag: 'a' } });
      return Promise.resolve(
        new Proxy(answer, {
          get(own, name) {
            const value: unknown = name === 'body' ? empty : Reflect.get(own, name, own);
            return typeof value === 'function' ? (value.bind(own) as unknown) : value;
          },
        }),
      );
    },
    sleep: () => Promise.resolve(),
    timeout: () => new AbortController().signal,
    now: () => 0,
    random: () => 0.5,
    isOnline: () => true,
  });
  const answer = await request(`${rest}/rpc/end_session`, { method: 'POST' });
  assert.equal(answer.status, 204);
  assert.equal(answer.headers.get('etag'), 'a');
  assert.equal(await answer.text(), '');
});

test('nothing is retried without a network', async () => {
  const { request, sent } = scripted([networkFailure], { online: false });
  await assert.rejects(request(`${rest}/products`), networkFailure);
  assert.equal(sent.length, 1);
});

test('an order with a key is sent up to four times with the same key, spread out', async () => {
  const timedOut = new DOMException('too late', 'TimeoutError');
  const collision = { status: 500, body: { code: '40001' } };
  for (const reply of [networkFailure, timedOut, 502, 503, 504, collision]) {
    const { request, waits, timeouts, sent } = scripted([reply, reply, reply, 200]);
    assert.equal((await placeOrder(request)).status, 200);
    assert.equal(new Set(sent.map(({ body }) => body)).size, 1);
    assert.deepEqual(waits, [375, 750, 1500]);
    assert.deepEqual(timeouts, [15_000, 15_000, 15_000, 15_000]);
  }
  const { request, sent } = scripted([502]);
  assert.equal((await placeOrder(request)).status, 502);
  assert.equal(sent.length, 4);
});

test('a deadlock is retried, any other failure inside the database is not', async () => {
  for (const [code, tries] of [
    ['40P01', 4],
    ['40001', 4],
    ['XX000', 1],
    ['57014', 1],
  ] as const) {
    const { request, sent } = scripted([{ status: 500, body: { code } }]);
    const answer = await placeOrder(request);
    assert.deepEqual(await answer.json(), { code });
    assert.equal(sent.length, tries, code);
  }
});

test('a write without a key is sent once, whatever happens', async () => {
  const forged = `"p_key":"${key}"`;
  const writes: [string, string, string][] = [
    ['POST', `${rest}/rpc/adjust_stock`, '{"p_delta":1}'],
    ['POST', `${rest}/rpc/transition_orders`, '{}'],
    ['POST', `${rest}/rpc/save_design`, JSON.stringify({ p_design: { name: forged } })],
    ['POST', `${rest}/addresses`, `{"p_key":"${key}"}`],
    ['PATCH', `${rest}/profiles?id=eq.1`, '{}'],
    ['DELETE', `${rest}/addresses?id=eq.1`, ''],
    ['POST', 'http://shop.test/functions/v1/start-payment', '{}'],
    ['POST', 'http://shop.test/auth/v1/token?grant_type=password', '{}'],
    ['POST', 'http://shop.test/storage/v1/object/drafts/a.png', ''],
  ];
  for (const [method, url, body] of writes) {
    for (const reply of [networkFailure, 502, 503]) {
      const { request, sent } = scripted([reply]);
      await request(url, { method, body }).catch(() => {});
      assert.equal(sent.length, 1, `${method} ${url}`);
    }
  }
});

for (const name of ['quote_cart', 'open_order'])
  test(`${name} may happen twice, so it is asked again like a read`, async () => {
    const { request, sent, timeouts } = scripted([502, 200]);
    await request(`${rest}/rpc/${name}`, { method: 'POST', body: '{}' });
    assert.equal(sent.length, 2);
    assert.deepEqual(timeouts, [8000]);
  });

for (const status of [400, 401, 403, 404, 409, 422]) {
  test(`${status} is an answer and never asked again`, async () => {
    for (const send of [
      (request: typeof fetch) => request(`${rest}/products`),
      (request: typeof fetch) => placeOrder(request),
    ]) {
      const { request, sent } = scripted([status]);
      assert.equal((await send(request)).status, status);
      assert.equal(sent.length, 1);
    }
  });
}

test('a limit is waited out as long as it says, and only when that is soon', async () => {
  const limited = (after: string): Reply => ({ status: 429, headers: { 'retry-after': after } });
  const soon = scripted([limited('3'), 200]);
  assert.equal((await soon.request(`${rest}/products`)).status, 200);
  assert.deepEqual(soon.waits, [3000]);
  const write = scripted([limited('3'), 200]);
  await write.request(`${rest}/addresses`, { method: 'POST', body: '{}' });
  assert.equal(write.sent.length, 2);
  const dated = scripted([limited(new Date(5000).toUTCString()), 200]);
  await dated.request(`${rest}/products`);
  assert.deepEqual(dated.waits, [5000]);
  for (const reply of [limited('60'), 429]) {
    const late = scripted([reply]);
    assert.equal((await late.request(`${rest}/products`)).status, 429);
    assert.equal(late.sent.length, 1);
  }
});

test('a limit on signing in is shown at once, not waited out', async () => {
  const { request, sent } = scripted([{ status: 429, headers: { 'retry-after': '1' } }]);
  const url = 'http://shop.test/auth/v1/otp';
  assert.equal((await request(url, { method: 'POST', body: '{}' })).status, 429);
  assert.equal(sent.length, 1);
});

test('an upload gets a minute', async () => {
  const { request, timeouts } = scripted([200]);
  await request('http://shop.test/storage/v1/object/drafts/a.png', { method: 'POST', body: 'x' });
  assert.deepEqual(timeouts, [60_000]);
});

test('who leaves the page stops the request and its retries', async () => {
  const leaving = new AbortController();
  let tries = 0;
  const request = createRequest({
    fetch: (_input, init) => {
      tries += 1;
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    },
    sleep: () => Promise.resolve(),
    timeout: () => new AbortController().signal,
    now: () => 0,
    random: () => 0,
    isOnline: () => true,
  });
  const asked = request(`${rest}/products`, { signal: leaving.signal });
  leaving.abort();
  await assert.rejects(asked, { name: 'AbortError' });
  assert.equal(tries, 1);
});

test('the timeout ends a request that hangs', async () => {
  const timeUp = new AbortController();
  const request = createRequest({
    fetch: (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
    sleep: () => Promise.resolve(),
    timeout: () => timeUp.signal,
    now: () => 0,
    random: () => 0,
    isOnline: () => true,
  });
  const asked = request(`${rest}/products`);
  timeUp.abort(new DOMException('too late', 'TimeoutError'));
  await assert.rejects(asked, { name: 'TimeoutError' });
});
