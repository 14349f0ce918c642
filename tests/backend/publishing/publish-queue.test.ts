import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { createPublishQueue, type PublishQueue } from '../../../scripts/publish-queue.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';

let shop: TestBackend;
let sql: Sql;
let queue: PublishQueue;
before(async () => {
  shop = await startTestBackend();
  sql = postgres(shop.databaseUrl, { max: 2, onnotice() {} });
  queue = createPublishQueue(shop.url, shop.secretKey);
});
after(async () => {
  await sql.end();
  await shop.stop();
});

async function add(status: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.publish_requests (status, log) values (${status}, 'before') returning id`;
  return row?.id ?? '';
}

const read = async (id: string) => {
  const [row] = await sql<{ status: string; log: string; build_id: string | null }[]>`
    select status, log, build_id from public.publish_requests where id = ${id}`;
  return row;
};

describe('the queue of builds', () => {
  afterEach(() => sql`truncate public.publish_requests`);

  test('gives one request to one of five builders', async () => {
    const id = await add('queued');
    const claims = await Promise.all(Array.from({ length: 5 }, () => queue.claim()));
    assert.deepEqual(
      claims.flatMap((claim) => claim?.id ?? []),
      [id],
    );
    assert.equal((await read(id))?.status, 'running');
    assert.equal(await queue.claim(), null);
  });

  test('a builder that says where its log is finds what it took though the answer was lost', async () => {
    const id = await add('queued');
    const logUrl = 'https://logs.test/runs/7';
    const send = globalThis.fetch;
    let lost = 0;
    globalThis.fetch = async (...asked) => {
      const answer = await send(...asked);
      if (lost > 0) return answer;
      lost += 1;
      throw new TypeError('The connection was cut.');
    };
    try {
      assert.equal((await queue.claim(logUrl))?.id, id);
    } finally {
      globalThis.fetch = send;
    }
    const [row] = await sql`select status, log_url from public.publish_requests where id = ${id}`;
    assert.deepEqual({ ...row }, { status: 'running', log_url: logUrl });
    assert.equal(await queue.claim('https://logs.test/runs/8'), null, 'a second run finds nothing');
  });

  test('keeps the end of a long log, and what came of the build', async () => {
    const id = await add('running');
    await queue.writeLog(id, `${'x'.repeat(300_000)} the end`);
    const log = (await read(id))?.log ?? '';
    assert.ok(log.length < 200_000 && log.endsWith(' the end'));
    await queue.finish(id, 'live', 'done');
    assert.deepEqual({ ...(await read(id)) }, { status: 'live', log: 'done', build_id: id });
    await queue.writeLog(id, 'too late');
    assert.equal((await read(id))?.log, 'done', 'an ended request is not written any more');
  });

  test('queues again what a killed builder left, and says so', async () => {
    const id = await add('running');
    await queue.requeueAbandoned();
    const row = await read(id);
    assert.equal(row?.status, 'queued');
    assert.match(row?.log ?? '', /^before\nThe builder was stopped/);
    assert.equal((await queue.claim())?.id, id);
  });

  test('ends what a killed builder left when another request waits already', async () => {
    const abandoned = await add('running');
    const waiting = await add('queued');
    await queue.requeueAbandoned();
    assert.equal((await read(abandoned))?.status, 'failed');
    assert.match((await read(abandoned))?.log ?? '', /Another request waits already/);
    assert.equal((await read(waiting))?.status, 'queued');
  });
});
