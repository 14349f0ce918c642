import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { makeBatch, orderKits, pay } from '../../support/data/group-buys.ts';

const database = openTestDatabase();

interface Batch {
  readonly id: string;
  readonly planned_days: number | null;
  readonly stages: readonly { readonly stage: string; readonly days: number }[];
  readonly kits: readonly {
    readonly label: string;
    readonly moq: number;
    readonly ordered: number;
    readonly waiting: number;
    readonly days: readonly { readonly day: string; readonly count: number }[];
  }[];
}

async function progress(sql: TransactionSql, batch: string): Promise<Batch> {
  const [row] = await sql<{ batches: Batch[] }[]>`
    select public.batch_progress(b.product_id) as batches from public.batches b where b.id = ${batch}`;
  const found = row?.batches.find(({ id }) => id === batch);
  assert.ok(found);
  return found;
}

describe('batch_progress', () => {
  test('counts what was paid of a kit by day, apart from what waits or was cancelled, beside its minimum', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 5 }]);
    const order = () => database.keepAs(anonymous, (sql) => orderKits(sql, ['BRAEFELL-PLATE']));
    const [early, later, gone] = [await order(), await order(), await order()];
    await order();
    for (const one of [early, later, gone]) await pay(database.sql, one);
    await database.sql`
      update public.order_records set paid_at = paid_at - interval '3 days' where id = ${early.id}`;
    await database.sql`update public.order_records set status = 'cancelled' where id = ${gone.id}`;
    const found = await database.as(person('editor'), (sql) => progress(sql, batch));
    const [kit] = found.kits;
    assert.equal(kit?.moq, 5);
    assert.deepEqual(
      kit.days.map(({ count }) => count),
      [1, 1],
    );
    assert.equal(found.planned_days, 89);
    assert.equal(kit.waiting, 1);
    assert.equal(kit.ordered, 3, 'the cancelled one was not refunded in this test');
    assert.ok(found.stages.some(({ stage }) => stage === 'open'));
  });

  test('is told to those who plan batches, and to nobody else', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 5 }]);
    for (const name of ['support', 'first', 'former'] as const) {
      const refusal = await refusalOf(database.as(person(name), (sql) => progress(sql, batch)));
      assert.ok(['not_allowed'].includes(refusal.reason), name);
    }
  });
});
