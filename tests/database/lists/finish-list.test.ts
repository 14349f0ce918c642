import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  answeredRefusal,
  enter,
  makeEntrants,
  makeList,
  type ListAnswer,
} from '../../support/data/lists.ts';

const database = openTestDatabase();

async function finish(sql: TransactionSql, list: string): Promise<ListAnswer> {
  const [row] = await sql<{ answer: ListAnswer }[]>`select public.finish_list(${list}) as answer`;
  assert.ok(row);
  return row.answer;
}

describe('finish_list', () => {
  test('ends a waiting list: nobody enters any more', async () => {
    const list = await makeList(database.sql, { kind: 'waiting_list' });
    const ended = await database.keepAs(person('owner'), (sql) => finish(sql, list.id));
    assert.equal(ended.status, 'finished');
    const [one] = await makeEntrants(database.sql, 1);
    assert.ok(one);
    assert.equal(
      (await refusalOf(database.as(one.caller, (sql) => enter(sql, list.id)))).reason,
      'list_closed',
    );
  });

  test('refuses raffles that are not drawn, twice, and everyone but the owner', async () => {
    const raffle = await makeList(database.sql);
    const reason = async (name: 'owner' | 'editor') =>
      (
        await database.keepAs(person(name), async (sql) =>
          answeredRefusal(sql, await finish(sql, raffle.id)),
        )
      ).reason;
    assert.equal(await reason('owner'), 'illegal_move');
    assert.equal(await reason('editor'), 'not_allowed');
  });
});
