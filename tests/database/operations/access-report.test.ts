import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessOf } from '../../../src/features/shop-check/model/access-report.ts';
import type { Given } from '../../../src/shared/backend/given.ts';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  rolledBack,
} from '../../support/database.ts';

const database = openTestDatabase();

async function reportAfter(planted: string) {
  const data = await rolledBack(database.sql, person('owner'), async (sql) => {
    await sql`reset role`;
    await sql.unsafe(planted);
    await sql`set local role authenticated`;
    const [row] = await sql<
      { report: Given<'access_report'> }[]
    >`select public.access_report() as report`;
    return row?.report;
  });
  assert.ok(data);
  const report = accessOf(data);
  return {
    ...report,
    table: (name: string) => report.tables.find((one) => one.name === name),
    callers: (name: string) => report.functions.find((one) => one.name === name)?.callers,
  };
}

describe('access_report', () => {
  test('tells of every table and function that the API has', async () => {
    const report = await reportAfter('select 1');
    const [row] = await database.sql<{ tables: number; functions: number }[]>`
      select (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')) as tables,
        (select count(*)::int from pg_proc where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype) as functions`;
    assert.deepEqual(
      [report.tables.length, report.functions.length],
      [row?.tables, row?.functions],
    );
    assert.ok(report.tables.every(({ isGuarded }) => isGuarded));
  });

  test('visitors read goods and no orders, and write nothing', async () => {
    const report = await reportAfter('select 1');
    assert.equal(report.table('products')?.visitors, 'read');
    assert.equal(report.table('availability')?.visitors, 'read');
    assert.equal(report.table('order_records')?.visitors, 'nothing');
    assert.deepEqual(report.table('order_records')?.writeRules, []);
    assert.deepEqual(report.table('order_records')?.readRules, [
      'Customers read their own orders, staff read all',
    ]);
    assert.ok(report.tables.every(({ visitors }) => visitors !== 'write'));
    assert.deepEqual(
      ['quote_cart', 'list_staff', 'run_due_jobs'].map((name) => report.callers(name)),
      ['visitors', 'accounts', 'service'],
    );
  });

  test('a right that was opened by mistake is seen at once', async () => {
    const report = await reportAfter(`
      grant select, delete on public.order_records to anon;
      create policy "Planted" on public.order_records to anon using (true);
      alter table public.profiles disable row level security;
      grant execute on function public.list_staff() to anon`);
    assert.equal(report.table('order_records')?.visitors, 'write');
    assert.equal(report.table('profiles')?.isGuarded, false);
    assert.equal(report.callers('list_staff'), 'visitors');
  });

  test('a rule without a right to the table, and a right without a rule, open nothing', async () => {
    const report = await reportAfter(`
      create policy "Planted" on public.payments for select to anon using (true);
      grant select on public.shipments to anon`);
    assert.equal(report.table('payments')?.visitors, 'nothing');
    assert.equal(report.table('shipments')?.visitors, 'nothing');
  });

  test('nobody but an owner is told', async () => {
    for (const name of ['editor', 'fulfilment', 'support', 'first', 'former'] as const) {
      const refusal = await refusalOf(
        database.as(person(name), (sql) => sql`select public.access_report()`),
      );
      assert.equal(refusal.reason, 'not_allowed', name);
    }
    const refusal = await refusalOf(
      database.as(anonymous, (sql) => sql`select public.access_report()`),
    );
    assert.equal(refusal.code, '42501');
  });
});
