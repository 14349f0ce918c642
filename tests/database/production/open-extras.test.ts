import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { makeBatch } from '../../support/data/group-buys.ts';
import { variantId } from '../../support/data/orders.ts';

const database = openTestDatabase();

const open = (sql: TransactionSql, batch: string, extras: unknown) =>
  sql`select public.open_extras(${batch}, ${JSON.stringify(extras)}::text::jsonb)`;

describe('open_extras', () => {
  test('sells what was made and is left, counted and at its own price, and nothing else', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 1 }]);
    const plate = await variantId(database.sql, 'BRAEFELL-PLATE');
    const other = await variantId(database.sql, 'LAMPWING-SHELL');
    const extras = [{ variant_id: plate, count: 3, price_minor: 3900 }];
    const reason = async (name: 'owner' | 'fulfilment', what: unknown) =>
      (await refusalOf(database.as(person(name), (sql) => open(sql, batch, what)))).reason;
    assert.equal(await reason('owner', extras), 'illegal_move');
    for (const stage of ['closed', 'in_production', 'quality_control', 'shipping']) {
      await database.sql`update public.batches set stage = ${stage} where id = ${batch}`;
    }
    assert.equal(await reason('fulfilment', extras), 'not_allowed');
    assert.equal(
      await reason('owner', [{ variant_id: other, count: 1, price_minor: 1 }]),
      'wrong_extras',
    );
    assert.equal(
      await reason('owner', [{ variant_id: plate, count: -1, price_minor: 1 }]),
      'wrong_extras',
    );
    await database.keepAs(person('owner'), (sql) => open(sql, batch, extras));
    const [row] = await database.sql`
      select v.availability, v.price_minor, s.on_hand, b.stage from public.variants v
      join public.stock_pools s on s.id = v.stock_pool_id cross join public.batches b
      where v.id = ${plate} and b.id = ${batch}`;
    assert.deepEqual(
      { ...row },
      { availability: 'in_stock', price_minor: 3900, on_hand: 3, stage: 'extras' },
    );
  });
});
