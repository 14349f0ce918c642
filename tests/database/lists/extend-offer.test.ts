import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { openTestDatabase, person } from '../../support/database.ts';
import {
  answeredRefusal,
  enterAll,
  expireOffers,
  makeEntrants,
  makeList,
  offerNext,
  type OfferAnswer,
} from '../../support/data/lists.ts';

const database = openTestDatabase();
const owner = person('owner');
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function extend(sql: TransactionSql, offer: string, until: string): Promise<OfferAnswer> {
  const [row] = await sql<{ answer: OfferAnswer }[]>`
    select public.extend_offer(${offer}, ${until}, 'On a journey') as answer`;
  assert.ok(row);
  return row.answer;
}

async function oneOffer(): Promise<string> {
  const list = await makeList(database.sql, { kind: 'waiting_list' });
  await enterAll(database.keepAs, list.id, await makeEntrants(database.sql, 1));
  const { offers } = await database.keepAs(owner, (sql) => offerNext(sql, list.id, 1, 24));
  return offers[0]?.id ?? '';
}

describe('extend_offer', () => {
  test('gives more time, at most seven days, and never less', async () => {
    const offer = await oneOffer();
    const longer = await database.keepAs(owner, (sql) => extend(sql, offer, inHours(48)));
    assert.ok(Date.parse(longer.expires_at) > Date.now() + 47 * 3_600_000);
    for (const hours of [1, 169]) {
      const refusal = await database.keepAs(owner, async (sql) =>
        answeredRefusal(sql, await extend(sql, offer, inHours(hours))),
      );
      assert.equal(refusal.reason, 'wrong_window');
    }
  });

  test("does not wake what has lapsed, and is the owner's alone", async () => {
    const offer = await oneOffer();
    const reason = async (name: 'owner' | 'editor') =>
      database.keepAs(person(name), async (sql) =>
        answeredRefusal(sql, await extend(sql, offer, inHours(48))),
      );
    assert.equal((await reason('editor')).reason, 'not_allowed');
    await expireOffers(database.sql, [offer]);
    assert.equal((await reason('owner')).reason, 'offer_over');
  });
});
