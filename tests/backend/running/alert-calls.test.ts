/** Trouble of a running shop reaches whoever should hear of it: by address, by mail and by webhook. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { clearAlerts, failBuild } from '../../support/data/alerts.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';

let backend: TestBackend;
let sql: Sql;
let chat: Server;
let status = 200;
const said: string[] = [];

before(async () => {
  chat = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      said.push((JSON.parse(Buffer.concat(chunks).toString()) as { readonly text: string }).text);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
  const { port } = chat.address() as AddressInfo;
  process.env['ALERT_WEBHOOK_URL'] = `http://127.0.0.1:${port}/hook`;
  backend = await startTestBackend({});
  sql = postgres(backend.databaseUrl, { max: 1, onnotice() {} });
  await sql`update private.alert_rules set roles = '{owner,editor}' where code = 'build_failed'`;
  await sql`update private.alert_rules set roles = '{}', calls = false where code <> 'build_failed'`;
});
after(async () => {
  delete process.env['ALERT_WEBHOOK_URL'];
  await sql?.end();
  await backend?.stop();
  chat?.close();
});

const health = (query = '') => fetch(`${backend.url}/functions/v1/health${query}`);
const runJobs = async () => {
  const answer = await fetch(`${backend.url}/functions/v1/run-jobs`, {
    method: 'POST',
    headers: { apikey: backend.secretKey },
  });
  return (await answer.json()) as { readonly alerts: Record<string, unknown> };
};

test('anyone may ask whether API and jobs work, and hears of nothing else', async () => {
  await sql`delete from private.job_turns`;
  const fresh = await health();
  assert.equal(fresh.status, 200);
  assert.deepEqual(await fresh.json(), {
    status: 'ok',
    api: 'ok',
    database: 'ok',
    jobs: 'never',
  });
  assert.equal((await health('?of=jobs')).status, 503);
  await runJobs();
  assert.equal((await health('?of=jobs')).status, 200);
  await sql`update private.job_turns set ran_at = now() - interval '16 minutes'`;
  assert.equal((await health('?of=jobs')).status, 503);
  assert.equal((await health()).status, 200);
});

test('a failed build is told in the chat once it listens, and by mail, each once', async () => {
  await clearAlerts(sql);
  said.length = 0;
  await failBuild(sql);
  status = 500;
  assert.match(String((await runJobs()).alerts['failed']), /answered 500/);
  status = 200;
  await sql`update private.alerts set call_after = now()`;
  assert.deepEqual((await runJobs()).alerts, { called: 1 });
  assert.deepEqual((await runJobs()).alerts, { called: 0 });
  assert.equal(said.length, 2, 'refused once, taken once');
  assert.match(said[1] ?? '', /Publishing: The last build failed/);
  const told = (await backend.emails()).filter(({ text }) =>
    text.includes('The last build failed'),
  );
  assert.deepEqual(told.map(({ to }) => to).toSorted(), [
    'editor@keywright.test',
    'owner@keywright.test',
  ]);
});

test('each run leaves one line of JSON, with counts and without anybody’s address', async () => {
  const text = await readFile(path.join(backend.dataFolder, 'events.jsonl'), 'utf8');
  const events = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const runs = events.filter(({ place, event }) => place === 'run-jobs' && event === 'run');
  assert.ok(runs.length >= 4, `${runs.length}`);
  assert.ok(runs.some((run) => run['alerts.called'] === 1));
  assert.ok(runs.some((run) => run['alerts.failed'] === true));
  assert.doesNotMatch(text, /@/);
});
