import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
  service,
} from '../../support/database.ts';
import {
  buy,
  confirmOrder,
  findBrokenInvariants,
  letTimeToPayPass,
  line,
} from '../../support/data/orders.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

const runJobs = () =>
  database.keepAs(service, async (sql) => {
    const rows = await sql<
      { done: Record<string, unknown> }[]
    >`select public.run_due_jobs() as done`;
    assert.ok(rows[0]);
    return rows[0].done;
  });

async function place(code: string | null = null) {
  const lines = [await line(database.sql, 'KNOB-SILVER')];
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines, code }));
  assert.equal(await confirmOrder(database.sql, order.id), null);
  return order;
}

describe('run_due_jobs', () => {
  test('has a minute by the API, where others have seconds', async () => {
    const [row] = await database.sql<{ settings: string[] }[]>`
      select proconfig as settings from pg_proc where oid = 'public.run_due_jobs()'::regprocedure`;
    assert.ok(row?.settings.includes('statement_timeout=60s'));
  });

  test('ends what was not paid in time, frees its goods and its code, and says so', async () => {
    const order = await place('WELCOME10');
    await letTimeToPayPass(database.sql, order.id);
    const done = await runJobs();
    assert.equal(done['expired_orders'], 1);
    const [row] = await database.sql`
      select status::text, (select used_count from public.discount_codes where code = 'WELCOME10') as used,
        (select count(*)::int from public.outbox where dedupe_key = ${`order_expired:${order.id}:expired`}) as mails
      from public.order_records where id = ${order.id}`;
    assert.deepEqual({ ...row }, { status: 'expired', used: 0, mails: 1 });
  });

  test('run many times at once does each thing once', async () => {
    const orders: string[] = [];
    for (let count = 0; count < 5; count += 1) orders.push((await place()).id);
    for (const id of orders) await letTimeToPayPass(database.sql, id);
    const done = await Promise.all(Array.from({ length: 8 }, runJobs));
    const ended = done.reduce((sum, each) => sum + Number(each['expired_orders'] ?? 0), 0);
    assert.equal(ended, 5);
    const again = await runJobs();
    assert.equal(again['expired_orders'], 0);
  });

  test('forgets designs of guests that nobody came back to, and events after their year', async () => {
    const old = "now() - interval '181 days'";
    const [made] = await database.sql<{ ids: string[] }[]>`
      with made as (
        insert into public.designs (owner_id, name, visibility, design, layout)
        select case n when 4 then ${personId('first')}::uuid end, 'Guest ' || n,
          (case n when 3 then 'public' when 2 then 'unlisted' else 'private' end)::public.design_visibility, '{}', '65'
        from generate_series(1, 5) n returning id, name
      ) select array_agg(id::text order by name) as ids from made`;
    const ids = made?.ids ?? [];
    const [, , shown, owned, fresh] = ids;
    await database.sql.unsafe(`
      alter table public.designs disable trigger all;
      update public.designs set updated_at = ${old} where id = any ('{${ids.slice(0, 4).join()}}');
      alter table public.designs enable trigger all;
      insert into public.analytics_events (insert_id, name, device_id, happened_at, received_at)
      values ('event-of-old', 'session_start', 'd', now(), now() - interval '401 days'),
        ('event-of-now', 'session_start', 'd', now(), now())`);
    await runJobs();
    const [row] = await database.sql`
      select (select array_agg(id::text order by name) from public.designs where id = any (${ids}::uuid[])) as designs,
        (select array_agg(insert_id) from public.analytics_events where insert_id like 'event-of-%') as events`;
    assert.deepEqual({ ...row }, { designs: [shown, owned, fresh], events: ['event-of-now'] });
  });

  test('a run that is cut off half-way leaves nothing half done', async () => {
    const order = await place();
    await letTimeToPayPass(database.sql, order.id);
    await assert.rejects(
      database.keepAs(service, async (sql) => {
        await sql`select public.run_due_jobs()`;
        await sql`select pg_terminate_backend(pg_backend_pid())`.catch(() => {});
        throw new Error('cut off');
      }),
    );
    const [row] =
      await database.sql`select status::text from public.order_records where id = ${order.id}`;
    assert.equal(row?.['status'], 'awaiting_payment');
    assert.equal((await runJobs())['expired_orders'], 1);
  });

  test('reminds once, a day before the time to pay ends', async () => {
    const order = await place();
    await database.sql`
      update public.order_records set placed_at = now() - interval '2 days', pay_by = now() + interval '20 hours'
      where id = ${order.id}`;
    assert.equal((await runJobs())['reminders'], 1);
    assert.equal((await runJobs())['reminders'], 0);
  });

  test('nobody but the service may call it', async () => {
    for (const caller of [anonymous, person('owner')]) {
      const refusal = await refusalOf(
        database.as(caller, (sql) => sql`select public.run_due_jobs()`),
      );
      assert.equal(refusal.code, '42501');
    }
  });
});
