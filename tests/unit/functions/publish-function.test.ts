import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeChanges } from '../../../scripts/publish-changes.ts';
import { createPublishDeps } from '../../../supabase/functions/publish/deps.ts';
import { handlePublish, type PublishDeps } from '../../../supabase/functions/publish/handler.ts';

const queued = {
  id: '6f0c',
  status: 'queued',
  requested_at: '2026-11-21T10:00:00Z',
  joined: false,
} as const;

function createDeps(changes: Partial<PublishDeps> = {}) {
  const calls: string[] = [];
  const deps: PublishDeps = {
    request: (token, note) => {
      calls.push(`request ${token} ${note}`);
      return Promise.resolve({ queued });
    },
    callBuilder: () => {
      calls.push('call');
      return Promise.resolve(null);
    },
    markFailed: (id) => Promise.resolve(void calls.push(`failed ${id}`)),
    ...changes,
  };
  return { deps, calls };
}

function post(body?: string): Request {
  return new Request('http://shop.test/publish', {
    method: 'POST',
    headers: { authorization: 'Bearer mine' },
    ...(body === undefined ? {} : { body }),
  });
}

describe('the function publish', () => {
  test('records the request as the caller’s and then calls the builder', async () => {
    const { deps, calls } = createDeps();
    const answer = await handlePublish(post('{"note":"New prices"}'), deps);
    assert.equal(answer.status, 202);
    assert.deepEqual(await answer.json(), queued);
    assert.deepEqual(calls, ['request Bearer mine New prices', 'call']);
    assert.equal((await handlePublish(post(), deps)).status, 202, 'without a body too');
  });

  test('passes a refusal on and changes nothing', async () => {
    const refusal = { code: 'PT403', hint: 'not_allowed', message: 'No.' };
    const { deps, calls } = createDeps({
      request: () => Promise.resolve({ queued: null, status: 403, refusal }),
    });
    const answer = await handlePublish(post(), deps);
    assert.deepEqual([answer.status, await answer.json()], [403, refusal]);
    assert.deepEqual(calls, []);
  });

  test('a builder that can’t be reached leaves a failed request, not one that waits for ever', async () => {
    const callBuilder = () => Promise.resolve('The builder answers 500.');
    const { deps, calls } = createDeps({ callBuilder });
    const answer = await handlePublish(post(), deps);
    assert.equal(answer.status, 502);
    const body: { hint?: string; message?: string } = await answer.json();
    assert.equal(body.hint, 'builder_unreachable');
    assert.match(body.message ?? '', /^The builder answers 500\. The site is as it was/);
    assert.equal(calls.at(-1), 'failed 6f0c');
  });

  test('a request that waits already is not ended by a second call that fails', async () => {
    const { deps, calls } = createDeps({
      request: () => Promise.resolve({ queued: { ...queued, joined: true } }),
      callBuilder: () => Promise.resolve('The builder could not be reached.'),
    });
    assert.equal((await handlePublish(post(), deps)).status, 202);
    assert.deepEqual(calls, []);
  });

  test('what is not understood is refused before anything is asked', async () => {
    const { deps, calls } = createDeps();
    for (const body of [
      '{',
      '[]'.replace('[]', 'null'),
      '{"note": 4}',
      `"${'x'.repeat(20_000)}"`,
    ]) {
      assert.equal((await handlePublish(post(body), deps)).status, 422, body.slice(0, 20));
    }
    const get = await handlePublish(new Request('http://shop.test/publish'), deps);
    assert.equal(get.status, 405);
    const asked = new Request('http://shop.test/publish', { method: 'OPTIONS' });
    assert.equal((await handlePublish(asked, deps)).status, 204);
    assert.deepEqual(calls, []);
  });

  test('asks the database as the caller, and writes with the secret key alone', async () => {
    const sent: [string, string | null, string | null][] = [];
    const environment = {
      SUPABASE_URL: 'http://api.test',
      SUPABASE_PUBLISHABLE_KEY: 'public',
      SUPABASE_SECRET_KEY: 'secret',
      DEPLOY_HOOK_URL: 'http://host.test/hook',
    };
    const deps = createPublishDeps(environment, (input, init) => {
      const headers = new Headers(init?.headers);
      sent.push([
        String(input).split('?')[0] ?? '',
        headers.get('apikey'),
        headers.get('authorization'),
      ]);
      return Promise.resolve(Response.json(queued));
    });
    await handlePublish(post(), deps);
    assert.deepEqual(sent, [
      ['http://api.test/rest/v1/rpc/request_publish', 'public', 'Bearer mine'],
      ['http://host.test/hook', null, null],
    ]);
    await deps.markFailed('6f0c', 'Why');
    assert.deepEqual(sent.at(-1), ['http://api.test/rest/v1/publish_requests', 'secret', null]);
    const withoutHook = createPublishDeps({ ...environment, DEPLOY_HOOK_URL: '' });
    assert.equal(await withoutHook.callBuilder(), 'No builder is set.');
  });
});

test('a build says which pages are new, changed and gone', () => {
  const before = new Map([
    ['/', 'a'],
    ['/faq', 'b'],
    ['/old', 'c'],
  ]);
  const after = new Map([
    ['/', 'a2'],
    ['/faq', 'b'],
    ['/new', 'd'],
  ]);
  assert.equal(
    describeChanges(before, after),
    'Pages: 1 new, 1 changed, 1 gone.\n+ /new\n~ /\n- /old',
  );
  const many = new Map(Array.from({ length: 100 }, (_, page) => [`/p${page}`, 'x']));
  assert.match(describeChanges(new Map(), many), /^Pages: 100 new[\s\S]*… and 40 more$/);
});
