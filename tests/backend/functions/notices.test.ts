import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { startPushService, type PushService } from '../../support/notices/push-service.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';
import { makePushReader, type PushReader } from '../../support/notices/push-reader.ts';

let backend: TestBackend;
let pushes: PushService;
let sql: Sql;
before(async () => {
  backend = await startTestBackend({});
  pushes = await startPushService();
  sql = postgres(backend.databaseUrl, { max: 2, onnotice() {} });
});
after(async () => {
  await sql.end();
  await pushes.stop();
  await backend.stop();
});
beforeEach(async () => {
  pushes.answer(201);
  pushes.posted.length = 0;
  await sql`delete from private.browsers`;
});

async function runJobs(): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> {
  const answer = await fetch(`${backend.url}/functions/v1/run-jobs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${backend.secretKey}` },
  });
  assert.equal(answer.status, 200);
  return (await answer.json()) as Record<string, Record<string, unknown>>;
}

/** As if it had asked; its push service stands on this machine, which the database would refuse. */
async function addNotice(
  changes: { publicKey?: string; endpoint?: string } = {},
): Promise<PushReader> {
  const reader = makePushReader();
  const endpoint = changes.endpoint ?? `${pushes.url}/wpush/v2/${randomUUID()}`;
  const payload = {
    about: 'updates',
    product_title: 'Saltmarsh',
    url: 'sample',
    title: 'A sample',
    summary: 'It came.',
  };
  await sql`
    with one as (
      insert into private.browsers (endpoint, public_key, secret)
      values (${endpoint}, ${changes.publicKey ?? reader.publicKey}, ${reader.secret}) returning id)
    insert into private.notices (browser_id, kind, fact, payload)
    select id, 'product_update', ${randomUUID()}, ${sql.json(payload)} from one`;
  return reader;
}

const left = async () =>
  (
    await sql<{ said: string }[]>`
    select coalesce(n.last_error, '') || case when n.sent_at is null then ' waits' else 'sent' end as said
    from private.browsers b left join private.notices n on n.browser_id = b.id`
  ).map(({ said }) => said);

describe('the jobs', () => {
  test('make the keys of the shop once, by themselves, and keep them', async () => {
    await sql`delete from private.notice_keys`;
    await runJobs();
    const keys = await sql`select public_key from private.notice_keys`;
    assert.equal(keys.length, 1);
    await runJobs();
    assert.deepEqual(await sql`select public_key from private.notice_keys`, keys);
  });

  test('send a notice that its browser can read, once, however many run', async () => {
    const reader = await addNotice();
    await Promise.all(Array.from({ length: 4 }, () => runJobs()));
    const [posted, ...others] = pushes.posted;
    assert.ok(posted);
    assert.equal(others.length, 0);
    const { title, url } = JSON.parse(reader.open(posted.body)) as { title: string; url: string };
    assert.equal(title, 'Saltmarsh: A sample');
    assert.match(url, /\/updates\/sample$/);
    const [{ key } = { key: '' }] = await sql<{ key: string }[]>`
      select public_key as key from private.notice_keys`;
    assert.ok(posted.headers.authorization?.endsWith(`, k=${key}`));
    assert.deepEqual(await left(), ['sent']);
  });

  test('forget a browser that its push service has forgotten, or whose key is none', async () => {
    pushes.answer(410);
    await addNotice();
    assert.equal((await runJobs())['notices']?.['gone'], 1);
    assert.deepEqual(await left(), []);
    await addNotice({ publicKey: `B${'A'.repeat(86)}` });
    assert.equal((await runJobs())['notices']?.['gone'], 1);
    assert.deepEqual(await left(), []);
  });

  test('keep for later what a push service does not take now, and call nobody inside the network', async () => {
    pushes.answer(429);
    await addNotice();
    assert.equal((await runJobs())['notices']?.['failing'], 1);
    assert.deepEqual(await left(), ['It answered 429 waits']);
    pushes.answer(201);
    await runJobs();
    assert.deepEqual(await left(), ['It answered 429 waits'], 'not at once');
    await sql`update private.notices set send_after = now()`;
    await runJobs();
    assert.deepEqual(await left(), ['sent']);
    await sql`delete from private.browsers`;
    await addNotice({ endpoint: 'https://metadata.internal/one' });
    await runJobs();
    assert.deepEqual(await left(), ['Its address must not be called waits']);
  });
});
