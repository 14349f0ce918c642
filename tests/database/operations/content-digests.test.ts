import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { contentTables } from '../../../src/content/tables/all-tables.ts';
import { anonymous, openTestDatabase, person } from '../../support/database.ts';

const database = openTestDatabase();

type Digests = Readonly<Record<string, string>>;

async function read(sql: TransactionSql): Promise<Digests> {
  const [row] = await sql<{ digests: Digests }[]>`select public.content_digests() as digests`;
  return row?.digests ?? {};
}

const changed = (before: Digests, after: Digests) =>
  Object.keys(after).filter((table) => before[table] !== after[table]);

describe('content_digests', () => {
  test('says one word for each table that pages are made from', async () => {
    const digests = await database.keepAs(anonymous, read);
    const tables = Object.values(contentTables).map(({ table }) => table);
    assert.deepEqual(Object.keys(digests).toSorted(), tables.toSorted());
    for (const digest of Object.values(digests)) assert.match(digest, /^\d+:-?\d+$/);
  });

  test('stays as it was while nothing is edited', async () => {
    const [first, second] = [
      await database.keepAs(anonymous, read),
      await database.keepAs(anonymous, read),
    ];
    assert.deepEqual(second, first);
  });

  test('another word follows every edit, row that comes and row that goes', async () => {
    const before = await database.keepAs(anonymous, read);
    const { sql } = database;
    const after = async (edit: PromiseLike<unknown>) => {
      await edit;
      return changed(before, await database.keepAs(anonymous, read));
    };
    const [rule] = await sql<{ id: string; reason: string }[]>`
      select id, reason from public.option_rules order by id limit 1`;
    const { id = '', reason = '' } = rule ?? {};
    const edited = sql`update public.option_rules set reason = 'Another' where id = ${id}`;
    assert.deepEqual(await after(edited), ['option_rules']);
    // The same as before, in a table that counts no edits.
    const mended = sql`update public.option_rules set reason = ${reason} where id = ${id}`;
    assert.deepEqual(await after(mended), []);
    const priced = sql`update public.variants set price_minor = price_minor + 1 where sku = 'TIDELINE-DAWN'`;
    assert.ok((await after(priced)).includes('variants'));
    const gone = sql`delete from public.page_texts where id = (select id from public.page_texts limit 1)`;
    assert.ok((await after(gone)).includes('page_texts'));
  });

  test('tells a stranger of nothing that a stranger cannot see', async () => {
    const { sql } = database;
    const before = await database.keepAs(anonymous, read);
    await sql`
      update public.updates set status = 'draft', publish_at = null
      where id = (select id from public.updates where status = 'draft' limit 1)`;
    await sql`
      insert into public.updates (kind, url, title, summary, body, status, author)
      values ('news', 'not-yet', 'Not yet', 'A draft', 'Nobody knows.', 'draft', 'A tester')`;
    assert.deepEqual(changed(before, await database.keepAs(anonymous, read)), []);
    const editor = await database.keepAs(person('editor'), read);
    assert.notEqual(editor['updates'], before['updates'], 'an editor sees drafts');
  });
});
