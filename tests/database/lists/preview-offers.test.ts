import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { enterAll, makeEntrants, makeList, offerNext } from '../../support/data/lists.ts';

const database = openTestDatabase();
const owner = person('owner');

async function preview(
  sql: TransactionSql,
  list: string,
  count: number,
): Promise<readonly { entry_id: string }[]> {
  const [row] = await sql<{ answer: { entry_id: string }[] }[]>`
    select public.preview_offers(${list}, ${count}) as answer`;
  assert.ok(row);
  return row.answer;
}

describe('preview_offers', () => {
  test('names whom the next offers go to, and changes nothing', async () => {
    const list = await makeList(database.sql, { kind: 'waiting_list', editions: [null] });
    await enterAll(database.keepAs, list.id, await makeEntrants(database.sql, 5));
    const seen = await database.as(owner, (sql) => preview(sql, list.id, 2));
    const { offers } = await database.keepAs(owner, (sql) => offerNext(sql, list.id, 2));
    assert.deepEqual(
      seen.map(({ entry_id }) => entry_id),
      offers.map(({ entry_id }) => entry_id),
    );
    const after = await database.as(owner, (sql) => preview(sql, list.id, 3));
    assert.equal(after.length, 3);
    assert.ok(after.every(({ entry_id }) => !seen.some((one) => one.entry_id === entry_id)));
  });

  test("is the owner's alone, for a sensible count", async () => {
    const list = await makeList(database.sql);
    assert.equal(
      (await refusalOf(database.as(owner, (sql) => preview(sql, list.id, 0)))).reason,
      'wrong_count',
    );
    assert.equal(
      (await refusalOf(database.as(person('editor'), (sql) => preview(sql, list.id, 1)))).reason,
      'not_allowed',
    );
  });
});
