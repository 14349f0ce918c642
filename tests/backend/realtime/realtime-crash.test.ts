import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestCluster, type TestCluster } from '../../support/cluster.ts';
import {
  newTopic,
  startTestRealtime,
  subscribe,
  until,
  type TestRealtime,
} from '../../support/realtime-backend.ts';

let cluster: TestCluster;
let realtime: TestRealtime;
const shared = process.env['KEYWRIGHT_TEST_CLUSTER'];

before(async () => {
  // A cluster of its own, because this one is killed.
  cluster = await startTestCluster();
  process.env['KEYWRIGHT_TEST_CLUSTER'] = cluster.url;
  realtime = await startTestRealtime();
});
after(async () => {
  try {
    await realtime.stop();
  } finally {
    if (shared === undefined) delete process.env['KEYWRIGHT_TEST_CLUSTER'];
    else process.env['KEYWRIGHT_TEST_CLUSTER'] = shared;
    // Whatever failed before: a Postgres that is left keeps this file from ending.
    await cluster.stop();
  }
});

test('when Postgres is killed, open windows hear of changes again as soon as it is back', async () => {
  const { sql } = realtime;
  await sql.unsafe(`
    create table public.open_counts (id int primary key, count int not null);
    insert into public.open_counts values (1, 0);
    grant select on public.open_counts to anon;
    alter publication supabase_realtime add table public.open_counts;`);
  await until(async () => {
    const triggers = await sql`
      select from pg_trigger where tgrelid = 'public.open_counts'::regclass`;
    return triggers.length > 0;
  });
  const heard: unknown[] = [];
  const channel = realtime
    .client()
    .channel(newTopic())
    .on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'open_counts' }, (change) =>
      heard.push(change),
    )
    .on('broadcast', { event: 'told' }, (message) => heard.push(message));
  assert.equal(await subscribe(channel), 'Subscribed to PostgreSQL');
  const change = () => sql`update public.open_counts set count = count + 1`;
  await change();
  await until(() => heard.length === 1);

  for (const round of [1, 2]) {
    let pid = 0;
    // It may be back for others before this connection is.
    await until(
      async () => {
        const [row] = await sql<{ pid: string }[]>`
          select split_part(pg_read_file('postmaster.pid'), E'\n', 1) as pid`.catch(() => []);
        pid = Number(row?.pid ?? 0);
        return pid > 0;
      },
      () => [round, realtime.log.slice(-3)],
      30_000,
    );
    process.kill(pid, 'SIGKILL');
    const before = heard.length;
    await until(
      async () => {
        await change().catch(() => {});
        return heard.length > before;
      },
      () => [round, realtime.log.slice(-3)],
      30_000,
    );
    assert.equal(channel.state, 'joined');
  }
});
