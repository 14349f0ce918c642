import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { contentTables } from '../../../src/content/tables/all-tables.ts';
import { columnOf, translatedColumns } from '../../../src/content/translated-columns.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { addSampleRows } from '../../support/data/sample-rows.ts';
import { oneQuestion, translate } from '../../support/languages/translations.ts';

const database = openTestDatabase();

const readBy = (caller: Parameters<typeof database.as>[0], rowId: string) =>
  database.as(
    caller,
    (sql) => sql<{ text: string }[]>`select text from public.translations where row_id = ${rowId}`,
  );

const insert = (table: string, row: string, column = 'title') => database.sql`
  insert into public.translations (language, table_name, row_id, column_name, text, source)
  values ('de', ${table}, ${row}, ${column}, 'Deutsch', 'English')`;

describe('translations', () => {
  before(async () => {
    await addSampleRows(database.sql);
    await database.sql`delete from public.translations`;
  });

  test('are read by whoever may read their row, and by nobody else', async () => {
    const products = await database.sql<{ id: string; status: string }[]>`
      select id, status from public.products where status in ('draft', 'published') order by status`;
    const [shown, hidden] = ['published', 'draft'].map(
      (status) => products.find((each) => each.status === status)?.id ?? '',
    );
    assert.ok(shown && hidden);
    for (const id of [shown, hidden]) await insert('products', id);
    for (const caller of [anonymous, person('first')]) {
      assert.equal((await readBy(caller, shown)).length, 1);
      assert.equal((await readBy(caller, hidden)).length, 0);
    }
    assert.equal((await readBy(person('support'), hidden)).length, 1);
    await insert('staff', shown);
    assert.equal((await readBy(person('owner'), shown)).length, 1);
  });

  test('of any table follow the rights on it', async () => {
    const rows = await database.sql<{ table_name: string; row_id: string }[]>`
      select distinct table_name, row_id from private.source_texts`;
    await database.sql`delete from public.translations`;
    for (const { table_name, row_id } of rows) await insert(table_name, row_id, 'any');
    const seen = await database.as(
      anonymous,
      (sql) => sql<{ table_name: string; count: number }[]>`
        select table_name, count(*)::int from public.translations group by 1 order by 1`,
    );
    const tables = Object.keys(translatedColumns).map(
      (name) => contentTables[name as keyof typeof translatedColumns].table,
    );
    assert.deepEqual(
      seen.map(({ table_name }) => table_name),
      tables.toSorted(),
    );
    const keys = new Map(Object.values(contentTables).map(({ table, key }) => [table, key]));
    for (const { table_name, count } of seen) {
      const [first = 'id', second] = keys.get(table_name) ?? [];
      const [readable] = await database.as(
        anonymous,
        (sql) => sql<{ count: number }[]>`
          select count(*)::int from public.${sql(table_name)} t where concat_ws('/', t.${sql(first)}, ${
            second === undefined ? sql`null` : sql`t.${sql(second)}`
          }) = any (${rows.filter((row) => row.table_name === table_name).map(({ row_id }) => row_id)})`,
      );
      assert.equal(count, readable?.count, table_name);
    }
    await database.sql`delete from public.translations`;
  });

  test('are of the columns that pages take them for', async () => {
    const listed = await database.sql<{ name: string; is_list: boolean }[]>`
      select distinct table_name || '.' || column_name as name, is_list from private.source_texts`;
    const known = Object.entries(translatedColumns).flatMap(([name, columns]) => {
      const { table } = contentTables[name as keyof typeof translatedColumns];
      const named = (all: readonly string[], is_list: boolean) =>
        all.map((column) => ({ name: `${table}.${columnOf(column)}`, is_list }));
      return [
        ...named(columns.texts, false),
        ...('lists' in columns ? named(columns.lists, true) : []),
      ];
    });
    const sorted = (all: readonly { readonly name: string }[]) =>
      all.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    assert.deepEqual(sorted(listed.map((each) => ({ ...each }))), sorted(known));
  });

  test('are written by nobody but through functions, and what they were made from is not for all', async () => {
    const text = await oneQuestion(database, 0);
    await translate(database, text, 'Wann?');
    for (const caller of [anonymous, person('first'), person('editor'), person('owner')]) {
      const tries = [
        `update public.translations set text = 'x'`,
        'delete from public.translations',
        `insert into public.translations (language, table_name, row_id, column_name, text, source)
          values ('de', 'products', 'x', 'title', 'x', 'x')`,
        'select source from public.translations',
      ];
      for (const each of tries)
        assert.equal(
          (await refusalOf(database.as(caller, (sql) => sql.unsafe(each)))).code,
          '42501',
        );
    }
  });

  test('go with their row, and come back with it from the log', async () => {
    const text = await oneQuestion(database, 1);
    await translate(database, text, 'Wohin?');
    const [kept] =
      await database.sql`select * from public.translations where row_id = ${text.row_id}`;
    assert.ok(kept);
    const [group] = await database.sql<{ id: string }[]>`
      select group_id as id from public.faq_entries where id = ${text.row_id}`;
    const id = group?.id ?? '';
    await database.keepAs(
      person('editor'),
      (sql) => sql`delete from public.faq_groups where id = ${id}`,
    );
    const left = () =>
      database.sql`select * from public.translations where row_id = ${text.row_id}`;
    assert.equal((await left()).length, 0);
    await database.keepAs(
      person('editor'),
      (sql) => sql`select public.put_back_row('faq_groups', ${sql.json({ id })})`,
    );
    assert.deepEqual((await left())[0], kept);
  });

  test('of a key of two columns go with their row as well', async () => {
    const [relation] = await database.sql<{ one: string; two: string }[]>`
      select product_id as one, related_id as two from public.product_relations limit 1`;
    assert.ok(relation);
    const { one, two } = relation;
    await insert('product_relations', `${one}/${two}`, 'reason');
    await database.sql`delete from public.product_relations where product_id = ${one} and related_id = ${two}`;
    const left =
      await database.sql`select from public.translations where row_id = ${`${one}/${two}`}`;
    assert.equal(left.length, 0);
  });

  test('every table of theirs takes them along, by its whole key', async () => {
    const rows = await database.sql<{ name: string; args: number; keys: number }[]>`
      select c.relname as name, t.tgnargs::int as args, i.indnkeyatts::int as keys
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_index i on i.indrelid = c.oid and i.indisprimary
      where t.tgname = 'drop_translations' order by 1`;
    const tables = await database.sql<{ name: string }[]>`
      select distinct table_name as name from private.source_texts order by 1`;
    assert.deepEqual(
      rows.map(({ name }) => name),
      tables.map(({ name }) => name),
    );
    assert.ok(rows.every(({ args, keys }) => args === keys));
  });

  test('count for publishing once their language is published', async () => {
    const digest = async () => {
      const [row] = await database.as(
        anonymous,
        (sql) =>
          sql<{ word: string }[]>`select public.content_digests() ->> 'translations' as word`,
      );
      return row?.word;
    };
    const since = (await database.sql<{ at: string }[]>`select clock_timestamp()::text as at`)[0]
      ?.at;
    const waits = async () => {
      const [row] = await database.as(
        person('editor'),
        (sql) => sql<{ changes: { table: string; title: string }[] }[]>`
          select public.waiting_changes(${since ?? ''}::timestamptz) -> 'changes' as changes`,
      );
      return row?.changes.filter(({ table }) => table === 'translations') ?? [];
    };
    const text = await oneQuestion(database, 2);
    await translate(database, text, 'Womit?');
    assert.deepEqual([await digest(), await waits()], ['0:0', []]);
    await database.keepAs(
      person('owner'),
      (sql) => sql`insert into public.settings (key, value, unit, meaning)
        values ('language_de', 1, 'count', 'Pages in German are published')`,
    );
    assert.notEqual(await digest(), '0:0');
    assert.deepEqual(
      (await waits()).map(({ title }) => title),
      ['Womit?'],
    );
    const refused = database.as(
      person('editor'),
      (sql) => sql`insert into public.settings (key, value, unit, meaning)
        values ('language_fr', 1, 'count', 'Pages in French are published')`,
    );
    assert.equal((await refusalOf(refused)).code, '42501');
  });
});
