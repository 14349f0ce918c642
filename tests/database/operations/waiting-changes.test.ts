import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { anonymous, person, refusalOf, openTestDatabase } from '../../support/database.ts';

const database = openTestDatabase();

interface Change {
  readonly table: string;
  readonly row_id: string;
  readonly kind: string;
  readonly title: string;
  readonly by: string;
  readonly is_own: boolean;
  readonly email: string | null;
  readonly product: string | null;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

interface Waiting {
  readonly count: number;
  readonly changes: readonly Change[];
}

async function waiting(sql: TransactionSql, since: Date): Promise<Waiting> {
  const rows = await sql<{ waiting: Waiting }[]>`
    select public.waiting_changes(${since.toISOString()}) as waiting`;
  assert.ok(rows[0]);
  return rows[0].waiting;
}

/** The time of the database, after which nothing has been changed yet. */
async function now(): Promise<Date> {
  const [row] = await database.sql<{ at: Date }[]>`select clock_timestamp() as at`;
  assert.ok(row);
  return new Date(row.at);
}

describe('waiting_changes', () => {
  test('names each changed row once, with what became of it and who did it', async () => {
    const since = await now();
    await database.keepAs(person('editor'), async (sql) => {
      await sql`update public.products set summary = 'Another one' where url = 'braefell-65'`;
      await sql`update public.products set summary = 'Yet another' where url = 'braefell-65'`;
      await sql`
        insert into public.faq_entries (group_id, code, question, answer, position)
        select id, 'test-new', 'Is this new?', 'Yes.', 99 from public.faq_groups limit 1`;
    });
    const seen = await database.as(person('owner'), (sql) => waiting(sql, since));
    assert.equal(seen.count, 2);
    assert.deepEqual(seen.changes.map(({ table, kind, by }) => [table, kind, by]).toSorted(), [
      ['faq_entries', 'new', 'editor'],
      ['products', 'changed', 'editor'],
    ]);
    assert.ok(seen.changes.some(({ title }) => title === 'Is this new?'));
    assert.equal(
      (await database.as(person('owner'), async (sql) => waiting(sql, await now()))).count,
      0,
    );
  });

  test('names each that is known by several columns by itself', async () => {
    const since = await now();
    const link = (sql: TransactionSql, product: string) => sql`
      insert into public.update_products (update_id, product_id)
      select u.id, p.id from (select id from public.updates order by url limit 1) u, public.products p
      where p.url = ${product}
      on conflict do nothing returning product_id`;
    const [wren, braefell] = await database.keepAs(person('editor'), async (sql) => [
      ...(await link(sql, 'wren-click')),
      ...(await link(sql, 'braefell-65')),
    ]);
    assert.ok(wren && braefell);
    const seen = await database.as(person('owner'), (sql) => waiting(sql, since));
    assert.deepEqual(
      seen.changes.map(({ table, kind }) => `${table} ${kind}`),
      ['update_products new', 'update_products new'],
    );
    await database.keepAs(
      person('editor'),
      (
        sql,
      ) => sql`delete from public.update_products where product_id = ${wren['product_id']} and update_id = (
        select id from public.updates order by url limit 1)`,
    );
    const left = await database.as(person('owner'), (sql) => waiting(sql, since));
    assert.equal(left.changes.length, 1, 'what came and went again is no change');
  });

  test('says once what became of a row that several columns name, and nothing where it is as it was', async () => {
    const since = await now();
    const priced = (price: number) =>
      database.keepAs(
        person('editor'),
        (sql) => sql`
          update public.batch_price_tiers set price_minor = ${price}
          where (batch_kit_id, from_count) = (
            select batch_kit_id, from_count from public.batch_price_tiers order by 1, 2 limit 1)
          returning price_minor`,
      );
    const [was] = await database.sql<{ price: number }[]>`
      select price_minor as price from public.batch_price_tiers order by batch_kit_id, from_count limit 1`;
    assert.ok(was);
    const seen = async () =>
      (await database.as(person('owner'), (sql) => waiting(sql, since))).changes.map(
        ({ table, kind, before, after }) => [
          table,
          kind,
          before['price_minor'],
          after['price_minor'],
        ],
      );
    await priced(was.price + 100);
    await priced(was.price + 200);
    assert.deepEqual(await seen(), [['batch_price_tiers', 'changed', was.price, was.price + 200]]);
  });

  test('says of each what it was and is, whose it is, and to the owner who did it', async () => {
    const since = await now();
    const [was] = await database.sql<{ price: number; title: string }[]>`
      select v.price_minor as price, p.title from public.variants v join public.products p on p.id = v.product_id
      where v.sku = 'KNOB-BLACK'`;
    assert.ok(was);
    for (const price of [was.price + 100, was.price + 200])
      await database.keepAs(
        person('editor'),
        (sql) => sql`update public.variants set price_minor = ${price} where sku = 'KNOB-BLACK'`,
      );
    const of = async (name: 'owner' | 'editor') =>
      (await database.as(person(name), (sql) => waiting(sql, since))).changes.map(
        ({ product, before, after, email, is_own: isOwn }) => [
          product,
          before,
          after,
          email,
          isOwn,
        ],
      );
    const changed = [was.title, { price_minor: was.price }, { price_minor: was.price + 200 }];
    assert.deepEqual(await of('editor'), [[...changed, null, true]]);
    assert.deepEqual(await of('owner'), [[...changed, 'editor@people.test', false]]);
  });

  test('what came and went again does not wait, and neither does what was only sold', async () => {
    const since = await now();
    await database.keepAs(person('owner'), async (sql) => {
      await sql`
        insert into public.faq_entries (group_id, code, question, answer, position)
        select id, 'test-gone', 'Is this gone?', 'Yes.', 98 from public.faq_groups limit 1`;
    });
    await database.keepAs(
      person('owner'),
      (sql) => sql`delete from public.faq_entries where code = 'test-gone'`,
    );
    await database.sql`
      insert into public.audit_log (actor_role, action, table_name, row_id, before, after)
      values ('service_role', 'update', 'variants', 'x',
        '{"sku": "A", "updated_at": 1}', '{"sku": "A", "updated_at": 2}'),
        ('service_role', 'update', 'stock_pools', 'y', '{"on_hand": 1}', '{"on_hand": 2}')`;
    assert.equal((await database.as(person('editor'), (sql) => waiting(sql, since))).count, 0);
  });

  test('a refused try and a look at names do not wait, and hide no title', async () => {
    const since = await now();
    await database.keepAs(
      person('editor'),
      (sql) => sql`update public.products set summary = 'Tried at' where url = 'braefell-65'`,
    );
    const [product] = await database.sql<{ id: string; title: string }[]>`
      select id, title from public.products where url = 'braefell-65'`;
    assert.ok(product);
    await database.sql`
      insert into public.audit_log (actor_role, action, table_name, row_id, after)
      values ('owner', 'refused', 'products', ${product.id}, '{"call": "publish"}'),
        ('authenticated', 'refused', 'lists', 'x', '{"call": "enter_list"}'),
        ('owner', 'read', 'lists', 'y', '{"call": "export_entries"}')`;
    const seen = await database.as(person('owner'), (sql) => waiting(sql, since));
    assert.deepEqual(
      seen.changes.map(({ table, kind, title }) => [table, kind, title]),
      [['products', 'changed', product.title]],
    );
    assert.equal(seen.count, 1);
  });

  test('what becomes public by its date waits too', async () => {
    const since = await now();
    await database.sql`
      update public.updates set publish_at = clock_timestamp() + interval '1 millisecond'
      where url = 'switch-stock'`;
    // A quick machine begins the next transaction before that moment.
    await database.sql`select pg_sleep(0.01)`;
    const seen = await database.as(person('editor'), (sql) => waiting(sql, since));
    assert.deepEqual(
      seen.changes.map(({ table, kind, by }) => [table, kind, by]),
      [['updates', 'due', 'clock']],
    );
  });

  test('only owners and editors may know, and for a year at most', async () => {
    const since = await now();
    for (const name of ['first', 'fulfilment', 'support', 'former'] as const) {
      const refusal = await refusalOf(database.as(person(name), (sql) => waiting(sql, since)));
      assert.deepEqual([refusal.code, refusal.reason], ['PT403', 'not_allowed'], name);
    }
    assert.equal(
      (await refusalOf(database.as(anonymous, (sql) => waiting(sql, since)))).code,
      '42501',
    );
    const old = await refusalOf(database.as(person('owner'), (sql) => waiting(sql, new Date(0))));
    assert.deepEqual([old.code, old.reason], ['PT422', 'since_too_old']);
  });
});
