import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  enterAll,
  makeEntrants,
  makeList,
  offerNext,
  places,
  type OfferAnswer,
} from '../../support/data/lists.ts';

const database = openTestDatabase();

describe('decline_offer', () => {
  test("passes an offer on at once, without a strike, and is its person's alone", async () => {
    const list = await makeList(database.sql, { kind: 'waiting_list', editions: [null] });
    const people = await makeEntrants(database.sql, 2);
    const [one, two] = people;
    assert.ok(one && two);
    await enterAll(database.keepAs, list.id, people);
    const { offers } = await database.keepAs(person('owner'), (sql) => offerNext(sql, list.id, 1));
    const id = offers[0]?.id ?? '';
    const decline = (caller: typeof one.caller) =>
      database.keepAs(caller, async (sql) => {
        const [row] = await sql<
          { answer: OfferAnswer }[]
        >`select public.decline_offer(${id}) as answer`;
        return row?.answer;
      });
    assert.equal((await refusalOf(decline(two.caller))).reason, 'unknown_offer');
    assert.equal((await decline(one.caller))?.status, 'expired');
    assert.equal((await database.as(one.caller, places)).strikes, 0);
    assert.equal((await database.as(two.caller, places)).places[0]?.offers[0]?.status, 'pending');
    assert.equal((await refusalOf(decline(one.caller))).reason, 'offer_expired');
  });
});
