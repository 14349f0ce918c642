import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactPersonal, scrubText, scrubUrl } from '#shared/scrub.ts';
import { canaries, spellings } from '../../support/data/canaries.ts';

test('none of fifty canaries survives in a message, plain, url-encoded or in base64', () => {
  const leaked = canaries.flatMap((canary) =>
    spellings(canary).filter((form) =>
      [`Could not save ${form} today`, form, `value=${form};`, `["${form}"]`, `(${form})`].some(
        (message) => containsSecret(scrubText(message), canary, form),
      ),
    ),
  );
  assert.deepEqual(leaked, []);
});

test('none of them survives glued to other words either, once the page knows what was typed', () => {
  const leaked = canaries.filter((canary) =>
    scrubText(`before${canary}after`, [canary]).includes(canary),
  );
  assert.deepEqual(leaked, []);
});

/** The unique part of a canary is what must not be found again: words around it may stay. */
function containsSecret(scrubbed: string, canary: string, form: string): boolean {
  const secrets = canary.match(/[0-9a-f]{12}|\d{5,}/g) ?? [canary];
  return scrubbed.includes(form) || secrets.some((secret) => scrubbed.includes(secret));
}

test('what a program says stays readable', () => {
  const messages = [
    "Cannot read properties of undefined (reading 'price')",
    'Failed to fetch',
    'Internal Server Error',
    'Auth session missing!',
    'Maximum update depth exceeded',
    'status 503 from PT409',
    'ResizeObserver loop completed with undelivered notifications.',
  ];
  assert.deepEqual(
    messages.map((message) => scrubText(message)),
    messages,
  );
});

test('values in a message are replaced by what they were', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['No user jane@example.com', 'No user [e-mail]'],
    ['No user jane%40example.com', 'No user [e-mail]'],
    [String.raw`No user jane\u0040example.com`, 'No user [e-mail]'],
    ['No user jane%2540example.com', 'No user [e-mail]'],
    ['Bearer abc.def is wrong', 'Bearer [secret] is wrong'],
    ['password=hunter2 refused', 'password= [secret] refused'],
    ['Call +44 20 7946 0958 now', 'Call [number] now'],
    ['Paid with 4111 1111 1111 1111', 'Paid with [number]'],
    ['From 192.168.2.14 again', 'From [address] again'],
    ['Ship to 12 Elm Street please', 'Ship to [address] please'],
    ['Ship to Musterstraße 12b please', 'Ship to [address] please'],
    ['Ship to 4 rue de la Paix', 'Ship to [address]'],
    ['Order KW-104729 is late', 'Order [id] is late'],
    [
      'Unexpected token in "Jane Doe" is not valid JSON',
      'Unexpected token in "…" is not valid JSON',
    ],
    ['See https://shop.example/orders?order=KW-1#x', 'See https://shop.example/orders'],
  ];
  for (const [message, scrubbed] of cases) assert.equal(scrubText(message), scrubbed);
});

test('what was typed is replaced wherever it turns up, whatever its case', () => {
  const typed = ['Marigold Canary', '12 Hill'];
  assert.equal(scrubText('Hello MARIGOLD CANARY of 12 hill', typed), 'Hello [typed] of [typed]');
  assert.equal(scrubText('marigold%20canary', typed), '[typed]');
  assert.equal(scrubText('Marigold said', typed), '[typed] said');
});

test('an address keeps its path and loses query, hash, credentials and ids', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['/orders?order=KW-1', '/orders'],
    ['/colorpicker/7f3c2a10-8b1e-4a53-9c1e-0a1b2c3d4e5f', '/colorpicker/[id]'],
    ['https://a:b@shop.example/user#access_token=x', 'https://shop.example/user'],
    ['/products/tkl-65-kit', '/products/tkl-65-kit'],
    [
      'https://shop.example/_astro/page.DxC3_a1-.js',
      'https://shop.example/_astro/page.DxC3_a1-.js',
    ],
    ['/user/jane@example.com', '/user/[id]'],
    ['/user/4111111111111111', '/user/[id]'],
  ];
  for (const [address, scrubbed] of cases) assert.equal(scrubUrl(address), scrubbed);
});

test('a campaign keeps its name and loses a person', () => {
  assert.equal(redactPersonal('spring-2027'), 'spring-2027');
  assert.equal(redactPersonal('launch_20270301'), 'launch_20270301');
  assert.equal(redactPersonal('jane@example.com'), '[e-mail]');
  assert.equal(redactPersonal(Buffer.from('jane@example.com').toString('base64')), '[encoded]');
});

test('a long text is cut before it is looked at, so that nothing hides behind its length', () => {
  const scrubbed = scrubText(`${'word '.repeat(2000)}jane@example.com`);
  assert.ok(scrubbed.length <= 500);
  assert.ok(!scrubbed.includes('jane'));
});
