import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForeignError, scrubBreadcrumb, scrubEvent } from '#telemetry/errors/filters.ts';

const secret = 'canary-7f3a2b';

/** An event with something to hide in every place that a reporter or a library fills. */
const fullEvent = {
  type: undefined,
  event_id: 'a'.repeat(32),
  timestamp: 1,
  platform: 'javascript',
  level: 'error',
  release: 'keywright@1.0.0',
  dist: 'build',
  environment: 'production',
  message: `A message of ${secret}`,
  user: { id: secret, email: 'jane@example.com', ip_address: '10.0.0.1' },
  extra: { order: secret },
  contexts: { shop: { value: secret } },
  fingerprint: [secret],
  server_name: secret,
  transaction: secret,
  modules: { [secret]: '1' },
  tags: { build_id: 'build', surface: 'browser', customer: secret },
  request: {
    url: `https://shop.example/orders?order=${secret}#${secret}`,
    query_string: secret,
    cookies: { session: secret },
    headers: { Cookie: secret, Referer: secret },
    data: secret,
  },
  exception: {
    values: [
      {
        type: 'TypeError',
        value: `Order ${secret} is wrong`,
        mechanism: { type: 'onerror', handled: false, data: { target: secret } },
        stacktrace: {
          frames: [
            {
              filename: `https://shop.example/orders?order=${secret}`,
              abs_path: secret,
              function: 'pay',
              module: secret,
              context_line: secret,
              pre_context: [secret],
              vars: { secret },
              lineno: 3,
              colno: 7,
              in_app: true,
            },
          ],
        },
      },
    ],
  },
  breadcrumbs: [
    { category: 'console', message: secret },
    { category: 'navigation', data: { from: `/a?${secret}`, to: `/b#${secret}`, more: secret } },
    {
      category: 'fetch',
      data: { method: 'POST', url: `/rest?q=${secret}`, status_code: 500, body: secret },
    },
    { category: 'ui.click', message: `main > button[aria-label="Remove ${secret}"]` },
    { category: 'ui.input', message: `input[value="${secret}"]` },
  ],
} satisfies Parameters<typeof scrubEvent>[0];

test('an event keeps only the fields that are known to be harmless', () => {
  const scrubbed = scrubEvent(fullEvent);
  assert.ok(!JSON.stringify(scrubbed).includes(secret));
  assert.deepEqual(
    Object.keys(scrubbed)
      .filter((key) => key !== 'type')
      .toSorted(),
    [
      'breadcrumbs',
      'dist',
      'environment',
      'event_id',
      'exception',
      'level',
      'message',
      'platform',
      'release',
      'request',
      'tags',
      'timestamp',
    ],
  );
  assert.deepEqual(scrubbed.tags, { build_id: 'build', surface: 'browser' });
  assert.deepEqual(scrubbed.request, { url: 'https://shop.example/orders' });
  assert.deepEqual(scrubbed.exception?.values?.[0]?.stacktrace?.frames, [
    { filename: 'https://shop.example/orders', function: 'pay', lineno: 3, colno: 7, in_app: true },
  ]);
});

test('a breadcrumb tells where and how it went, and of input nothing at all', () => {
  const kept = fullEvent.breadcrumbs.map((breadcrumb) => scrubBreadcrumb(breadcrumb));
  assert.deepEqual(kept, [
    null,
    { category: 'navigation', data: { from: '/a', to: '/b' } },
    { category: 'fetch', data: { method: 'POST', url: '/rest', status_code: 500 } },
    { category: 'ui.click', message: 'main > button' },
    null,
  ]);
});

test('what was typed is taken out of the message', () => {
  const event = { type: undefined, message: 'Hello Marigold' };
  assert.equal(scrubEvent(event, ['Marigold']).message, 'Hello [typed]');
});

test('errors of extensions and of the browser itself are not ours', () => {
  const thrown = (value: string, filename: string) => ({
    type: undefined,
    exception: { values: [{ value, stacktrace: { frames: [{ filename }] } }] },
  });
  assert.equal(isForeignError(thrown('x', 'chrome-extension://abc/inject.js')), true);
  assert.equal(isForeignError(thrown('ResizeObserver loop limit exceeded', '/a.js')), true);
  assert.equal(isForeignError(thrown('x', 'https://shop.example/_astro/a.js')), false);
});
