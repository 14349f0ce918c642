import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Sql, TransactionSql } from 'postgres';
import { rankEntries } from '../../../src/features/lists/model/draw.ts';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  closeList,
  draw,
  enterAll,
  freeze,
  letRoundCome,
  makeEntrants,
  makeList,
  offerNext,
  round1000,
} from '../../support/data/lists.ts';

const database = openTestDatabase();
const owner = person('owner');
const madeUp = 'ab'.repeat(32);

interface Rehearsal {
  readonly entry_count: number;
  readonly given: number;
  readonly last_winning_place: number;
  readonly rows: readonly {
    readonly entry_id: string;
    readonly place: number;
    readonly won: readonly string[];
    readonly because: string;
  }[];
}

async function rehearse(
  sql: TransactionSql,
  list: string,
  randomness: string | null = madeUp,
): Promise<Rehearsal> {
  const [row] = await sql<{ answer: Rehearsal }[]>`
    select public.rehearse_draw(${list}, ${randomness}) as answer`;
  assert.ok(row);
  return row.answer;
}

/** Every row of every table of the shop, as one word a table. */
async function wholeDatabase(sql: Sql): Promise<Readonly<Record<string, string>>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'private', 'auth', 'storage')`;
  const words = tables.map(async ({ name }) => {
    const [row] = await sql<{ word: string }[]>`
      select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as word from ${sql.unsafe(name)} t`;
    return [name, row?.word ?? ''] as const;
  });
  return Object.fromEntries(await Promise.all(words));
}

describe('rehearse_draw', () => {
  test('comes to what the real draw comes to with the same randomness, each winner and each wish', async () => {
    const list = await makeList(database.sql, { editions: [2, 1], capacity: 3, maxWins: 2 });
    const people = await makeEntrants(database.sql, 12);
    await enterAll(database.keepAs, list.id, people, list.choices, 2);
    await database.sql`
      insert into private.list_bans (user_id, note)
      select user_id, 'For the test' from public.list_entries
      where list_id = ${list.id} order by encode(sha256(convert_to(${`${round1000.randomness}:`} || id, 'UTF8')), 'hex') limit 1`;
    const seen = await database.keepAs(owner, (sql) =>
      rehearse(sql, list.id, round1000.randomness),
    );
    assert.equal(seen.rows[0]?.because, 'kept_off');
    await closeList(database.sql, list.id);
    await database.keepAs(owner, (sql) => freeze(sql, list.id));
    await letRoundCome(database.sql, list.id);
    const drawn = await database.keepAs(owner, (sql) => draw(sql, list.id));
    assert.deepEqual(
      seen.rows.map(({ entry_id }) => entry_id),
      drawn.ranking,
    );
    await database.keepAs(owner, (sql) => offerNext(sql, list.id, 3));
    const offered = await database.sql<{ entry_id: string }[]>`
      select distinct entry_id, rank from public.offers where list_id = ${list.id} order by rank`;
    assert.deepEqual(
      seen.rows.filter(({ because }) => because === 'won').map(({ entry_id }) => entry_id),
      offered.map(({ entry_id }) => entry_id),
    );
  });

  test('gives no more than there is, says why each of the others gets nothing, and anyone can rank again', async () => {
    const list = await makeList(database.sql, { editions: [2], capacity: 5 });
    const people = await makeEntrants(database.sql, 6);
    const entered = await enterAll(database.keepAs, list.id, people);
    const seen = await database.as(owner, (sql) => rehearse(sql, list.id));
    const ids = entered.map(({ entry_id }) => entry_id);
    assert.deepEqual(
      seen.rows.map(({ entry_id }) => entry_id),
      rankEntries(ids, madeUp),
    );
    assert.deepEqual(
      seen.rows.map(({ because }) => because),
      ['won', 'won', 'too_late', 'too_late', 'too_late', 'too_late'],
    );
    assert.deepEqual([seen.entry_count, seen.given, seen.last_winning_place], [6, 2, 2]);
    const text = JSON.stringify(seen);
    for (const { id, email } of people) assert.ok(!text.includes(id) && !text.includes(email));
  });

  test('leaves nothing behind, in any table', async () => {
    const list = await makeList(database.sql, { editions: [2], capacity: 2 });
    await enterAll(database.keepAs, list.id, await makeEntrants(database.sql, 5));
    const before = await wholeDatabase(database.sql);
    await database.keepAs(owner, (sql) => rehearse(sql, list.id));
    assert.deepEqual(await wholeDatabase(database.sql), before);
  });

  test("is the owner's alone, of a raffle that is not drawn, with whole randomness", async () => {
    const list = await makeList(database.sql);
    for (const name of ['editor', 'fulfilment', 'support', 'first'] as const) {
      const refusal = refusalOf(database.as(person(name), (sql) => rehearse(sql, list.id)));
      assert.equal((await refusal).reason, 'not_allowed');
    }
    for (const randomness of ['AB', null]) {
      const refusal = refusalOf(database.as(owner, (sql) => rehearse(sql, list.id, randomness)));
      assert.equal((await refusal).reason, 'wrong_randomness');
    }
    const waiting = await makeList(database.sql, { kind: 'waiting_list', editions: [null] });
    const refusal = await refusalOf(database.as(owner, (sql) => rehearse(sql, waiting.id)));
    assert.equal(refusal.reason, 'nothing_to_rehearse');
  });
});
