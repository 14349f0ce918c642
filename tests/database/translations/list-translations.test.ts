import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { oneQuestion, translate, type Text } from '../../support/languages/translations.ts';

const database = openTestDatabase();

interface Row extends Text {
  readonly place: string;
  readonly area: string;
  readonly owner: string;
  readonly text: string;
  readonly made_from: string;
  readonly version: number;
  readonly proposal: string;
}

interface Asked {
  readonly show?: string;
  readonly area?: string | null;
  readonly search?: string;
  readonly after?: string | null;
  readonly most?: number;
}

const list = (
  { show = 'all', area = null, search = '', after = null, most = 500 }: Asked = {},
  caller = person('editor'),
) =>
  database.as(
    caller,
    (sql) => sql<Row[]>`
      select * from public.list_translations('de', ${show}, ${area}, ${search}, ${after}, ${most})`,
  );

const keyOf = (row: Text) => `${row.table_name} ${row.row_id} ${row.column_name}`;

describe('list_translations', () => {
  test('gives every text once, page by page, in an order in which things stay together', async () => {
    const seen: Row[] = [];
    for (let after: string | null = null; ;) {
      const page: readonly Row[] = await list({ after, most: 400 });
      seen.push(...page);
      const last = page.at(-1);
      if (!last) break;
      after = last.place;
    }
    assert.ok(seen.length > 500, `${seen.length}`);
    assert.equal(new Set(seen.map(keyOf)).size, seen.length);
    const runs = seen.filter((row, index) => row.area !== seen[index - 1]?.area);
    assert.deepEqual(
      runs.map(({ area }) => area),
      [...new Set(seen.map(({ area }) => area))],
    );
    assert.ok(seen.every(({ source }) => source.trim() !== ''));
  });

  test('leaves out what is archived, and legal texts that no longer hold', async () => {
    const [archived] = await database.sql<{ id: string }[]>`
      select id from public.products where status = 'published' order by url limit 1`;
    const id = archived?.id ?? '';
    const isListed = async () =>
      (await list({ area: 'products' })).some((row) => row.row_id === id) ||
      (await database.sql`select from private.source_texts where row_id = ${id}`).length > 0;
    assert.ok(await isListed());
    await database.sql`update public.products set status = 'archived' where id = ${id}`;
    assert.ok(!(await isListed()));
    const versions = await database.sql<{ holds: boolean }[]>`
      select not exists (select from public.legal_versions n
        where n.document = v.document and n.number > v.number and n.effective_at <= now()) as holds
      from private.source_texts s join public.legal_versions v on v.id = private.uuid_of(s.row_id)
      where s.table_name = 'legal_versions'`;
    assert.ok(versions.length > 0 && versions.every(({ holds }) => holds));
  });

  test('tells what is open, and what was translated from an older text', async () => {
    const text = await oneQuestion(database, 0);
    const of = async (show: string) =>
      (await list({ show, area: 'questions' })).find((row) => keyOf(row) === keyOf(text));
    assert.equal((await of('open'))?.version, 0);
    await translate(database, text, 'Wann?');
    assert.deepEqual([await of('open'), await of('older')], [undefined, undefined]);
    assert.equal((await of('all'))?.text, 'Wann?');
    await database.sql`update public.faq_entries set question = 'Another?' where id = ${text.row_id}`;
    const older = await of('older');
    assert.deepEqual(
      [older?.source, older?.made_from, older?.text],
      ['Another?', text.source, 'Wann?'],
    );
  });

  test('finds by the text, by the translation and by what it belongs to', async () => {
    const text = await oneQuestion(database, 1);
    await translate(database, text, 'Straußenfeder 100%');
    const found = async (search: string) => (await list({ search })).map(keyOf);
    assert.deepEqual(await found('STRAUßENFEDER 100%'), [keyOf(text)]);
    assert.ok((await found(text.source.slice(0, 20).toUpperCase())).includes(keyOf(text)));
    assert.deepEqual(await found('_no_such_text_'), []);
    const merlow = await list({ search: 'braefell' });
    assert.ok(merlow.length > 5);
  });

  test('proposes how the same text was translated elsewhere', async () => {
    const labels = await database.sql<{ id: string; label: string }[]>`
      select f.id, f.label from public.product_facts f
      join public.products p on p.id = f.product_id and p.status <> 'archived'
      where label = (select label from public.product_facts group by 1 order by count(*) desc limit 1)
      order by f.id limit 2`;
    const [one, two] = labels.map(({ id, label }) => ({
      table_name: 'product_facts',
      row_id: id,
      column_name: 'label',
      source: label,
    }));
    assert.ok(one && two);
    await translate(database, one, 'Vorschlag');
    const shown = await list({ show: 'open', search: two.source });
    const row = shown.find((each) => keyOf(each) === keyOf(two));
    assert.deepEqual([row?.text, row?.proposal], ['', 'Vorschlag']);
  });

  test('is for owners and editors alone', async () => {
    for (const name of ['first', 'former', 'support', 'fulfilment'] as const)
      assert.equal((await refusalOf(list({}, person(name)))).reason, 'not_allowed', name);
    assert.equal((await refusalOf(list({}, anonymous))).code, '42501');
    assert.equal((await list({ most: 1 }, person('owner'))).length, 1);
  });
});
