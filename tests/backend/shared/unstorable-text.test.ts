import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hostedSkips } from '../../support/hosted/contract.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';

let backend: TestBackend;
const logged: string[] = [];
before(async () => {
  backend = await startTestBackend({ log: (line) => logged.push(line) });
});
after(() => backend.stop());

async function ask(method: string, path: string, body?: string): Promise<string> {
  const answer = await fetch(`${backend.url}${path}`, {
    method,
    headers: {
      apikey: backend.secretKey,
      authorization: `Bearer ${backend.secretKey}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body }),
  });
  return `${answer.status} ${await answer.text()}`;
}

const deep = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const logic = (levels: number) => `${'(and'.repeat(levels)}(code.eq.a)${')'.repeat(levels)}`;
const nul = String.raw`a\u0000b`;
const list = '/storage/v1/object/list/drafts';

type Case = readonly [method: string, path: string, body?: string];

const withNul: readonly Case[] = [
  ['GET', '/rest/v1/faq_entries?na%00me=eq.1'],
  ['GET', '/rest/v1/faq_entries?order=na%00me'],
  ['GET', '/rest/v1/faq_entries?select=code,answer->a%00b'],
  ['GET', '/rest/v1/faq_entries?answer=eq.a%00b'],
  ['POST', '/rest/v1/faq_entries?on_conflict=co%00de', '[{"code":"x"}]'],
  ['POST', '/rest/v1/faq_entries', `{"${nul}":1}`],
  ['POST', '/rest/v1/faq_entries', `{"code":"${nul}"}`],
  ['POST', '/rest/v1/rpc/quote_cart', `{"p_lines":[{"${nul}":1}]}`],
  ['GET', '/auth/v1/admin/users?filter=a%00b'],
  ['POST', '/auth/v1/signup', `{"email":"${nul}@b.no","password":"x"}`],
  ['GET', '/storage/v1/bucket/a%00b'],
  ['GET', '/storage/v1/object/public/a%00b/x'],
  ['POST', list, `{"prefix":"${nul}"}`],
  ['POST', '/storage/v1/object/sign/drafts', `{"paths":["${nul}"],"expiresIn":10}`],
  ['DELETE', '/storage/v1/object/drafts', `{"prefixes":["${nul}"]}`],
  [
    'POST',
    '/storage/v1/object/move',
    `{"bucketId":"drafts","sourceKey":"${nul}","destinationKey":"c"}`,
  ],
  [
    'POST',
    '/realtime/v1/api/broadcast',
    `{"messages":[{"topic":"${nul}","event":"e","payload":{},"private":true}]}`,
  ],
];

test(
  'text with the character NUL is the caller’s fault at every door',
  { skip: hostedSkips },
  async () => {
    for (const [method, path, body] of withNul) {
      assert.match(await ask(method, path, body), /^400 /, `${method} ${path} ${body}`);
    }
    assert.deepEqual(logged, []);
  },
);

test('REST says of NUL what Postgres says of it', { skip: hostedSkips }, async () => {
  const [, answer = ''] =
    /^400 (.*)/.exec(await ask('GET', '/rest/v1/faq_entries?n%00=eq.1')) ?? [];
  assert.deepEqual(JSON.parse(answer), {
    code: '22021',
    message: 'invalid byte sequence for encoding "UTF8": 0x00',
    details: null,
    hint: null,
  });
});

const tooDeep: readonly (readonly [path: string, body: (json: string) => string])[] = [
  ['/rest/v1/rpc/quote_cart', (json) => `{"p_lines":${json}}`],
  ['/rest/v1/faq_entries', (json) => `[{"code":${json}}]`],
  ['/auth/v1/admin/users', (json) => `{"email":"deep@b.no","user_metadata":{"a":${json}}}`],
  [list, (json) => `{"prefix":"","x":${json}}`],
  [
    '/realtime/v1/api/broadcast',
    (json) => `{"messages":[{"topic":"t","event":"e","payload":{"a":${json}}}]}`,
  ],
];

test(
  'JSON that nests without end is refused in plain words at every door',
  { skip: hostedSkips },
  async () => {
    for (const [path, bodyWith] of tooDeep) {
      for (const json of [nested(20_000), deep(9_000), nested(400_000)]) {
        const answer = await ask('POST', path, bodyWith(json));
        assert.match(answer, /^400 .*nested too deeply/i, path);
        assert.doesNotMatch(answer, /max_stack_depth/);
      }
    }
    for (const levels of [600, 1_000, 3_000]) {
      const answer = await ask('GET', `/rest/v1/faq_entries?and=${logic(levels)}`);
      assert.match(answer, /^400 .*nested too deeply/i);
    }
    assert.deepEqual(logged, []);
  },
);

test(
  'what is nested as people nest it passes, and brackets in text do not count',
  { skip: hostedSkips },
  async () => {
    const text = JSON.stringify('[{("'.repeat(5_000));
    assert.match(await ask('POST', list, `{"prefix":"","x":${text}}`), /^200 /);
    assert.match(await ask('POST', list, `{"prefix":"","x":${deep(500)}}`), /^200 /);
    assert.match(await ask('GET', `/rest/v1/faq_entries?and=${logic(20)}`), /^200 /);
    const quoted = encodeURIComponent(`"${'('.repeat(800)}"`);
    assert.match(await ask('GET', `/rest/v1/faq_entries?code=in.(${quoted})`), /^200 /);
  },
);
