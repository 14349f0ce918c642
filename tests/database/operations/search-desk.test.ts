import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { mayOpen } from '../../../src/desk-kit/model/desk-rights.ts';
import { deskOfKind } from '../../../src/desk-kit/model/desk-find.ts';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  type PersonName,
} from '../../support/database.ts';
import { buy, dutchAddress, line } from '../../support/data/orders.ts';

const database = openTestDatabase();

interface Found {
  readonly kind: string;
  readonly record: string;
  readonly title: string;
  readonly note: string;
  readonly count: number | null;
  readonly rank: number;
}

const search = (text: string | null, name: PersonName = 'owner', kinds: string[] | null = null) =>
  database.as(person(name), async (sql) => [
    ...(await sql<Found[]>`select * from public.search_desk(${text}, ${kinds}, 20)`),
  ]);
const recordsOf = async (text: string, kind: string, name: PersonName = 'owner') =>
  (await search(text, name)).filter((row) => row.kind === kind).map(({ record }) => record);

async function place(name: string, email: string) {
  const lines = [await line(database.sql, 'KNOB-SILVER')];
  const address = { ...dutchAddress, name };
  return (await database.keepAs(anonymous, (sql) => buy(sql, { lines, address, email }))).order;
}

describe('search_desk', () => {
  test('finds an order by its number in any spelling, its beginning and its last digits', async () => {
    const { number } = await place('Number Person', `${randomUUID()}@find.test`);
    const digits = number.slice(3);
    for (const text of [
      number,
      digits,
      `kw ${digits}`,
      `Kw${digits}`,
      ` kw-${digits} `,
      `#${digits}`,
    ])
      assert.deepEqual(await recordsOf(text, 'order'), [number], text);
    for (const text of [digits.slice(0, 4), digits.slice(-3), `kw-${digits.slice(0, 3)}`])
      assert.ok((await recordsOf(text, 'order')).includes(number), text);
    for (const text of [digits.slice(-2), `kw-${digits.slice(0, 2)}`])
      assert.deepEqual(await recordsOf(text, 'order'), [], text);
  });

  test('finds what is B-stock by the name that it is shown under, and by its SKU', async () => {
    const sku = `MARKED-${randomUUID().slice(0, 8).toUpperCase()}`;
    await database.sql`
      insert into public.variants (product_id, sku, title, flaws, price_minor, weight_grams, availability)
      select product_id, ${sku}, 'Oyster', 'Two small marks', 900, 100, 'archived' from public.variants where sku = 'KNOB-SILVER'`;
    const variantsOf = async (text: string) =>
      (await search(text)).filter(({ kind }) => kind === 'variant');
    for (const text of [sku, 'oyster b-stock', 'Oyster, B-stock', 'B-STOCK'])
      assert.ok(
        (await variantsOf(text)).some(({ note }) => note === sku),
        text,
      );
    const [shown] = await variantsOf(sku);
    assert.match(shown?.title ?? '', /Oyster, B-stock$/);
    assert.ok((await variantsOf('silver b-stock')).every(({ note }) => note !== 'KNOB-SILVER'));
    await database.sql`delete from public.variants where sku = ${sku}`;
  });

  test('finds an order by the tracking number of its parcel, however it is grouped', async () => {
    const { id, number } = await place('Parcel Person', `${randomUUID()}@find.test`);
    await database.sql`update public.shipments set tracking_number = '3SKW 0012-34xy' where order_id = ${id}`;
    for (const text of ['3skw001234XY', '3SKW-0012-34XY', '3skw 0012'])
      assert.deepEqual(await recordsOf(text, 'order', 'support'), [number], text);
    assert.deepEqual(await recordsOf('3skw', 'order'), []);
  });

  test('finds orders and their customer by e-mail and name, whatever the accents and the order of words', async () => {
    const first = await place('Zoë van der Müller', 'zoe.mueller@looked-for.test');
    const second = await place('Zoë van der Müller', 'Zoe.Mueller@looked-for.test');
    for (const text of [
      'zoe.mueller@looked-for.test',
      'ZOE.MUELLER+shop@looked-for.test',
      'zoe.mue',
      'Müller',
      'muller zo',
      'zoe  mueller',
    ]) {
      assert.deepEqual(await recordsOf(text, 'order'), [second.number, first.number], text);
      const [customer, ...others] = (await search(text, 'fulfilment')).filter(
        ({ kind }) => kind === 'customer',
      );
      assert.deepEqual([customer?.title, customer?.count], ['Zoë van der Müller', 2], text);
      assert.equal(customer?.record.toLowerCase(), 'zoe.mueller@looked-for.test');
      assert.deepEqual(others, []);
    }
    assert.deepEqual(await recordsOf('zoe vn der muler', 'order'), [second.number, first.number]);
    // Once counted, the card opens by its id.
    await database.sql`select private.count_customers(1000)`;
    const [counted] = await recordsOf('zoe.mueller@looked-for.test', 'customer', 'fulfilment');
    const [card] = await database.sql<{ email: string }[]>`
      select email from private.customers where id = ${counted ?? null}`;
    assert.equal(card?.email, 'zoe.mueller@looked-for.test');
  });

  test('gives the newest of all orders that fit, of however many', async () => {
    const place = (name: string, count: number) => database.sql<{ number: string }[]>`
      with placed as (
        insert into public.order_records (payment, country_code, shipping_method_name, subtotal_minor, shipping_minor,
          tax_minor, tax_included_minor, total_minor, consents, pay_by, placed_at)
        select 'invoice', 'NL', 'Parcel', 100, 0, 0, 17, 100, '{}', now() + interval '1 day',
          now() - make_interval(mins => ${count} - i)
        from generate_series(1, ${count}::int) i returning id, number, placed_at
      ), known as (
        insert into private.order_contacts (order_id, email, address, token_hash, mailbox_token_hash)
        select id, number || '@many.test', jsonb_build_object('name', ${name}::text, 'country', 'NL'), id, id from placed
      ) select number from placed order by placed_at desc limit 20`;
    for (const [name, count] of [
      ['Several Namesakes', 700],
      ['Countless Namesakes', 1400],
    ] as const) {
      const newest = (await place(name, count)).map(({ number }) => number);
      assert.deepEqual(await recordsOf(name.slice(0, 7), 'order'), newest, name);
    }
    const newest = await database.sql<{ number: string }[]>`
      select o.number from public.order_records o join private.order_contacts c on c.order_id = o.id
      where c.email like '%@many.test' order by o.placed_at desc, o.id desc limit 20`;
    assert.deepEqual(
      await recordsOf('many.test', 'order'),
      newest.map(({ number }) => number),
    );
  });

  test('finds by a whole address what is of that address, and by a part of it the others too', async () => {
    const part = await place('Ann Short', 'ann@whole-address.test');
    const longer = await place('Joann Long', 'joann@whole-address.test');
    assert.deepEqual(await recordsOf('ann@whole-address.test', 'order'), [part.number]);
    assert.deepEqual(await recordsOf('ann@whole', 'order'), [longer.number, part.number]);
    assert.deepEqual(await recordsOf('nn@whole-address.test', 'order'), [
      longer.number,
      part.number,
    ]);
  });

  test('finds whoever was forgotten without a name', async () => {
    const email = `${randomUUID()}@forgotten.test`;
    const { id } = await place('Forgotten Person', email);
    await database.sql`
      update private.order_contacts set address = '{"country": "NL"}' where order_id = ${id}`;
    const found = (await search(email)).filter(({ kind }) => kind === 'customer');
    assert.deepEqual(
      found.map(({ title }) => title),
      [''],
    );
  });

  test('finds goods by SKU before what only begins or sounds like it', async () => {
    const found = await search('foam-60');
    assert.deepEqual([found[0]?.kind, found[0]?.note, found[0]?.rank], ['variant', 'FOAM-60', 0]);
    const [product] = await database.sql<{ id: string; title: string }[]>`
      select id, title from public.products where length(title) > 8 order by title limit 1`;
    assert.ok(product);
    for (const text of [product.title.toUpperCase(), product.title.slice(0, 6)])
      assert.ok((await recordsOf(text, 'product', 'editor')).includes(product.id), text);
    const misspelt = product.title.slice(0, 4) + product.title.slice(5);
    assert.ok((await recordsOf(misspelt, 'product')).includes(product.id), misspelt);
  });

  test('finds lists and updates by words of their titles', async () => {
    for (const [kind, table] of [
      ['list', 'lists'],
      ['update', 'updates'],
    ] as const) {
      const [row] = await database.sql<{ id: string; title: string }[]>`
        select id, title from ${database.sql(table)} order by id limit 1`;
      const words = (row?.title ?? '').split(' ').toReversed().join(' ');
      assert.ok((await recordsOf(words, kind)).includes(row?.id ?? ''), words);
    }
  });

  test('gives each role the kinds alone that its desks may open', async () => {
    const { number } = await place('Every Kind', 'every.kind@find.test');
    const [list] = await database.sql<{ title: string }[]>`select title from public.lists limit 1`;
    const [update] = await database.sql<
      { title: string }[]
    >`select title from public.updates limit 1`;
    const texts = [number, 'every.kind@find.test', 'knob', list?.title ?? '', update?.title ?? ''];
    for (const role of ['owner', 'editor', 'fulfilment', 'support'] as const) {
      const found = (await Promise.all(texts.map((text) => search(text, role)))).flat();
      const kinds = [...new Set(found.map(({ kind }) => kind))].toSorted();
      const open = Object.entries(deskOfKind).filter(([, desk]) => mayOpen(role, desk));
      // Support works with orders, and is not told whose they are.
      const known = open.filter(([kind]) => kind !== 'customer' || role !== 'support');
      assert.deepEqual(kinds, known.map(([kind]) => kind).toSorted(), role);
    }
  });

  test('tells support neither a name nor an e-mail, and finds nothing by a part of them', async () => {
    const { number } = await place('Hidden Person', 'hidden.person@secret.test');
    for (const text of [
      'hidden',
      'person',
      'hidden.person@',
      'hidden.person@secret.tes',
      'secret.test',
    ])
      assert.deepEqual(await search(text, 'support'), [], text);
    // Who is told the whole address by its owner may look for it.
    for (const text of [number, 'hidden.person@secret.test']) {
      const found = await search(text, 'support');
      assert.deepEqual(
        found.map(({ record, note }) => [record, note]),
        [[number, 'h…@…']],
      );
    }
  });

  test('takes what is typed as words, never as a pattern', async () => {
    for (const text of [
      '%',
      '%%',
      '__',
      '%%%%',
      '\\',
      '\\\\\\',
      "' or 1=1",
      '@',
      '@@',
      '',
      ' ',
      'k',
      null,
    ])
      assert.deepEqual(await search(text), [], String(text));
    assert.deepEqual(await recordsOf('KNOB_SILVER', 'variant'), []);
    assert.ok((await search('x'.repeat(5_000))).length === 0);
  });

  test('gives of each kind as many as it is asked for, of the kinds that it is asked for', async () => {
    for (const most of [1, 3]) {
      const found = await database.as(
        person('owner'),
        (sql) => sql<Found[]>`select * from public.search_desk('ke', null, ${most})`,
      );
      const counts = Object.values(Object.groupBy(found, ({ kind }) => kind));
      assert.ok(counts.length > 0 && counts.every((rows) => (rows?.length ?? 0) <= most));
    }
    const found = await search('kw', 'owner', ['product']);
    assert.ok(found.every(({ kind }) => kind === 'product'));
  });

  test('is for staff alone', async () => {
    for (const name of ['first', 'second'] as const)
      assert.equal((await refusalOf(search('KW-10001', name))).reason, 'not_allowed');
    await assert.rejects(
      database.as(anonymous, (sql) => sql`select * from public.search_desk('KW-10001')`),
      /permission denied/,
    );
    for (const inner of ['find_orders', 'find_goods'])
      await assert.rejects(
        database.as(person('owner'), (sql) =>
          inner === 'find_orders'
            ? sql`select * from private.find_orders('10001', true)`
            : sql`select * from private.find_goods('knob', 5)`,
        ),
        /permission denied/,
      );
  });
});
