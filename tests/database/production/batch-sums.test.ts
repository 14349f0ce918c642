import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { makeBatch, orderKits, pay } from '../../support/data/group-buys.ts';

const database = openTestDatabase();

interface Sums {
  readonly paid_units: number;
  readonly unpaid_units: number;
  readonly paid_orders: number;
  readonly paid_minor: number | null;
  readonly unpaid_minor: number | null;
  readonly due_back_minor: number | null;
}

const sums = (who: Caller, batches: readonly string[]) =>
  database.as(who, async (sql) => {
    const [row] = await sql<{ sums: readonly Sums[] }[]>`
      select public.batch_sums(${batches as string[]}::uuid[]) as sums`;
    return row?.sums ?? [];
  });

describe('batch_sums', () => {
  test('keeps paid and unpaid apart, leaves ended orders out, and adds what is owed back', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 5 }]);
    const order = () => database.keepAs(anonymous, (sql) => orderKits(sql, ['BRAEFELL-PLATE']));
    const [paid, gone] = [await order(), await order(), await order()];
    await pay(database.sql, paid);
    await database.sql`update public.order_records set status = 'cancelled' where id = ${gone.id}`;
    const [found] = await sums(person('owner'), [batch]);
    assert.ok(found);
    assert.deepEqual([found.paid_units, found.unpaid_units, found.paid_orders], [1, 1, 1]);
    assert.ok((found.paid_minor ?? 0) > 0);
    assert.equal(found.paid_minor, found.unpaid_minor);
    assert.equal(found.due_back_minor, 0);
  });

  test('an empty batch comes to nothing, and none to an empty list', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 5 }]);
    const [found] = await sums(person('owner'), [batch]);
    assert.deepEqual([found?.paid_units, found?.paid_minor], [0, 0]);
    assert.deepEqual(await sums(person('owner'), []), []);
  });

  test('editors read counts and no money; nobody else reads anything', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 5 }]);
    const [found] = await sums(person('editor'), [batch]);
    assert.deepEqual(
      [found?.paid_units, found?.paid_minor, found?.due_back_minor],
      [0, null, null],
    );
    for (const name of ['fulfilment', 'support', 'first'] as const)
      assert.equal((await refusalOf(sums(person(name), [batch]))).reason, 'not_allowed');
    assert.equal((await refusalOf(sums(anonymous, [batch]))).code, '42501');
  });
});
