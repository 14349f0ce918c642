import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clockOf } from '../../../src/features/shop-check/model/clock-report.ts';
import type { Given } from '../../../src/shared/backend/given.ts';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  rolledBack,
} from '../../support/database.ts';

const database = openTestDatabase();

/** What an owner is told after `planted` was done to the shop. */
async function reportAfter(planted: string) {
  const data = await rolledBack(database.sql, person('owner'), async (sql) => {
    await sql`reset role`;
    await sql.unsafe(planted);
    await sql`set local role authenticated`;
    const [row] = await sql<
      { report: Given<'clock_report'> }[]
    >`select public.clock_report() as report`;
    return row?.report;
  });
  assert.ok(data);
  const report = clockOf(data);
  return report;
}

describe('clock_report', () => {
  test('before anything ran it says so', async () => {
    const report = await reportAfter('delete from private.job_turns');
    assert.deepEqual([report.ranAt, report.jobs], [null, []]);
  });

  test('a run is told job by job, and one that fails with why and since when', async () => {
    const report = await reportAfter(`
      select private.run_due_jobs();
      select private.note_job_turns('{"orders_failed": "planted"}')`);
    assert.ok(report.ranAt);
    assert.equal(report.jobs.length, 12);
    const [first, ...others] = report.jobs;
    assert.deepEqual(
      [first?.words, first?.problem],
      ['Ending orders that were not paid', 'planted'],
    );
    assert.ok(first?.workedAt, 'it worked the time before');
    assert.ok(others.every(({ problem, workedAt }) => problem === '' && workedAt !== null));
  });

  test('every job that can fail has a name here', async () => {
    const [row] = await database.sql<{ body: string; named: string }[]>`
      select (select prosrc from pg_proc where proname = 'run_due_jobs' and pronamespace = 'private'::regnamespace) as body,
        (select prosrc from pg_proc where proname = 'note_job_turns') as named`;
    const jobs = [...(row?.body ?? '').matchAll(/'(\w+)_failed'/g)].map(([, job]) => job ?? '');
    assert.ok(jobs.length >= 10);
    for (const job of jobs) assert.ok(row?.named.includes(`'${job}'`), job);
  });

  test('what comes next is counted, soonest first, and names nobody', async () => {
    const report = await reportAfter(`
      insert into public.outbox (kind, dedupe_key, recipient, send_after)
      select 'planted', 'planted-' || n, 'canary@people.test', now() - interval '1 minute' from generate_series(1, 2) n`);
    const [first] = report.next;
    assert.match(first?.words ?? '', /^\d+ e-mails are due$/);
    assert.deepEqual(
      report.next.map(({ at }) => at),
      report.next.map(({ at }) => at).toSorted(),
    );
    assert.ok(!JSON.stringify(report).includes('canary'));
  });

  test('nobody but an owner is told', async () => {
    const ask = (name: Parameters<typeof person>[0]) =>
      refusalOf(database.as(person(name), (sql) => sql`select public.clock_report()`));
    for (const name of ['editor', 'fulfilment', 'support', 'first', 'former'] as const)
      assert.equal((await ask(name)).reason, 'not_allowed', name);
    const refusal = await refusalOf(
      database.as(anonymous, (sql) => sql`select public.clock_report()`),
    );
    assert.equal(refusal.code, '42501');
  });
});
