import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPatientRead, readPatientlyAfter } from '#shared/backend/patient-read.ts';

const address = 'http://shop.test/rest/v1/availability';

/** A backend that gives these answers, the last one for ever; waiting takes no time. */
function answering(...replies: readonly (number | Error | Response)[]) {
  const waits: number[] = [];
  let asked = 0;
  const limit = new AbortController();
  const read = createPatientRead({
    fetch: (_input, init) => {
      const reply = replies[Math.min(asked, replies.length - 1)] ?? 500;
      asked += 1;
      if (init?.signal?.aborted) return Promise.reject(init.signal.reason);
      if (reply instanceof Error) return Promise.reject(reply);
      return Promise.resolve(
        typeof reply === 'number' ? new Response(null, { status: reply }) : reply,
      );
    },
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    timeout: () => limit.signal,
  });
  return { read, waits, limit, count: () => asked };
}

for (const status of [502, 503, 504, 520]) {
  test(`a page's read that meets ${status} is asked four times in all, no more`, async () => {
    const { read, waits, count } = answering(status);
    assert.equal((await read(address)).status, status);
    assert.equal(count(), 4);
    assert.deepEqual(waits, [1000, 2000, 4000]);
  });
}

test('a page’s read that finds no network is asked again, and the answer is used', async () => {
  const { read, count } = answering(new TypeError('Failed to fetch'), 200);
  assert.equal((await read(address)).status, 200);
  assert.equal(count(), 2);
});

for (const status of [200, 400, 401, 404, 429, 500]) {
  test(`a page's read that is answered with ${status} is not repeated`, async () => {
    const { read, count } = answering(status);
    assert.equal((await read(address)).status, status);
    assert.equal(count(), 1);
  });
}

test('a backend that says when to come back is asked then, within the patience', async () => {
  const busy = (seconds: string) =>
    new Response(null, { status: 503, headers: { 'retry-after': seconds } });
  const { read, waits } = answering(busy('3'), busy('600'), 200);
  await read(address);
  assert.deepEqual(waits, [3000, 8000]);
});

test('a read whose time is over, or whose page was left, is given up at once', async () => {
  const { read, limit, count } = answering(503, 503);
  limit.abort(new DOMException('too long', 'TimeoutError'));
  await assert.rejects(read(address), { name: 'TimeoutError' });
  assert.equal(count(), 1);
  const leaving = new AbortController();
  leaving.abort();
  await assert.rejects(answering(200).read(address, { signal: leaving.signal }), {
    name: 'AbortError',
  });
});

test('a first try that was made already is not made again', async () => {
  const given = new Response('given', { status: 200 });
  const read = readPatientlyAfter(Promise.resolve(given));
  assert.equal(await read(address), given);
});

test('a first try that ran out of time ends the read', async () => {
  const signal = AbortSignal.abort(new Error('eight seconds are over'));
  const read = readPatientlyAfter(Promise.reject(new TypeError('Failed to fetch')));
  await assert.rejects(read(address, { signal }));
});
