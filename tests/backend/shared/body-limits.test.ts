import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { createClient } from '@supabase/supabase-js';
import { hostedSkips } from '../../support/hosted/contract.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';

const skip = { skip: hostedSkips };
/** Far above each limit, far below what would fill a machine's memory. */
const patienceBytes = 100_000_000;

let backend: TestBackend;
before(async () => {
  backend = await startTestBackend();
  const storage = createClient(backend.url, backend.secretKey).storage;
  await storage.createBucket('small', { public: false, fileSizeLimit: 1000 });
});
after(() => backend.stop());

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly connection: string | undefined;
  /** Whether the answer came although the body had not ended. */
  readonly isEarly: boolean;
}

function open(agent: http.Agent, method: string, path: string, headers = {}): http.ClientRequest {
  return http.request(`${backend.url}${path}`, {
    agent,
    method,
    headers: {
      apikey: backend.secretKey,
      authorization: `Bearer ${backend.secretKey}`,
      'content-type': 'application/json',
      ...headers,
    },
  });
}

function replyTo(request: http.ClientRequest): Promise<Reply> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      const isEarly = !request.writableEnded;
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, body, isEarly, connection: headers.connection });
      });
    });
  });
}

/** Goes on sending until it hears an answer. */
async function sendWithoutEnd(agent: http.Agent, path: string, headers = {}): Promise<Reply> {
  const request = open(agent, 'POST', path, headers);
  let sent = 0;
  const chunk = Buffer.alloc(65_536, 'x');
  const send = () => {
    while (!request.destroyed && !request.writableEnded && sent < patienceBytes) {
      sent += chunk.length;
      if (!request.write(chunk)) return void request.once('drain', send);
    }
    if (!request.destroyed && !request.writableEnded) request.end();
  };
  const reply = replyTo(request);
  send();
  return reply;
}

/** By `fetch`, which keeps connections of its own. */
const asked = (path: string, body: Buffer<ArrayBuffer> | null = null) =>
  fetch(`${backend.url}${path}`, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      apikey: backend.secretKey,
      authorization: `Bearer ${backend.secretKey}`,
      'content-type': 'application/octet-stream',
    },
    body,
  });

const get = (agent: http.Agent, path: string) => {
  const request = open(agent, 'GET', path);
  request.end();
  return replyTo(request);
};

async function withAgent(run: (agent: http.Agent) => Promise<void>): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  try {
    await run(agent);
  } finally {
    agent.destroy();
  }
}

const doors: readonly (readonly [path: string, statusAndWord: RegExp, contentType?: string])[] = [
  ['/rest/v1/faq_entries', /^413 .*larger than 1000000 bytes/],
  ['/auth/v1/token?grant_type=password', /^413 .*request_too_large/],
  ['/auth/v1/no-such-route', /^404 /],
  ['/storage/v1/object/drafts/large.bin', /^400 .*EntityTooLarge/, 'application/octet-stream'],
  ['/storage/v1/object/list/drafts', /^400 .*EntityTooLarge/],
  ['/realtime/v1/api/broadcast', /^413 .*Payload size/],
  ['/functions/v1/ingest', /^413 /],
  ['/_local/pay', /^413 .*larger than/, 'application/x-www-form-urlencoded'],
  ['/_local/sentry/api/1/envelope/', /^413 .*larger than/],
  ['/_local/emails', /^413 .*larger than/],
  ['/nowhere', /^404 /],
];

for (const [path, expected, contentType = 'application/json'] of doors) {
  test(`a body without end is refused at ${path}, and the next requests work`, skip, () =>
    withAgent(async (agent) => {
      const reply = await sendWithoutEnd(agent, path, { 'content-type': contentType });
      assert.match(`${reply.status} ${reply.body}`, expected);
      assert.equal(reply.isEarly, true, 'answered only after everything was sent');
      assert.equal(reply.connection, 'close');
      for (const _ of [1, 2]) assert.equal((await get(agent, '/storage/v1/status')).status, 200);
    }),
  );
}

// Sizes that leave a rest in the socket's buffers, where the client has sent everything.
for (const bytes of [70_000, 200_000, 1_000_000, 3_000_000, 25_000_000]) {
  test(`after a refused upload of ${bytes} bytes the next two requests work`, skip, () =>
    withAgent(async (agent) => {
      const path = '/storage/v1/object/small/large.bin';
      for (const _ of [1, 2]) {
        const upload = open(agent, 'POST', path, { 'content-type': 'application/octet-stream' });
        upload.end(Buffer.alloc(bytes));
        assert.match((await replyTo(upload)).body, /EntityTooLarge/);
        for (const __ of [1, 2]) assert.equal((await get(agent, '/rest/v1/none')).status, 404);
        const refused = await asked(path, Buffer.alloc(bytes));
        assert.match(await refused.text(), /EntityTooLarge/);
        for (const __ of [1, 2]) assert.equal((await asked('/rest/v1/none')).status, 404);
      }
    }),
  );
}

test(
  'a request that is refused without its body being read leaves its connection usable',
  skip,
  () =>
    withAgent(async (agent) => {
      for (const _ of [1, 2, 3]) {
        const request = open(agent, 'POST', '/rest/v1/faq_entries', { apikey: 'wrong' });
        request.end(Buffer.alloc(3_000_000, 'x'));
        assert.equal((await replyTo(request)).status, 401);
        assert.equal((await get(agent, '/storage/v1/status')).status, 200);
      }
    }),
);
