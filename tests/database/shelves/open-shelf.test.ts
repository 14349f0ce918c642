import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
  type PersonName,
} from '../../support/database.ts';
import { placeAs } from '../../support/data/customers.ts';

const database = openTestDatabase();
const everyoneElse = ['second', 'owner', 'editor', 'support', 'fulfilment', 'former'] as const;

interface Opened {
  readonly is_shared: boolean;
  readonly name: string;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}
const closed = { is_shared: false, name: '', items: [] };

const open = (caller: Caller, token: string | null) =>
  database.as(caller, async (sql) => {
    const [row] = await sql<{ shelf: Opened }[]>`select public.open_shelf(${token}) as shelf`;
    assert.ok(row);
    return row.shelf;
  });

const put = (name: PersonName, title: string, note = '') =>
  database.keepAs(
    person(name),
    (sql) => sql`insert into public.shelf_items (title, note) values (${title}, ${note})`,
  );

const share = (name: PersonName, called: string, showsNotes = false) =>
  database.keepAs(person(name), async (sql) => {
    const rows = await sql<{ token: string }[]>`
      insert into public.shelf_links (name, shows_notes) values (${called}, ${showsNotes}) returning token`;
    return rows[0]?.token ?? '';
  });

const withdraw = (name: PersonName) =>
  database.keepAs(person(name), (sql) => sql`delete from public.shelf_links`);

beforeEach(async () => {
  await database.sql`delete from public.shelf_links`;
  await database.sql`delete from public.shelf_items`;
});

describe('open_shelf', () => {
  test('shows what its owner shares, by the name they chose, and nothing of them or their orders', async () => {
    const order = await placeAs(database, 'first@people.test', 'first');
    await database.keepAs(
      person('first'),
      (sql) => sql`
        insert into public.shelf_items (title, choice, since, note, product_id, variant_id, order_line_id)
        select l.title, 'Fog', 'May 2026', 'A gift', l.product_id, l.variant_id, l.id
        from public.order_lines l where l.order_id = ${order.id}`,
    );
    const token = await share('first', 'Ada');
    const shelf = await open(anonymous, token);
    assert.deepEqual([shelf.is_shared, shelf.name, shelf.items.length], [true, 'Ada', 1]);
    const [item] = shelf.items;
    assert.deepEqual(Object.keys(item ?? {}).toSorted(), [
      'choice',
      'id',
      'kind',
      'note',
      'since',
      'title',
      'url',
      'variant_id',
    ]);
    assert.deepEqual([item?.['choice'], item?.['since'], item?.['note']], ['Fog', 'May 2026', '']);
    const text = JSON.stringify(shelf);
    for (const secret of ['first@people.test', order.number, order.id, personId('first'), token]) {
      assert.ok(!text.includes(secret), secret);
    }
  });

  test('notes are shown once their owner says so', async () => {
    await put('first', 'Board', 'Lubed');
    const token = await share('first', 'Ada');
    assert.equal((await open(anonymous, token)).items[0]?.['note'], '');
    await database.keepAs(
      person('first'),
      (sql) => sql`update public.shelf_links set shows_notes = true`,
    );
    assert.equal((await open(anonymous, token)).items[0]?.['note'], 'Lubed');
  });

  test('a link that was withdrawn opens nothing, and sharing again makes another', async () => {
    await put('first', 'Board');
    const token = await share('first', 'Ada');
    await withdraw('first');
    assert.deepEqual(await open(anonymous, token), closed);
    const second = await share('first', 'Ada');
    assert.notEqual(second, token);
    assert.ok(/^[0-9a-f]{64}$/.test(second));
    assert.deepEqual(await open(anonymous, token), closed);
    assert.equal((await open(person('second'), second)).is_shared, true);
  });

  test('a guess opens nothing', async () => {
    await put('first', 'Board');
    const token = await share('first', 'Ada');
    for (const guess of [null, '', '%', token.slice(1), `${token}0`, personId('first')]) {
      assert.deepEqual(await open(anonymous, guess), closed, String(guess));
    }
  });

  test('what the shop no longer shows stays on a shelf without its page', async () => {
    const [product] = await database.sql<{ id: string }[]>`
      insert into public.products (kind, category, url, title, summary, status, publish_at)
      values ('product', 'part', 'was-shown', 'Was shown', 'x', 'published', now() - interval '1 day') returning id`;
    const id = product?.id ?? '';
    await database.keepAs(
      person('first'),
      (sql) => sql`insert into public.shelf_items (title, product_id) values ('Was shown', ${id})`,
    );
    const token = await share('first', 'Ada');
    const urls = async () =>
      (await open(anonymous, token)).items.map(({ title, url }) => [title, url]);
    assert.deepEqual(await urls(), [['Was shown', 'was-shown']]);
    await database.sql`update public.products set status = 'draft' where id = ${id}`;
    assert.deepEqual(await urls(), [['Was shown', null]]);
    await database.sql`delete from public.products where id = ${id}`;
    assert.deepEqual(await urls(), [['Was shown', null]]);
  });
});

describe('a shelf', () => {
  test('is its owner’s: others and staff read nothing of it, write nothing on it, and open no link', async () => {
    await put('first', 'Board');
    await share('first', 'Ada');
    for (const name of everyoneElse) {
      await database.as(person(name), async (sql) => {
        for (const table of ['shelf_items', 'shelf_links']) {
          assert.equal(
            (await sql.unsafe(`select from public.${table}`)).length,
            0,
            `${name} ${table}`,
          );
          assert.equal(
            (await sql.unsafe(`delete from public.${table}`)).count,
            0,
            `${name} ${table}`,
          );
        }
        const changed = await sql`update public.shelf_items set title = 'Theirs'`;
        assert.equal(changed.count, 0, name);
      });
    }
    const refused = await refusalOf(
      database.as(anonymous, (sql) => sql`select from public.shelf_items`),
    );
    assert.equal(refused.code, '42501');
    const theirs = database.as(
      person('second'),
      (sql) =>
        sql`insert into public.shelf_items (user_id, title) values (${personId('first')}, 'x')`,
    );
    assert.equal((await refusalOf(theirs)).code, '42501');
    const chosen = database.as(
      person('first'),
      (sql) => sql`update public.shelf_links set token = 'guessable'`,
    );
    assert.equal((await refusalOf(chosen)).code, '42501');
  });

  test('takes an item of an own order once, however often it is put there, and of no other’s', async () => {
    const order = await placeAs(database, 'first@people.test', 'first');
    const [line] = await database.sql<{ id: string }[]>`
      select id from public.order_lines where order_id = ${order.id}`;
    const fill = (name: PersonName) =>
      database.keepAs(
        person(name),
        (sql) => sql`
          insert into public.shelf_items (title, order_line_id) values ('Foam', ${line?.id ?? ''})
          on conflict (user_id, order_line_id) do nothing`,
      );
    await Promise.all([fill('first'), fill('first'), fill('first')]);
    const rows =
      await database.sql`select from public.shelf_items where user_id = ${personId('first')}`;
    assert.equal(rows.length, 1);
    for (const name of ['second', 'owner', 'fulfilment'] as const) {
      assert.equal((await refusalOf(fill(name))).code, '42501', name);
    }
  });

  test('takes titles and names as long as they are shown, and no spaces beyond', async () => {
    for (const title of ['a'.repeat(121), `a${' '.repeat(200)}`, '   '])
      assert.equal((await refusalOf(put('first', title))).code, '23514', title.slice(0, 5));
  });

  test('holds 500 items at most, in a race too', async () => {
    await database.sql`
      insert into public.shelf_items (user_id, title)
      select ${personId('first')}, 'Many' from generate_series(1, 498)`;
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, () => put('first', 'One more')),
    );
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 2);
    assert.equal((await refusalOf(put('first', 'Too many'))).reason, 'shelf_full');
  });

  test('goes with its account and its link, and is in what the owner exports, without the link', async () => {
    await put('former', 'Board');
    const token = await share('former', 'Bo');
    await database.sql`select private.count_customers(1000000)`;
    const [row] = await database.keepAs(
      person('owner'),
      (sql) => sql<{ data: Readonly<Record<string, readonly unknown[]>> }[]>`
        select public.export_customer(${personId('former')}) as data`,
    );
    assert.deepEqual([row?.data['shelf_items']?.length, row?.data['shelf_links']?.length], [1, 1]);
    assert.ok(!JSON.stringify(row).includes(token));
    await database.sql`delete from auth.users where id = ${personId('former')}`;
    assert.deepEqual(await open(anonymous, token), closed);
    for (const table of ['shelf_items', 'shelf_links']) {
      assert.equal((await database.sql.unsafe(`select from public.${table}`)).length, 0);
    }
  });
});
