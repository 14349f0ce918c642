import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  type PersonName,
} from '../../support/database.ts';

const database = openTestDatabase();

interface Row {
  readonly id: string;
  readonly image_id: string | null;
  readonly path: string;
  readonly bucket: string | null;
  readonly bytes: number | null;
  readonly at: string;
  readonly product: string;
  readonly uses: readonly { readonly kind: string; readonly title: string }[];
  readonly is_used: boolean;
}

interface Asked {
  readonly filter?: string;
  readonly search?: string;
  readonly after?: Row;
  readonly most?: number;
}

const listed = (who: PersonName, asked: Asked = {}) =>
  database.as(person(who), async (sql) => {
    const { filter = 'all', search = '', after, most = 60 } = asked;
    const rows = await sql<Row[]>`
      select *, at::text as at, bytes::int as bytes from public.list_media(
        ${filter}, ${search}, ${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid, ${most})`;
    return [...rows];
  });
const pathsOf = (rows: readonly Row[]) => rows.map(({ path }) => path);

/** A file of so many bytes, newer than all before. */
const store = (name: string, bucket = 'drafts', size = 1000) => database.sql`
  insert into storage.objects (bucket_id, name, metadata, created_at)
  values (${bucket}, ${name}, ${JSON.stringify({ size })}::text::jsonb, clock_timestamp())`;

const show = async (path: string, alt = 'A keyboard') => {
  const [row] = await database.sql<{ id: string }[]>`
    insert into public.product_images (product_id, storage_path, alt, width, height, placeholder_colour, created_at)
    select id, ${path}, ${alt}, 1600, 1200, '#808080', clock_timestamp() from public.products
    where url = 'braefell-65' returning id`;
  return row?.id ?? '';
};

describe('list_media', () => {
  beforeEach(async () => {
    await database.sql`delete from public.product_images where storage_path like 'uploads/%'`;
    await database.sql`update public.updates set image_id = null, body = 'Nothing to see.'`;
    // Storage keeps its rows from being deleted beside its API.
    await database.sql.begin(async (sql) => {
      await sql`select set_config('storage.allow_delete_query', 'true', true)`;
      await sql`delete from storage.objects`;
    });
  });

  test('gives what products show with its file and places, newest first', async () => {
    await store('uploads/a/old.webp', 'product-images', 2500);
    await show('uploads/a/old.webp');
    const id = await show('uploads/a/new.webp');
    await database.sql`
      update public.updates set image_id = ${id} where id = (select id from public.updates limit 1)`;
    const [newer, older] = await listed('editor');
    assert.deepEqual(
      [newer?.path, newer?.bucket, newer?.uses.map(({ kind }) => kind)],
      ['uploads/a/new.webp', null, ['update']],
    );
    assert.deepEqual(
      [older?.path, older?.bucket, older?.bytes, older?.product, older?.is_used],
      ['uploads/a/old.webp', 'product-images', 2500, 'Braefell 65', true],
    );
  });

  test('gives files that nothing shows, once, and not what the text of an update shows', async () => {
    await store('uploads/library/idle.webp');
    await store('uploads/library/told.webp');
    await store('uploads/library/told.webp', 'product-images');
    await database.sql`
      update public.updates set body = 'Look: https://shop.test/product-images/uploads/library/told.webp'
      where id = (select id from public.updates limit 1)`;
    const files = (await listed('owner')).filter((row) => row.image_id === null);
    assert.deepEqual(
      files.map((row) => [row.path, row.bucket, row.is_used]),
      [
        ['uploads/library/told.webp', 'product-images', true],
        ['uploads/library/idle.webp', 'drafts', false],
      ],
    );
    assert.deepEqual(pathsOf(await listed('owner', { filter: 'unused' })), [
      'uploads/library/idle.webp',
    ]);
  });

  test('tells of no place at which a file stays that was replaced', async () => {
    const id = await show('uploads/a/old.webp');
    const body = (path: string) =>
      `![A board](https://shop.test/product-images/${path}) Twice: ${path}`;
    const [update] = await database.sql<{ id: string }[]>`
      update public.updates set body = ${body('uploads/a/old.webp')}
      where id = (select id from public.updates limit 1) returning id`;
    await database.sql`delete from public.translations where row_id = ${update?.id ?? ''}`;
    await database.sql`
      insert into public.translations (language, table_name, row_id, column_name, text, source)
      values ('de', 'updates', ${update?.id ?? ''}, 'body', ${`Schau: ${body('uploads/a/old.webp')}`}, ${body('uploads/a/old.webp')})`;
    await database.keepAs(
      person('editor'),
      (sql) => sql`
      update public.product_images set storage_path = 'uploads/a/new.webp' where id = ${id}`,
    );
    const [picture] = await listed('editor');
    assert.deepEqual(
      [picture?.path, picture?.uses.map(({ kind }) => kind)],
      ['uploads/a/new.webp', ['update']],
    );
    const kept = await database.sql`
      select u.body, t.text, t.source from public.updates u
      join public.translations t on t.row_id = u.id::text where u.id = ${update?.id ?? ''}`;
    const now = body('uploads/a/new.webp');
    assert.deepEqual([...kept], [{ body: now, text: `Schau: ${now}`, source: now }]);
    await database.sql`delete from public.translations where row_id = ${update?.id ?? ''}`;
  });

  test('finds what lacks its alt text, and by name, alt text and product', async () => {
    await database.sql`update public.products set status = 'draft' where url = 'braefell-65'`;
    await show('uploads/a/nameless.webp', '');
    await show('uploads/a/named.webp', 'A green keyboard');
    assert.deepEqual(pathsOf(await listed('editor', { filter: 'missing' })), [
      'uploads/a/nameless.webp',
    ]);
    const find = async (search: string) => pathsOf(await listed('editor', { search }));
    assert.deepEqual(await find('NAMELESS'), ['uploads/a/nameless.webp']);
    assert.deepEqual(await find('green key'), ['uploads/a/named.webp']);
    assert.ok((await find('braefell')).length >= 2);
    assert.deepEqual(await find('100%'), []);
  });

  test('reads on after a picture, and gives each once', async () => {
    const all = pathsOf(await listed('owner', { most: 500 }));
    const read: Row[] = [];
    for (let isMore = true; isMore;) {
      const last = read.at(-1);
      const page = await listed('owner', { most: 100, ...(last ? { after: last } : {}) });
      read.push(...page);
      isMore = page.length === 100;
    }
    assert.deepEqual(pathsOf(read), all);
    assert.ok(all.length > 100);
  });

  test('is shut to all but owners and editors', async () => {
    for (const name of ['first', 'support', 'fulfilment', 'former'] as const)
      assert.equal((await refusalOf(listed(name))).reason, 'not_allowed', name);
    const nobody = await refusalOf(
      database.as(anonymous, (sql) => sql`select * from public.list_media()`),
    );
    assert.equal(nobody.code, '42501');
  });
});

describe('a file of storage', () => {
  test('is deleted by owners and editors alone, and by nobody while something shows it', async () => {
    const remove = (who: PersonName, path: string) =>
      database.keepAs(person(who), async (sql) => {
        await sql`select set_config('storage.allow_delete_query', 'true', true)`;
        const rows = await sql`delete from storage.objects where name = ${path} returning id`;
        return rows.length;
      });
    await store('uploads/a/shown.webp', 'product-images');
    await show('uploads/a/shown.webp');
    await store('uploads/library/spare.webp');
    for (const name of ['first', 'support', 'fulfilment', 'former'] as const)
      assert.equal(await remove(name, 'uploads/library/spare.webp'), 0, name);
    for (const name of ['owner', 'editor'] as const)
      assert.equal(await remove(name, 'uploads/a/shown.webp'), 0, name);
    assert.equal(await remove('editor', 'uploads/library/spare.webp'), 1);
  });
});
