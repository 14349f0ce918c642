import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { changesOf, emptyForm } from '#features/catalogue/model/form/product-form.ts';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';

const database = openTestDatabase();

interface Change {
  readonly id: number;
  readonly table: string;
  readonly row_id: string;
  readonly action: string;
  readonly is_own: boolean;
  readonly email: string | null;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

async function history(sql: TransactionSql, product: string, before: number | null = null) {
  const rows = await sql<{ page: { has_more: boolean; changes: Change[] } }[]>`
    select public.product_history(${product}, ${before}) as page`;
  assert.ok(rows[0]);
  return rows[0].page;
}

const save = (sql: TransactionSql, product: Readonly<Record<string, unknown>>) =>
  sql`select public.save_product(${JSON.stringify(product)}::text::jsonb)`;

/** Made, renamed, and robbed of its option with the value on it, each in a save of its own. */
async function storied(): Promise<string> {
  const [id = '', option = '', value = ''] = Array.from({ length: 3 }, () => randomUUID());
  const made = {
    ...changesOf(emptyForm(id), emptyForm(id)),
    url: `storied-${id.slice(0, 8)}`,
    title: 'First title',
    options: [
      { id: option, version: null, product_id: id, code: 'case', title: 'Case', help: '' },
    ].map((row) => ({ ...row, is_required: true, zone: null, position: 0 })),
    values: [{ id: value, version: null, option_id: option, code: 'dark', title: 'Dark' }].map(
      (row) => ({
        ...row,
        note: '',
        price_delta_minor: 0,
        currency: 'EUR',
        weight_delta_grams: 0,
        colour: null,
        is_default: true,
        is_offered: true,
        position: 0,
      }),
    ),
  };
  const none = { options: [], values: [] };
  const editor = person('editor');
  await database.keepAs(editor, (sql) => save(sql, made));
  const renamed = { ...made, ...none, version: 1, title: 'Second title' };
  await database.keepAs(editor, (sql) => save(sql, renamed));
  await database.keepAs(editor, (sql) =>
    save(sql, { ...renamed, version: 2, removed: [option, value] }),
  );
  return id;
}

const terms = (moq: number, price: number) => ({
  moq,
  capacity: null,
  tiers: [{ from_count: 50, price_minor: price }],
});

describe('product_history', () => {
  test('tells of a product and of all its parts, of those that are gone too, only what was changed', async () => {
    const id = await storied();
    const { changes, has_more: hasMore } = await database.as(person('editor'), (sql) =>
      history(sql, id),
    );
    assert.equal(hasMore, false);
    assert.deepEqual(
      changes.map(({ action, table }) => `${action} ${table}`),
      [
        'delete product_options',
        'delete option_values',
        'update products',
        'insert option_values',
        'insert product_options',
        'insert products',
      ],
    );
    const renamed = changes.find(({ action }) => action === 'update');
    assert.deepEqual(
      [renamed?.before, renamed?.after],
      [{ title: 'First title' }, { title: 'Second title' }],
    );
    assert.equal(changes[0]?.before['title'], 'Case', 'a removed part is told whole');
    const older = await database.as(person('editor'), (sql) =>
      history(sql, id, renamed?.id ?? null),
    );
    assert.deepEqual(
      older.changes.map((change) => change.id),
      changes.slice(3).map((change) => change.id),
    );
  });

  test('tells of its facts, its batches with their kits and prices, and its stock', async () => {
    const id = await storied();
    const [variant, fact] = [randomUUID(), randomUUID()];
    const sku = `STORIED-${variant.slice(0, 8).toUpperCase()}`;
    const editor = person('editor');
    const [pool] = await database.sql<{ id: string }[]>`
      insert into public.stock_pools (code, title) values (${sku}, 'Storied') returning id`;
    assert.ok(pool);
    await database.sql`
      insert into public.variants (id, product_id, sku, title, price_minor, weight_grams, availability, stock_pool_id)
      values (${variant}, ${id}, ${sku}, 'Base', 900, 10, 'in_stock', ${pool.id})`;
    await database.keepAs(
      editor,
      (sql) => sql`
        insert into public.product_facts (product_id, code, label, value)
        values (${id}, 'stem', 'Stem', ${fact})`,
    );
    const [batch] = await database.keepAs(
      editor,
      (sql) => sql<{ id: string }[]>`
        insert into public.batches (product_id, code, title) values (${id}, ${sku}, 'Round') returning id`,
    );
    assert.ok(batch);
    const kit = (moq: number, price: number, expected: unknown) =>
      database.keepAs(
        editor,
        (sql) => sql`
          select public.save_batch_kit(${batch.id}, ${variant}, ${JSON.stringify(terms(moq, price))}::text::jsonb,
            ${JSON.stringify(expected)}::text::jsonb)`,
      );
    await kit(5, 800, null);
    await kit(5, 700, terms(5, 800));
    await database.keepAs(
      person('fulfilment'),
      (sql) => sql`select public.adjust_stock(${pool.id}, 7, 0, 'Arrived')`,
    );
    const { changes } = await database.as(editor, (sql) => history(sql, id));
    // That it can be bought again is counted with the variant, and no edit of it.
    const newest = changes.filter(({ table }) => table !== 'variants').slice(0, 6);
    assert.deepEqual(
      newest.map(({ action, table }) => `${action} ${table}`),
      [
        'update stock_pools',
        'update batch_price_tiers',
        'insert batch_price_tiers',
        'insert batch_kits',
        'insert batches',
        'insert product_facts',
      ],
    );
    const [stock, price] = newest;
    assert.deepEqual([stock?.before['on_hand'], stock?.after['on_hand']], [0, 7]);
    assert.deepEqual([price?.before, price?.after], [{ price_minor: 800 }, { price_minor: 700 }]);
    assert.match(price?.row_id ?? '', /^[0-9a-f-]{36}:50$/, 'its kit and its count name it');
  });

  test('names the person to the owner alone, and to everyone whether it was they', async () => {
    const id = await storied();
    const [mine] = (await database.as(person('editor'), (sql) => history(sql, id))).changes;
    assert.deepEqual([mine?.is_own, mine?.email], [true, null]);
    const [theirs] = (await database.as(person('owner'), (sql) => history(sql, id))).changes;
    assert.deepEqual([theirs?.is_own, theirs?.email], [false, 'editor@people.test']);
  });

  test('tells nothing of another product, and nothing to who does not edit products', async () => {
    const id = await storied();
    const other = await database.as(person('owner'), (sql) => history(sql, randomUUID()));
    assert.deepEqual(other.changes, []);
    for (const name of ['first', 'fulfilment', 'support', 'former'] as const) {
      const refusal = await refusalOf(database.as(person(name), (sql) => history(sql, id)));
      assert.deepEqual([refusal.code, refusal.reason], ['PT403', 'not_allowed'], name);
    }
  });
});
