import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import {
  clearAlerts,
  failBuild as plantFailedBuild,
  watchShop,
} from '../../support/data/alerts.ts';
import { openTestDatabase, service } from '../../support/database.ts';

const database = openTestDatabase();

interface Kept {
  readonly code: string;
  readonly key: string;
  readonly isOpen: boolean;
}

const watch = () => watchShop(database.sql);
const kept = (code: string) => database.sql<Kept[]>`
  select code, key, closed_at is null as "isOpen" from private.alerts where code = ${code} order by opened_at, key`;
const mails = () => database.sql<
  { recipient: string; payload: { count: number; alerts: { about: string; message: string }[] } }[]
>`
  select recipient, payload from public.outbox where kind = 'shop_alerts' order by recipient, created_at`;
const later = (interval: string) => database.sql`
  update private.alerts set mailed_at = mailed_at - ${interval}::interval, closed_at = closed_at - ${interval}::interval`;

beforeEach(async () => {
  await clearAlerts(database.sql);
  await database.sql`update private.alert_rules set mails = true, calls = true, threshold = 0 where code = 'low_stock'`;
});

const failBuild = () => plantFailedBuild(database.sql);

describe('watching the shop', () => {
  test('tells of a thing once, however often it looks, and those whose roles the rule names', async () => {
    await watch();
    await database.sql`delete from public.outbox`;
    await later('1 hour');
    await failBuild();
    await watch();
    for (let turn = 0; turn < 5; turn += 1) {
      await later('1 hour');
      await watch();
    }
    const told = await mails();
    assert.deepEqual(
      told
        .map(({ recipient }) => recipient)
        .filter((recipient) => recipient.endsWith('@people.test')),
      ['editor@people.test', 'owner@people.test'],
    );
    assert.ok(
      told.every(({ payload }) => payload.count === 1 && payload.alerts[0]?.about === 'Publishing'),
    );
    assert.equal((await kept('build_failed')).length, 1);
  });

  test('puts a storm into one mail, and waits ten minutes with the next', async () => {
    await watch();
    await database.sql`delete from public.outbox`;
    await later('1 hour');
    await database.sql`
      insert into private.job_failures (job, item, name, tries)
      select 'orders', gen_random_uuid(), 'KW-' || n, 5 from generate_series(1, 30) n`;
    await watch();
    const [first] = (await mails()).filter(
      ({ recipient }) => recipient === 'fulfilment@people.test',
    );
    assert.equal(first?.payload.count, 30);
    assert.equal(first?.payload.alerts.length, 20);
    await failBuild();
    await watch();
    assert.equal(
      (await mails()).filter(({ recipient }) => recipient === 'editor@people.test').length,
      0,
    );
    await later('11 minutes');
    await watch();
    assert.equal(
      (await mails()).filter(({ recipient }) => recipient === 'editor@people.test').length,
      1,
    );
  });

  test('closes what is over, and takes what comes back within hours for the same trouble', async () => {
    await failBuild();
    await watch();
    const before = (await mails()).length;
    await database.sql`update public.publish_requests set status = 'live'`;
    await watch();
    assert.deepEqual(
      (await kept('build_failed')).map(({ isOpen }) => isOpen),
      [false],
    );
    await database.sql`update public.publish_requests set status = 'failed'`;
    await later('1 hour');
    await watch();
    assert.deepEqual(
      (await kept('build_failed')).map(({ isOpen }) => isOpen),
      [true],
    );
    assert.equal((await mails()).length, before);
    await database.sql`update public.publish_requests set status = 'live'`;
    await watch();
    await later('7 hours');
    await database.sql`update public.publish_requests set status = 'failed'`;
    await watch();
    assert.deepEqual(
      (await kept('build_failed')).map(({ isOpen }) => isOpen),
      [false, true],
    );
  });

  test('finds mails that fail, late backups, refunds due, low stock, payments and failed jobs', async () => {
    await database.sql`
      insert into public.outbox (kind, dedupe_key, recipient, attempts)
      select 'order_placed', 'failing:' || n, 'somebody@buyers.test', 4 from generate_series(1, 3) n`;
    await database.sql`
      insert into private.backups (made_at, bytes, sha256, is_encrypted, is_verified, row_count, file_count)
      values (now() - interval '3 days', 1, repeat('a', 64), true, true, 1, 0)`;
    await database.sql`
      insert into private.payment_events (provider, event_id, kind, outcome) values ('stripe', 'evt_watched', 'paid', 'refused')`;
    const [pool] = await database.sql<{ code: string }[]>`
      update public.stock_pools set allocated = on_hand where id = (
        select s.id from public.stock_pools s join public.variants v on v.stock_pool_id = s.id join public.products p on p.id = v.product_id
        where v.availability = 'in_stock' and p.status = 'published' and s.on_hand > s.allocated order by s.code limit 1) returning code`;
    await database.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`
        insert into public.order_records (number, status, payment, country_code, shipping_method_name, subtotal_minor,
          shipping_minor, tax_minor, tax_included_minor, total_minor, captured_minor, consents, pay_by, updated_at)
        select number, 'cancelled', 'invoice', 'NL', 'Parcel', 500, 0, 0, 0, 500, 500, '{}', now(), now() - age
        from (values ('KW-90002', interval '25 hours'), ('KW-90003', interval '1 hour')) o (number, age)`;
    });
    await database.sql`select private.note_job_turns('{"orders_failed": "secret@buyers.test is at fault"}')`;
    await database.sql`
      insert into private.job_failures (job, item, name, tries, problem)
      values ('orders', gen_random_uuid(), 'KW-90001', 5, 'secret@buyers.test is at fault')`;
    await watch();
    const all = await database.sql<{ code: string; key: string; said: string }[]>`
      select code, key, about || ' ' || message as said from private.alerts where closed_at is null`;
    for (const code of [
      'mail_failed',
      'backup_late',
      'payment_trouble',
      'low_stock',
      'job_failed',
      'job_item_failed',
      'refund_due',
    ]) {
      assert.ok(
        all.some((alert) => alert.code === code),
        code,
      );
    }
    assert.ok(all.some(({ key }) => key === pool?.code));
    const due = all.filter(({ code }) => code === 'refund_due').map((alert) => alert.said);
    assert.deepEqual(due, ['KW-90002 A refund is due.'], 'and none that became due today');
    assert.match(
      all.find(({ code }) => code === 'mail_failed')?.said ?? '',
      /3 e-mails could not be sent/,
    );
    assert.ok(!all.some(({ said }) => said.includes('@')), 'an alert names nobody');
    await database.sql`update public.stock_pools set allocated = 0 where code = ${pool?.code ?? ''}`;
    await database.sql`select private.note_job_turns('{}')`;
  });

  test('is one of the jobs, and its failure holds up no other', async () => {
    const done = await database.as(service, async (sql) => {
      const [row] = await sql<
        { done: Record<string, unknown> }[]
      >`select public.run_due_jobs() as done`;
      return row?.done;
    });
    assert.equal(typeof done?.['new_alerts'], 'number');
  });

  test('every kind that is found has a rule, and the other way round', async () => {
    const [row] = await database.sql<{ body: string }[]>`
      select prosrc as body from pg_proc where proname = 'find_alerts'`;
    const found = [...(row?.body ?? '').matchAll(/select '(\w+)',/g)].map(([, code]) => code);
    const rules = await database.sql<
      { code: string }[]
    >`select code from private.alert_rules order by code`;
    assert.deepEqual(
      [...new Set(found)].toSorted(),
      rules.map(({ code }) => code),
    );
  });
});
