import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
} from '../../support/database.ts';

const database = openTestDatabase();

interface Saved {
  readonly wishes: readonly {
    readonly id: string;
    readonly product_id: string | null;
    readonly variant_ids: readonly string[];
    readonly options: Readonly<Record<string, string>>;
    readonly kind: string | null;
    readonly url: string | null;
    readonly title: string;
    readonly note: string;
    readonly was_gone: boolean;
    readonly kept_at: string;
  }[];
  readonly left_out: readonly number[];
}

const save = (caller: Caller, changes: unknown) =>
  database.keepAs(caller, async (sql) => {
    const [row] = await sql<{ saved: Saved }[]>`
      select public.save_wishes(${JSON.stringify(changes)}::text::jsonb) as saved`;
    assert.ok(row);
    return row.saved;
  });

/** Of published goods, in the order of their URLs. */
async function products(
  count: number,
): Promise<readonly { id: string; title: string; url: string }[]> {
  return database.sql<{ id: string; title: string; url: string }[]>`
    select id, title, url from public.products where status = 'published' and publish_at < now() order by url limit ${count}`;
}

const kept = (product: string, more: object = {}) => ({
  product_id: product,
  is_kept: true,
  ...more,
});
const removed = (product: string, more: object = {}) => ({
  ...kept(product, more),
  is_kept: false,
});
const namesOf = ({ wishes }: Saved) => wishes.map(({ title }) => title).toSorted();

beforeEach(() => database.sql`delete from public.wishes`);

describe('save_wishes', () => {
  const { cases } = JSON.parse(
    readFileSync(new URL('../../cases/wishes.json', import.meta.url), 'utf8'),
  ) as {
    cases: readonly {
      readonly name: string;
      readonly before: readonly string[];
      readonly changes: readonly string[];
      readonly after: readonly string[];
    }[];
  };

  for (const { name, before, changes, after } of cases) {
    test(`in an account, ${name}`, async () => {
      const goods = await products(3);
      const choices = new Map([
        ['red', randomUUID()],
        ['blue', randomUUID()],
      ]);
      const changeOf = (text: string) => {
        const [product = 'a', choice = ''] = text.slice(1).split('/');
        const id = goods['abc'.indexOf(product)]?.id ?? '';
        const chosen = choice === '' ? {} : { variant_ids: [choices.get(choice)] };
        return { ...kept(id, chosen), is_kept: text.startsWith('+') };
      };
      await save(
        person('first'),
        before.map((thing) => changeOf(`+${thing}`)),
      );
      const { wishes } = await save(person('first'), changes.map(changeOf));
      const shown = wishes.map(({ product_id: id, variant_ids: [choice] }) => {
        const product = 'abc'[goods.findIndex((one) => one.id === id)];
        const word = [...choices].find(([, each]) => each === choice)?.[0];
        return word === undefined ? product : `${product}/${word}`;
      });
      assert.deepEqual(shown.toSorted(), after);
    });
  }

  test('gives back what was kept: where it is shown, what was chosen, the note and when', async () => {
    const [product] = await products(1);
    assert.ok(product);
    const [variant, option, value] = [randomUUID(), randomUUID(), randomUUID()];
    const { wishes } = await save(person('first'), [
      kept(product.id, {
        variant_ids: [variant, variant, 'no id'],
        options: { [option.toUpperCase()]: value, no: 'id' },
        note: 'For the office',
        was_gone: true,
        kept_at: '2026-01-02T03:04:05Z',
      }),
    ]);
    const [wish] = wishes;
    assert.ok(wish);
    assert.deepEqual(
      [
        wish.product_id,
        wish.url,
        wish.title,
        wish.variant_ids,
        wish.options,
        wish.note,
        wish.was_gone,
      ],
      [
        product.id,
        product.url,
        product.title,
        [variant],
        { [option]: value },
        'For the office',
        true,
      ],
    );
    assert.equal(Date.parse(wish.kept_at), Date.parse('2026-01-02T03:04:05Z'));
  });

  test('a browser with a fast clock keeps nothing in the future, and one with none keeps it now', async () => {
    const [one, other] = await products(2);
    const { wishes } = await save(person('first'), [
      kept(one?.id ?? '', { kept_at: '2999-01-01T00:00:00Z' }),
      kept(other?.id ?? '', { kept_at: 'in a moment' }),
    ]);
    assert.equal(wishes.length, 2);
    for (const { kept_at: at } of wishes) {
      assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000, at);
    }
  });

  test('two browsers that hand in what a guest kept end with all of it, each once', async () => {
    const goods = await products(12);
    const half = (from: number) => goods.slice(from, from + 8).map(({ id }) => kept(id));
    const tries = Array.from({ length: 10 }, (_, turn) =>
      save(person('second'), half(turn % 2 === 0 ? 0 : 4)),
    );
    await Promise.all(tries);
    const saved = await save(person('second'), []);
    assert.deepEqual(namesOf(saved), goods.map(({ title }) => title).toSorted());
  });

  test('a list of 500 takes no more, says which it left out, and stays within its bound in a race', async () => {
    const [product, other] = await products(2);
    assert.ok(product && other);
    await database.sql`
      insert into public.wishes (user_id, product_id, variant_ids, title)
      select ${personId('first')}, ${product.id}, array[gen_random_uuid()], 'Many' from generate_series(1, 498)`;
    const more = () => [kept(other.id, { variant_ids: [randomUUID()] }), removed(randomUUID())];
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => save(person('first'), more())),
    );
    assert.equal(answers.filter(({ left_out: out }) => out.length === 0).length, 2);
    assert.deepEqual(answers.find(({ left_out: out }) => out.length > 0)?.left_out, [0]);
    assert.equal((await save(person('first'), [])).wishes.length, 500);
  });

  test('what is archived stays in the list with its page, what is hidden or removed stays by its name', async () => {
    const [row] = await database.sql<{ id: string }[]>`
      insert into public.products (kind, category, url, title, summary, status, publish_at)
      values ('product', 'part', 'soon-gone', 'Soon gone', 'x', 'published', now() - interval '1 day') returning id`;
    const id = row?.id ?? '';
    await save(person('first'), [kept(id)]);
    const shown = async () =>
      (await save(person('first'), [])).wishes.map(({ url, title }) => [url, title]);
    await database.sql`update public.products set status = 'archived' where id = ${id}`;
    assert.deepEqual(await shown(), [['soon-gone', 'Soon gone']]);
    await database.sql`update public.products set status = 'draft' where id = ${id}`;
    assert.deepEqual(await shown(), [[null, 'Soon gone']]);
    await database.sql`delete from public.products where id = ${id}`;
    const { wishes } = await save(person('first'), []);
    assert.deepEqual(
      wishes.map(({ product_id: product, title }) => [product, title]),
      [[null, 'Soon gone']],
    );
    const others = await save(person('second'), [{ id: wishes[0]?.id, is_kept: false }]);
    assert.deepEqual(others.wishes, []);
    assert.equal((await save(person('first'), [])).wishes.length, 1);
    assert.deepEqual(
      (await save(person('first'), [{ id: wishes[0]?.id, is_kept: false }])).wishes,
      [],
    );
  });

  test('what nobody can see yet is passed over, for staff too', async () => {
    const [draft] = await database.sql<{ id: string }[]>`
      select id from public.products where status = 'draft' or publish_at > now() limit 1`;
    assert.ok(draft);
    for (const name of ['first', 'owner'] as const) {
      const saved = await save(person(name), [kept(draft.id), kept(randomUUID())]);
      assert.deepEqual(saved, { wishes: [], left_out: [] }, name);
    }
  });

  test('nobody reaches the list of another, staff and strangers neither', async () => {
    const [product] = await products(1);
    assert.ok(product);
    await save(person('first'), [kept(product.id, { note: 'Mine' })]);
    for (const name of ['second', 'owner', 'editor', 'support', 'fulfilment', 'former'] as const) {
      assert.deepEqual((await save(person(name), [removed(product.id)])).wishes, [], name);
      const read = await database.as(person(name), (sql) => sql`select from public.wishes`);
      assert.equal(read.length, 0, name);
    }
    const written = database.as(person('first'), (sql) => sql`update public.wishes set note = ''`);
    assert.equal((await refusalOf(written)).code, '42501');
    assert.equal((await refusalOf(save(anonymous, []))).code, '42501');
    const nameless = { role: 'authenticated', claims: { role: 'authenticated' } } as const;
    assert.equal((await refusalOf(save(nameless, []))).reason, 'signed_out');
    assert.equal((await save(person('first'), [])).wishes[0]?.note, 'Mine');
  });

  test('what the shop has removed can be given a note, and holds up nothing else', async () => {
    const [product] = await products(1);
    const [gone] = await database.sql<{ id: string }[]>`
      insert into public.wishes (user_id, title) values (${personId('owner')}, 'Long gone') returning id`;
    const { wishes } = await save(person('owner'), [
      { id: gone?.id, is_kept: true, note: 'Ask for it' },
      kept(product?.id ?? ''),
    ]);
    assert.deepEqual(wishes.map(({ note }) => note).toSorted(), ['', 'Ask for it']);
  });

  test('what is no change of a list is refused and nothing of it is made', async () => {
    const [product] = await products(1);
    const id = product?.id ?? '';
    const reason = async (changes: unknown) =>
      (await refusalOf(save(person('first'), changes))).reason;
    assert.equal(await reason('nonsense'), 'wrong_json');
    const ids = Array.from({ length: 21 }, () => randomUUID());
    const wrong = [
      {},
      [7],
      [{ product_id: id }],
      [kept('x')],
      [{ is_kept: true }],
      [kept(id, { variant_ids: {} })],
      [kept(id, { variant_ids: ids })],
      [kept(id, { options: [] })],
      [kept(id, { options: Object.fromEntries(ids.map((one) => [one, one])) })],
      [kept(id, { note: 7 })],
      [kept(id, { note: 'n'.repeat(501) })],
      [kept(id, { was_gone: 'yes' })],
      Array.from({ length: 1001 }, () => kept(id)),
    ];
    for (const changes of wrong) {
      assert.equal(await reason(changes), 'wrong_wishes', JSON.stringify(changes).slice(0, 80));
    }
    assert.equal(await reason([kept(id), kept('x')]), 'wrong_wishes');
    assert.deepEqual((await save(person('first'), [])).wishes, []);
  });

  test('goes with its account, and is in what the owner exports of a customer', async () => {
    const [product] = await products(1);
    await save(person('former'), [kept(product?.id ?? '')]);
    await database.sql`select private.count_customers(1000000)`;
    const [row] = await database.keepAs(
      person('owner'),
      (sql) =>
        sql<
          { data: { wishes: unknown[] } }[]
        >`select public.export_customer(${personId('former')}) as data`,
    );
    assert.equal(row?.data.wishes.length, 1);
    await database.sql`delete from auth.users where id = ${personId('former')}`;
    assert.equal(
      (await database.sql`select from public.wishes where user_id = ${personId('former')}`).length,
      0,
    );
  });
});
