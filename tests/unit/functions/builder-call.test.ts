/** Against a stand-in for GitHub's API that refuses, fails, hangs and hears twice. */
import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createBuilderCall } from '../../../supabase/functions/publish/builder.ts';

interface Heard {
  readonly address: string;
  readonly token: string;
  readonly body: string;
}

let api: http.Server;
let url = '';
let heard: Heard[] = [];
/** One for each call; the last goes on for ever, and 0 leaves without an answer. */
let statuses: number[] = [204];

before(async () => {
  api = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const address = `${request.method} ${request.url}`;
      heard.push({ address, token: request.headers.authorization ?? '', body });
      const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 204;
      if (status === 0) return void request.socket.destroy();
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
after(() => api.close());
beforeEach(() => {
  heard = [];
  statuses = [204];
});

const call = (more: Record<string, string> = {}, send?: typeof fetch) =>
  createBuilderCall(
    {
      BUILDER_REPOSITORY: 'maker/shop',
      BUILDER_TOKEN: 'of-the-builder',
      BUILDER_API_URL: `${url}/`,
      ...more,
    },
    send,
  )();

describe('calling the workflow that builds', () => {
  test('starts the workflow on its branch, with the token that may do nothing else', async () => {
    assert.equal(await call(), null);
    assert.deepEqual(heard, [
      {
        address: 'POST /repos/maker/shop/actions/workflows/publish.yml/dispatches',
        token: 'Bearer of-the-builder',
        body: '{"ref":"main"}',
      },
    ]);
    await call({ BUILDER_WORKFLOW: 'site.yml', BUILDER_BRANCH: 'live' });
    assert.match(heard[1]?.address ?? '', /workflows\/site\.yml\/dispatches$/);
    assert.equal(heard[1]?.body, '{"ref":"live"}');
  });

  test('says which setting is wrong where the answer tells, and does not ask a second time', async () => {
    for (const [status, setting] of [
      [401, /BUILDER_TOKEN/],
      [403, /BUILDER_TOKEN/],
      [404, /BUILDER_REPOSITORY and BUILDER_WORKFLOW/],
      [422, /BUILDER_BRANCH/],
    ] as const) {
      statuses = [status];
      heard = [];
      const problem = await call();
      assert.match(problem ?? '', setting);
      assert.ok(!problem?.includes('of-the-builder'), 'no secret is told');
      assert.equal(heard.length, 1);
    }
  });

  test('asks once more after a failure, a limit or a cut connection', async () => {
    for (const status of [500, 503, 429, 0]) {
      statuses = [status, 204];
      heard = [];
      assert.equal(await call(), null, String(status));
      assert.equal(heard.length, 2);
    }
    statuses = [500];
    assert.equal(await call(), 'The builder answers 500.');
    statuses = [0];
    assert.equal(await call(), 'The builder could not be reached.');
  });

  test('an answer that never comes is given up, twice', async () => {
    let asked = 0;
    const hangs: typeof fetch = (_, init) => {
      asked += 1;
      assert.ok(init?.signal, 'it has an end');
      return Promise.reject(new DOMException('The operation timed out.', 'TimeoutError'));
    };
    assert.equal(await call({}, hangs), 'The builder could not be reached.');
    assert.equal(asked, 2);
  });

  test('without a workflow the deploy hook is called, and without either it says so', async () => {
    const hook = { BUILDER_TOKEN: '', DEPLOY_HOOK_URL: `${url}/hook` };
    assert.equal(await call(hook), null);
    assert.deepEqual(heard, [{ address: 'POST /hook', token: '', body: '' }]);
    assert.equal(await call({ BUILDER_TOKEN: '' }), 'No builder is set.');
    assert.equal(await call({ BUILDER_REPOSITORY: '../../users' }), 'No builder is set.');
  });
});
