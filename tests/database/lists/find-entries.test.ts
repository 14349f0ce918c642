import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { makeEntrants, makeList } from '../../support/data/lists.ts';

const database = openTestDatabase();
const owner = person('owner');

interface Entry {
  readonly entry_id: string;
  readonly place: number;
  readonly comment: string;
}

async function find(sql: TransactionSql, list: string, search = ''): Promise<readonly Entry[]> {
  const [row] = await sql<{ answer: readonly Entry[] }[]>`
    select public.find_entries(${list}, ${search}) as answer`;
  assert.ok(row);
  return row.answer;
}

/** One more than the desk lists, the last with a comment. */
async function largeList(): Promise<string> {
  const list = await makeList(database.sql, { kind: 'waiting_list' });
  const people = await makeEntrants(database.sql, 5001);
  await database.sql`
    insert into public.list_entries (list_id, user_id, entered_at, comment)
    select ${list.id}, id, now() + n * interval '1 millisecond', case n when 5001 then 'In 100% Teal, please' else '' end
    from unnest(${people.map(({ id }) => id)}::uuid[]) with ordinality u (id, n)`;
  return list.id;
}

describe('find_entries', () => {
  test('has everybody on a list that is longer than its desk, and finds the last of them', async () => {
    const list = await largeList();
    const all = await database.as(owner, (sql) => find(sql, list));
    assert.equal(all.length, 5001);
    assert.deepEqual(
      all.map(({ place }) => place),
      all.map((_, index) => index + 1),
    );
    const [row] = await database.as(
      owner,
      (sql) => sql<{ answer: { entries: readonly Entry[]; entry_count: number } }[]>`
        select public.list_desk(${list}) as answer`,
    );
    assert.deepEqual([row?.answer.entries.length, row?.answer.entry_count], [5000, 5001]);
    const last = all.at(-1);
    assert.ok(last);
    for (const search of [last.entry_id, ` ${last.entry_id.slice(0, 12).toUpperCase()}`, '0% teal'])
      assert.deepEqual(await database.as(owner, (sql) => find(sql, list, search)), [last], search);
    assert.deepEqual(await database.as(owner, (sql) => find(sql, list, '_')), []);
  });

  test('tells no names and leaves out who left', async () => {
    const list = await makeList(database.sql);
    const people = await makeEntrants(database.sql, 2);
    await database.sql`
      insert into public.list_entries (list_id, user_id, withdrawn_at)
      select ${list.id}, id, case n when 2 then now() end
      from unnest(${people.map(({ id }) => id)}::uuid[]) with ordinality u (id, n)`;
    const found = await database.as(owner, (sql) => find(sql, list.id));
    assert.equal(found.length, 1);
    const text = JSON.stringify(found);
    for (const { id, email } of people) assert.ok(!text.includes(id) && !text.includes(email));
  });

  test("is the owner's alone", async () => {
    const list = await makeList(database.sql);
    for (const name of ['editor', 'fulfilment', 'support', 'former', 'first'] as const) {
      const refusal = await refusalOf(database.as(person(name), (sql) => find(sql, list.id)));
      assert.equal(refusal.reason, 'not_allowed', name);
    }
    const nobody = await refusalOf(database.as(anonymous, (sql) => find(sql, list.id)));
    assert.equal(nobody.code, '42501');
    const unknown = await refusalOf(
      database.as(owner, (sql) => find(sql, '00000000-0000-4000-8000-00000000dead')),
    );
    assert.equal(unknown.reason, 'unknown_list');
  });
});
