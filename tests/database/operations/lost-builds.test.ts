import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { openTestDatabase } from '../../support/database.ts';

const database = openTestDatabase();

async function plant(status: string, minutesAgo: number, log = ''): Promise<string> {
  const [row] = await database.sql<{ id: string }[]>`
    insert into public.publish_requests (status, started_at, log)
    values (${status}, now() - make_interval(mins => ${minutesAgo}), ${log}) returning id`;
  assert.ok(row);
  return row.id;
}

async function stateOf(id: string) {
  const [row] = await database.sql<{ status: string; log: string; finished_at: Date | null }[]>`
    select status, log, finished_at from public.publish_requests where id = ${id}`;
  assert.ok(row);
  return row;
}

const runJobs = () => database.sql`select private.run_due_jobs()`;

describe('builds of builders that never came back', () => {
  afterEach(() => database.sql`truncate public.publish_requests`);

  test('one that reported nothing for 45 minutes is failed and says why, a younger one goes on', async () => {
    const lost = await plant('running', 46, 'The build begins.');
    const young = await plant('running', 44);
    await runJobs();
    const { status, log, finished_at: finishedAt } = await stateOf(lost);
    assert.equal(status, 'failed');
    assert.ok(finishedAt);
    assert.match(log, /^The build begins\.\nThe builder has reported nothing .* Publish again\.$/);
    assert.equal((await stateOf(young)).status, 'running');
  });

  test('a log as long as one may be leaves room for the sentence', async () => {
    const lost = await plant('running', 60, 'x'.repeat(200_000));
    await runJobs();
    const { status, log } = await stateOf(lost);
    assert.equal(status, 'failed');
    assert.match(log, /Publish again\.$/);
  });

  test('one that waits is left alone: it will contain everything whenever it starts', async () => {
    const [row] = await database.sql<{ id: string }[]>`
      insert into public.publish_requests (requested_at) values (now() - interval '2 days') returning id`;
    await runJobs();
    assert.equal((await stateOf(row?.id ?? '')).status, 'queued');
  });

  test('a builder’s log is a link with TLS or nothing', async () => {
    for (const url of ['javascript:alert(1)', 'http://logs.test/1', 'https://logs.test/a b']) {
      const refused = database.sql`insert into public.publish_requests (log_url) values (${url})`;
      await assert.rejects(refused, /check constraint/, url);
    }
    await database.sql`insert into public.publish_requests (log_url) values ('https://logs.test/1')`;
  });
});
