import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  accept,
  enterAll,
  makeEntrants,
  makeList,
  makeOrder,
  offerNext,
  places,
} from '../../support/data/lists.ts';

const database = openTestDatabase();
const owner = person('owner');

interface Desk {
  readonly entries: readonly { readonly entry_id: string; readonly place: number }[];
  readonly duplicates: readonly { readonly because: string; readonly entries: readonly string[] }[];
  readonly offers: readonly {
    readonly seen_at: string | null;
    readonly paid_at: string | null;
    readonly offered_at: string;
    readonly status: string;
    readonly rank: number;
  }[];
  readonly entry_count: number;
  readonly offer_count: number;
  readonly unasked: number;
  readonly choices: readonly { readonly wished: number }[];
}

async function desk(sql: TransactionSql, list: string): Promise<Desk> {
  const [row] = await sql<{ answer: Desk }[]>`select public.list_desk(${list}) as answer`;
  assert.ok(row);
  return row.answer;
}

describe('list_desk', () => {
  test('flags accounts of one mailbox, whatever follows a plus sign', async () => {
    const list = await makeList(database.sql);
    const people = await makeEntrants(database.sql, 3);
    for (const [index, email] of ['Fox@one.test', 'fox+2@one.test', 'fox@two.test'].entries())
      await database.sql`update auth.users set email = ${email} where id = ${people[index]?.id ?? ''}`;
    const entered = await enterAll(database.keepAs, list.id, people);
    const { duplicates } = await database.as(owner, (sql) => desk(sql, list.id));
    const shared = entered.slice(0, 2).map(({ entry_id }) => entry_id);
    assert.deepEqual(duplicates, [{ because: 'mailbox', entries: shared.toSorted() }]);
  });

  test('shows entries without names, flags those that share an address, and turns nobody away', async () => {
    const list = await makeList(database.sql, { kind: 'waiting_list' });
    const people = await makeEntrants(database.sql, 4);
    for (const [index, street] of ['Oak Lane 1', 'oak  lane 1', 'Elm Street 2'].entries()) {
      await database.sql`
        insert into public.addresses (user_id, name, line1, city, postcode, country)
        values (${people[index]?.id ?? ''}, 'Somebody', ${street}, 'Utrecht', '3511 AB', 'NL')`;
    }
    const entered = await enterAll(database.keepAs, list.id, people);
    await database.keepAs(owner, (sql) => offerNext(sql, list.id, 1));
    const answer = await database.as(owner, (sql) => desk(sql, list.id));
    assert.deepEqual(
      answer.entries.map(({ entry_id }) => entry_id),
      entered.map(({ entry_id }) => entry_id),
    );
    assert.deepEqual(answer.duplicates, [
      {
        because: 'address',
        entries: entered
          .slice(0, 2)
          .map(({ entry_id }) => entry_id)
          .toSorted(),
      },
    ]);
    assert.deepEqual([answer.offers.length, answer.choices[0]?.wished], [1, 4]);
    const text = JSON.stringify(answer);
    for (const { id, email } of people) assert.ok(!text.includes(id) && !text.includes(email));
  });

  test('tells of an offer when it was sent, seen and paid', async () => {
    const list = await makeList(database.sql, { kind: 'waiting_list' });
    const [one] = await makeEntrants(database.sql, 1);
    assert.ok(one);
    await enterAll(database.keepAs, list.id, [one]);
    const { offers } = await database.keepAs(owner, (sql) => offerNext(sql, list.id, 1));
    const offer = offers[0]?.id ?? '';
    const told = async () => {
      const [row] = (await database.as(owner, (sql) => desk(sql, list.id))).offers;
      assert.ok(row);
      return [row.offered_at, row.seen_at, row.paid_at].map((at) => at !== null);
    };
    assert.deepEqual(await told(), [true, false, false]);
    await database.keepAs(one.caller, places);
    assert.deepEqual(await told(), [true, true, false]);
    await database.keepAs(one.caller, (sql) => accept(sql, offer));
    const order = await makeOrder(database.sql, one.id);
    await database.sql`update public.offers set order_id = ${order} where id = ${offer}`;
    assert.deepEqual(await told(), [true, true, false]);
    await database.sql`update public.order_records set paid_at = now() where id = ${order}`;
    assert.deepEqual(await told(), [true, true, true]);
  });

  test('tells every offer that waits, however many others there are, and how many there are in all', async () => {
    const list = await makeList(database.sql, { kind: 'waiting_list' });
    const people = await makeEntrants(database.sql, 2003);
    await database.sql`
      insert into public.list_entries (list_id, user_id) select ${list.id}, unnest(${people.map(({ id }) => id)}::uuid[])`;
    await database.sql`
      insert into public.offers (list_id, entry_id, user_id, choice_id, variant_id, rank, round, offered_at, expires_at, status, ended_at)
      select ${list.id}, e.id, e.user_id, ${list.choices[0] ?? ''}, ${list.variants[0] ?? ''}, e.n, 1,
        now() - interval '3 days' + e.n * interval '1 second', now() + interval '1 day',
        case e.n when 1 then 'pending' else 'expired' end::public.offer_status, case when e.n > 1 then now() end
      from (select *, row_number() over (order by id) as n from public.list_entries where list_id = ${list.id}) e
      where e.n <= 2002`;
    const told = await database.as(owner, (sql) => desk(sql, list.id));
    assert.deepEqual(
      [told.offers.length, told.offer_count, told.unasked, told.entry_count],
      [2001, 2002, 1, 2003],
    );
    assert.deepEqual(
      told.offers.flatMap(({ status, rank }) => (status === 'pending' ? [rank] : [])),
      [1],
    );
  });

  test("is the owner's alone", async () => {
    const list = await makeList(database.sql);
    for (const name of ['editor', 'fulfilment', 'support', 'first'] as const) {
      const refusal = await refusalOf(database.as(person(name), (sql) => desk(sql, list.id)));
      assert.equal(refusal.reason, 'not_allowed');
    }
    const unknown = await refusalOf(
      database.as(owner, (sql) => desk(sql, '00000000-0000-4000-8000-00000000dead')),
    );
    assert.equal(unknown.reason, 'unknown_list');
  });
});
