import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { openTestDatabase } from '../../support/database.ts';

const database = openTestDatabase();

class Undo extends Error {}
const undone = (run: (sql: TransactionSql) => Promise<void>) =>
  database.sql
    .begin(async (sql) => {
      await run(sql);
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}
const stepsOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];

describe('what is kept how long', () => {
  test('old rows go and younger ones stay, in every table that has a time', async () => {
    await undone(async (sql) => {
      await sql`set local session_replication_role = replica`;
      const names = ['old', 'young'] as const;
      const days = { old: 4000, young: 0 };
      const left: Record<string, unknown> = {};
      for (const name of names) {
        const at = sql`now() - make_interval(days => ${days[name]})`;
        await sql`insert into public.outbox (kind, dedupe_key, recipient, sent_at, created_at)
          values ('kept', ${`kept:${name}`}, 'a@b.test', ${at}, ${at})`;
        await sql`insert into public.outbox (kind, dedupe_key, recipient, created_at)
          values ('kept', ${`kept:waits:${name}`}, 'a@b.test', ${at})`;
        await sql`insert into public.audit_log (at, actor_role, action, table_name, row_id)
          values (${at}, 'owner', 'update', 'kept', ${name})`;
        await sql`insert into public.publish_requests (note, status, requested_at, finished_at)
          values (${name}, 'live', ${at}, ${at})`;
        await sql`insert into private.call_keys (caller, key, request_hash, created_at)
          values (${name}, gen_random_uuid(), 'kept', ${at})`;
        await sql`insert into private.guesses (what, bucket, at) values ('kept', ${name}, ${at})`;
        await sql`insert into public.analytics_events (insert_id, name, happened_at, received_at)
          values (${`kept-${name}-event`}, 'kept', ${at}, ${at})`;
        await sql`insert into private.visit_steps (step, device_id, session_id, day)
          values ('kept', ${name}, 1, (${at})::date)`;
      }
      await sql`select private.sweep_old_rows()`;
      for (const [what, query] of Object.entries({
        mails: sql`select dedupe_key as name from public.outbox where kind = 'kept' order by 1`,
        log: sql`select row_id as name from public.audit_log where table_name = 'kept'`,
        publishings: sql`select note as name from public.publish_requests where note in ('old', 'young')`,
        keys: sql`select caller as name from private.call_keys where request_hash = 'kept'`,
        guesses: sql`select bucket as name from private.guesses where what = 'kept'`,
        events: sql`select insert_id as name from public.analytics_events where name = 'kept'`,
        visits: sql`select device_id as name from private.visit_steps where step = 'kept'`,
      }))
        left[what] = (await query).map((row) => row['name'] as string);
      assert.deepEqual(left, {
        mails: ['kept:waits:old', 'kept:waits:young', 'kept:young'],
        log: ['young'],
        publishings: ['young'],
        keys: ['young'],
        guesses: ['young'],
        events: ['kept-young-event'],
        visits: ['young'],
      });
    });
  });

  test('a turn takes the oldest and leaves the rest to the next', async () => {
    await undone(async (sql) => {
      await sql`insert into private.guesses (what, bucket, at)
        select 'kept', 'many', now() - make_interval(days => 2, secs => n) from generate_series(1, 5003) n`;
      const count = async () => {
        await sql`select private.sweep_old_rows()`;
        const [row] = await sql<{ left: number; secs: number }[]>`
          select count(*)::int as left, max(extract(epoch from now() - interval '2 days' - at))::int as secs
          from private.guesses where what = 'kept'`;
        return [row?.left, row?.secs];
      };
      assert.deepEqual(await count(), [3, 3]);
      assert.deepEqual(await count(), [0, null]);
    });
  });

  test('no sweep reads a whole table', async () => {
    await undone(async (sql) => {
      await sql`set local enable_seqscan = off`;
      await sql`set local enable_bitmapscan = off`;
      const rules = await sql<{ name: string; query: string; table: string }[]>`
        select r.name, private.sweep_query(r) as query, c.relname as table
        from private.retention r join pg_class c on c.oid = r.rows_of where r.keeps is not null`;
      assert.ok(rules.length > 8);
      for (const { name, query, table } of rules) {
        const [row] = await sql.unsafe<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>(
          `explain (format json) ${query}`,
        );
        const steps = stepsOf(row?.['QUERY PLAN'][0].Plan ?? { 'Node Type': '' });
        const scans = steps.filter((step) => step['Relation Name'] === table);
        const kinds = scans.map((step) => step['Node Type']);
        assert.ok(!kinds.includes('Seq Scan'), `${name}: ${kinds.join()}`);
        assert.ok(!steps.some((step) => step['Node Type'] === 'Sort'), `${name} sorts`);
      }
    });
  });

  test('books and what belongs to an order are never swept', async () => {
    const rules = await database.sql<{ table: string }[]>`
      select rows_of::text as table from private.retention where keeps is null`;
    const kept = new Set(rules.map(({ table }) => table));
    for (const table of ['public.payments', 'public.order_entries', 'private.payment_events'])
      assert.ok(kept.has(table) || kept.has(table.replace('public.', '')), table);
    const [log] = await database.sql<{ long: boolean }[]>`
      select keeps >= interval '10 years' as long from private.retention where name = 'audit log'`;
    assert.ok(log?.long);
  });
});
