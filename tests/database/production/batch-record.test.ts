import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { makeBatch, orderKits, pay } from '../../support/data/group-buys.ts';

const database = openTestDatabase();

interface Kept {
  readonly stages: readonly {
    readonly stage: string;
    readonly promised: { readonly eta: string | null; readonly closes_at: string | null };
  }[];
  readonly updates: readonly { readonly title: string; readonly eta_after: string | null }[];
  readonly mails: readonly {
    readonly kind: string;
    readonly sent: number;
    readonly waiting: number;
  }[];
}

const record = (who: Caller, batch: string) =>
  database.as(who, async (sql) => {
    const [row] = await sql<
      { record: Kept }[]
    >`select public.batch_record(${batch}::uuid) as record`;
    assert.ok(row);
    return row.record;
  });

describe('batch_record', () => {
  test('tells each stage with the dates that held then, whatever was changed since', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 1 }]);
    await database.sql`update public.batches set eta = '2031-03-01' where id = ${batch}`;
    await database.sql`update public.batch_stage_history set entered_at = now() - interval '2 days' where batch_id = ${batch}`;
    const change = (eta: string) =>
      database.keepAs(
        person('editor'),
        (sql) => sql`update public.batches set eta = ${eta}::date where id = ${batch}`,
      );
    await change('2031-06-01');
    await database.sql`update public.batches set stage = 'closed' where id = ${batch}`;
    await change('2031-09-01');
    const { stages } = await record(person('editor'), batch);
    const [first, last] = [stages[0], stages.at(-1)];
    assert.equal(first?.promised.eta, '2031-03-01');
    assert.equal(last?.stage, 'closed');
    assert.equal(last.promised.eta, '2031-06-01');
    assert.notEqual(last.promised.closes_at, null);
  });

  test('counts the mails of its own buyers alone, and names its updates', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 1 }]);
    const order = await database.keepAs(anonymous, (sql) => orderKits(sql, ['BRAEFELL-PLATE']));
    await pay(database.sql, order);
    const [update] = await database.sql<{ id: string }[]>`
      insert into public.updates (url, title, summary, body, status, publish_at)
      values ('late-for-record', 'It is late', 'Late', 'Late.', 'published', now() - interval '1 hour') returning id`;
    const id = update?.id ?? '';
    await database.sql`
      insert into public.update_batches (update_id, batch_id, eta_after) values (${id}, ${batch}, '2031-06-01')`;
    await database.keepAs(person('owner'), (sql) => sql`select public.send_update(${id}, false)`);
    await database.sql`
      insert into public.outbox (kind, dedupe_key, recipient, payload)
      values ('kit_dropped', 'of another order', (select recipient from public.outbox where kind = 'batch_update' limit 1),
        ${database.sql.json({ order_id: '00000000-0000-4000-8000-00000000dead' })})`;
    const kept = await record(person('owner'), batch);
    assert.deepEqual(
      kept.mails.map(({ kind, sent, waiting }) => [kind, sent, waiting]),
      [['batch_update', 0, 1]],
    );
    assert.deepEqual(
      kept.updates.map(({ title, eta_after: eta }) => [title, eta]),
      [['It is late', '2031-06-01']],
    );
  });

  test('is for owners and editors, and says that a batch is unknown', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 5 }]);
    for (const name of ['fulfilment', 'support', 'first'] as const)
      assert.equal((await refusalOf(record(person(name), batch))).reason, 'not_allowed');
    assert.equal((await refusalOf(record(anonymous, batch))).code, '42501');
    const unknown = record(person('owner'), '00000000-0000-4000-8000-00000000dead');
    assert.equal((await refusalOf(unknown)).reason, 'unknown_batch');
  });
});
