import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { openTestDatabase, person } from '../../support/database.ts';
import {
  answeredRefusal,
  enterAll,
  makeEntrants,
  makeList,
  offerNext,
  revoke,
} from '../../support/data/lists.ts';

const database = openTestDatabase();
const owner = person('owner');

async function reinstate(sql: TransactionSql, entry: string): Promise<{ reinstated?: number }> {
  const [row] = await sql<{ answer: { reinstated?: number } }[]>`
    select public.reinstate_entry(${entry}, 'It was a mistake') as answer`;
  assert.ok(row);
  return row.answer;
}

describe('reinstate_entry', () => {
  test('lets somebody be asked again whose offer was revoked', async () => {
    const list = await makeList(database.sql, { kind: 'waiting_list' });
    const people = await makeEntrants(database.sql, 1);
    const [place] = await enterAll(database.keepAs, list.id, people);
    assert.ok(place);
    const { offers } = await database.keepAs(owner, (sql) => offerNext(sql, list.id, 1));
    await database.keepAs(owner, (sql) => revoke(sql, offers[0]?.id ?? '', 'A mistake'));
    const live = async () => {
      const [row] =
        await database.sql`select count(*)::int as n from private.live_offers(${list.id}, clock_timestamp())`;
      return row?.['n'];
    };
    assert.equal(await live(), 0);
    assert.equal(
      (await database.keepAs(owner, (sql) => reinstate(sql, place.entry_id))).reinstated,
      1,
    );
    assert.equal(await live(), 1);
    const again = await database.keepAs(owner, async (sql) =>
      answeredRefusal(sql, await reinstate(sql, place.entry_id)),
    );
    assert.equal(again.reason, 'not_revoked');
    const other = await database.keepAs(person('fulfilment'), async (sql) =>
      answeredRefusal(sql, await reinstate(sql, place.entry_id)),
    );
    assert.equal(other.reason, 'not_allowed');
  });
});
