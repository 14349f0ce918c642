import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { makeBatch } from '../../support/data/group-buys.ts';
import { variantId } from '../../support/data/orders.ts';

const database = openTestDatabase();
const editor = person('editor');

interface Terms {
  readonly moq: number | string;
  readonly capacity: number | null;
  readonly tiers: readonly { readonly from_count: number; readonly price_minor: number }[];
}

const terms = (moq: Terms['moq'], ...prices: readonly (readonly [number, number])[]): Terms => ({
  moq,
  capacity: null,
  tiers: prices.map(([from_count, price_minor]) => ({ from_count, price_minor })),
});

const json = (value: unknown) => JSON.stringify(value);

async function save(sql: TransactionSql, at: readonly string[], to: Terms, expected: Terms | null) {
  const [batch = '', variant = ''] = at;
  const [row] = await sql<{ kit: Terms }[]>`
    select public.save_batch_kit(${batch}, ${variant}, ${json(to)}::text::jsonb, ${json(expected)}::text::jsonb) as kit`;
  return row?.kit;
}

const made = async () => {
  const plan = {
    sku: 'BRAEFELL-PLATE',
    moq: 5,
    tiers: [
      [10, 3000],
      [20, 2500],
    ] as const,
  };
  return [await makeBatch(database.sql, [plan]), await variantId(database.sql, plan.sku)] as const;
};
const before = terms(5, [10, 3000], [20, 2500]);

describe('save_batch_kit', () => {
  test('writes minimum, limit and all prices in one go, and a kit that was not there', async () => {
    const at = await made();
    const after = { ...terms(6, [10, 2900], [30, 2000]), capacity: 40 };
    await database.as(editor, async (sql) => {
      assert.deepEqual(await save(sql, at, after, before), after);
    });
    const [batch] = at;
    const [free] = await database.sql<{ id: string }[]>`
      select v.id from public.variants v join public.batches b on b.product_id = v.product_id
      where b.id = ${batch} and v.id <> ${at[1]} limit 1`;
    await database.as(editor, async (sql) => {
      assert.deepEqual(await save(sql, [batch, free?.id ?? ''], terms(3), null), terms(3));
    });
  });

  test('the second of two editors writes nothing and is told what the first made of it', async () => {
    const at = await made();
    const theirs = terms(5, [10, 2800]);
    await database.keepAs(editor, (sql) => save(sql, at, theirs, before));
    for (const expected of [before, null]) {
      const late = await refusalOf(
        database.as(person('owner'), (sql) => save(sql, at, terms(9), expected)),
      );
      assert.deepEqual([late.code, late.reason], ['PT409', 'kit_changed']);
      assert.deepEqual(late.details['theirs'], theirs);
    }
    await database.as(person('owner'), async (sql) => {
      assert.deepEqual(await save(sql, at, terms(9), theirs), terms(9));
    });
  });

  test('of eight that save at one moment one wins, and its prices are all there', async () => {
    const at = await made();
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        database.keepAs(editor, (sql) => save(sql, at, terms(5, [10, index], [40, index]), before)),
      ),
    );
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
    const prices = await database.sql`
      select distinct t.price_minor, count(*) over () as rows from public.batch_price_tiers t
      join public.batch_kits k on k.id = t.batch_kit_id where k.batch_id = ${at[0]}`;
    assert.equal(prices.length, 1);
    assert.equal(Number(prices[0]?.['rows']), 2);
  });

  test('refuses what is no kit, and everyone who does not edit products', async () => {
    const at = await made();
    const reason = async (name: 'editor' | 'fulfilment' | 'support' | 'first', to: Terms) =>
      (await refusalOf(database.as(person(name), (sql) => save(sql, at, to, before)))).reason;
    for (const wrong of [
      terms('many'),
      terms(0),
      terms(5, [0, 1]),
      terms(5, [10, -1]),
      terms(5, [10, 1], [10, 2]),
      { ...terms(5), capacity: 4 },
    ])
      assert.equal(await reason('editor', wrong), 'wrong_kit', json(wrong));
    for (const name of ['fulfilment', 'support', 'first'] as const)
      assert.equal(await reason(name, terms(5)), 'not_allowed');
    const foreign = [at[0], await variantId(database.sql, 'LAMPWING-SHELL')];
    const refusal = await refusalOf(
      database.as(editor, (sql) => save(sql, foreign, terms(5), null)),
    );
    assert.equal(refusal.reason, 'unknown_batch');
  });
});
