import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  closeList,
  draw,
  enter,
  enterAll,
  expireOffers,
  freeze,
  makeEntrants,
  makeList,
  offerNext,
  places,
} from '../../support/lists.ts';

const database = openTestDatabase();

describe('my_list_places', () => {
  test('says where each stands in a queue, and nothing of anyone else', async () => {
    const list = await makeList(database.sql, { kind: 'waiting_list' });
    const people = await makeEntrants(database.sql, 3);
    const entered = await enterAll(database.keepAs, list.id, people);
    for (const [index, { caller }] of people.entries()) {
      const answer = await database.as(caller, places);
      assert.equal(answer.places.length, 1);
      assert.deepEqual([answer.places[0]?.position, answer.places[0]?.of], [index + 1, 3]);
      const text = JSON.stringify(answer);
      for (const [other, place] of entered.entries()) {
        assert.equal(text.includes(place.entry_id), other === index);
      }
    }
  });

  test('after the draw it says the rank', async () => {
    const list = await makeList(database.sql);
    const people = await makeEntrants(database.sql, 5);
    const entered = await enterAll(database.keepAs, list.id, people);
    await closeList(database.sql, list.id);
    await database.keepAs(person('owner'), (sql) => freeze(sql, list.id));
    const { ranking } = await database.keepAs(person('owner'), (sql) => draw(sql, list.id));
    for (const [index, { caller }] of people.entries()) {
      const [place] = (await database.as(caller, places)).places;
      assert.equal(place?.position, ranking.indexOf(entered[index]?.entry_id ?? '') + 1);
    }
  });

  test('an offer whose time has passed reads as expired, and a lapsed win as a strike, before any job ran', async () => {
    const list = await makeList(database.sql);
    const [one] = await makeEntrants(database.sql, 1);
    assert.ok(one);
    await database.keepAs(one.caller, (sql) => enter(sql, list.id));
    await closeList(database.sql, list.id);
    await database.keepAs(person('owner'), (sql) => freeze(sql, list.id));
    await database.keepAs(person('owner'), (sql) => draw(sql, list.id));
    const { offers } = await database.keepAs(person('owner'), (sql) => offerNext(sql, list.id, 1));
    await expireOffers(
      database.sql,
      offers.map(({ id }) => id),
    );
    const answer = await database.as(one.caller, places);
    const [row] = await database.sql`select status from public.offers where list_id = ${list.id}`;
    assert.equal(row?.['status'], 'pending');
    assert.deepEqual([answer.places[0]?.offers[0]?.status, answer.strikes], ['expired', 1]);
  });

  test('two lapsed wins pause raffles, and the pause ends', async () => {
    const [one] = await makeEntrants(database.sql, 1);
    assert.ok(one);
    const lapsed: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      const list = await makeList(database.sql);
      await database.keepAs(one.caller, (sql) => enter(sql, list.id));
      await closeList(database.sql, list.id);
      await database.keepAs(person('owner'), (sql) => freeze(sql, list.id));
      await database.keepAs(person('owner'), (sql) => draw(sql, list.id));
      const { offers } = await database.keepAs(person('owner'), (sql) =>
        offerNext(sql, list.id, 1),
      );
      lapsed.push(...offers.map(({ id }) => id));
      await expireOffers(database.sql, lapsed);
    }
    const paused = await database.as(one.caller, places);
    assert.equal(paused.strikes, 2);
    assert.ok(
      paused.paused_until && Date.parse(paused.paused_until) > Date.now() + 150 * 86_400_000,
    );
    const next = await makeList(database.sql);
    const refusal = await refusalOf(database.as(one.caller, (sql) => enter(sql, next.id)));
    assert.equal(refusal.reason, 'paused');
    const waiting = await makeList(database.sql, { kind: 'waiting_list' });
    await database.as(one.caller, (sql) => enter(sql, waiting.id));
    await database.sql`
      update public.offers set offered_at = offered_at - interval '1 year', expires_at = expires_at - interval '7 months'
      where id = any (${lapsed}::uuid[])`;
    assert.equal((await database.as(one.caller, places)).paused_until, null);
    await database.as(one.caller, (sql) => enter(sql, next.id));
  });

  test('strangers may not ask', async () => {
    assert.equal((await refusalOf(database.as(anonymous, places))).code, '42501');
  });
});
