import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BodyTooLarge, readBytes, readText } from '../../../scripts/local-supabase/request-body.ts';

const sent = (body: ReadableStream | string | null, headers: HeadersInit = {}) =>
  new Request('http://127.0.0.1/', {
    method: 'POST',
    headers,
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });

test('a body that never ends is given up once it is too long, and no more of it is asked for', async () => {
  const state = { given: 0, isGivenUp: false };
  const endless = new ReadableStream({
    pull(controller) {
      state.given += 1000;
      controller.enqueue(new Uint8Array(1000));
    },
    cancel() {
      state.isGivenUp = true;
    },
  });
  await assert.rejects(readBytes(sent(endless), 50_000), BodyTooLarge);
  assert.ok(state.given < 60_000, String(state.given));
  assert.equal(state.isGivenUp, true);
});

test('a length that is too long is refused before anything is read, a false one does not help', async () => {
  const unread = sent('short', { 'content-length': '50001' });
  await assert.rejects(readBytes(unread, 50_000), BodyTooLarge);
  assert.equal(unread.bodyUsed, false);
  await assert.rejects(readText(sent('longer', { 'content-length': '1' }), 5), BodyTooLarge);
});

test('a body of just the limit is read whole, and none is empty', async () => {
  assert.equal(await readText(sent('ä'), 2), 'ä');
  assert.equal(await readText(sent(null), 0), '');
});

test('no door of the embedded backend reads a body by itself', () => {
  const own = /\brequest\s*\.\s*(?:text|json|arrayBuffer|formData|blob|bytes)\(|of request\b/;
  const files = globSync(['scripts/local-supabase/**/*.ts', 'scripts/site-server/**/*.ts']);
  assert.ok(files.length > 80);
  assert.deepEqual(
    files.filter((file) => own.test(readFileSync(file, 'utf8'))),
    [],
  );
});
