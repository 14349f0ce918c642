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
  letRoundCome,
  makeEntrants,
  makeList,
  offerNext,
  places,
} from '../../support/data/lists.ts';

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

  test('an offer that it tells is seen from then on, by its own person alone and once', async () => {
    const list = await makeList(database.sql, { kind: 'waiting_list' });
    const people = await makeEntrants(database.sql, 2);
    await enterAll(database.keepAs, list.id, people);
    await database.keepAs(person('owner'), (sql) => offerNext(sql, list.id, 2));
    const [one, other] = people;
    assert.ok(one && other);
    const seen = async (id: string) => {
      const rows = await database.sql<{ at: string | null }[]>`
        select seen_at as at from public.offers where list_id = ${list.id} and user_id = ${id}`;
      return rows[0]?.at ?? null;
    };
    assert.deepEqual([await seen(one.id), await seen(other.id)], [null, null]);
    await database.keepAs(one.caller, places);
    const first = await seen(one.id);
    assert.ok(first !== null);
    assert.equal(await seen(other.id), null);
    await database.keepAs(one.caller, places);
    assert.equal(await seen(one.id), first);
  });

  test('nobody waits for an offer that is being written', async () => {
    const list = await makeList(database.sql, { kind: 'waiting_list' });
    const [one] = await makeEntrants(database.sql, 1);
    assert.ok(one);
    await database.keepAs(one.caller, (sql) => enter(sql, list.id));
    await database.keepAs(person('owner'), (sql) => offerNext(sql, list.id, 1));
    await database.sql.begin(async (writing) => {
      await writing`select id from public.offers where list_id = ${list.id} for update`;
      const told = await database.as(one.caller, async (sql) => {
        await sql`set local lock_timeout = '1s'`;
        return places(sql);
      });
      assert.equal(told.places[0]?.offers[0]?.status, 'pending');
    });
  });

  test('after the draw it says the rank', async () => {
    const list = await makeList(database.sql);
    const people = await makeEntrants(database.sql, 5);
    const entered = await enterAll(database.keepAs, list.id, people);
    await closeList(database.sql, list.id);
    await database.keepAs(person('owner'), (sql) => freeze(sql, list.id));
    await letRoundCome(database.sql, list.id);
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
    await letRoundCome(database.sql, list.id);
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
      await letRoundCome(database.sql, list.id);
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
