import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  closeList,
  enter,
  enterAll,
  leave,
  makeEntrants,
  makeList,
  offerNext,
  places,
} from '../../support/data/lists.ts';

const database = openTestDatabase();

describe('leave_list', () => {
  test('a place can be given up while the list is open, and the count follows', async () => {
    const list = await makeList(database.sql);
    const [one] = await makeEntrants(database.sql, 1);
    assert.ok(one);
    await database.keepAs(one.caller, (sql) => enter(sql, list.id));
    const left = await database.keepAs(one.caller, (sql) => leave(sql, list.id));
    assert.ok(left.withdrawn_at);
    assert.deepEqual([left.of, left.position], [0, null]);
  });

  test('a raffle that has closed lets nobody go, a waiting list always does', async () => {
    const raffle = await makeList(database.sql);
    const [one] = await makeEntrants(database.sql, 1);
    assert.ok(one);
    await database.keepAs(one.caller, (sql) => enter(sql, raffle.id));
    await closeList(database.sql, raffle.id);
    const refusal = await refusalOf(database.as(one.caller, (sql) => leave(sql, raffle.id)));
    assert.equal(refusal.reason, 'list_closed');
    const waiting = await makeList(database.sql, { kind: 'waiting_list' });
    await database.keepAs(one.caller, (sql) => enter(sql, waiting.id));
    assert.ok((await database.keepAs(one.caller, (sql) => leave(sql, waiting.id))).withdrawn_at);
  });

  test('who leaves with an open offer passes it on and gets no strike', async () => {
    const list = await makeList(database.sql, { kind: 'waiting_list', editions: [null] });
    const people = await makeEntrants(database.sql, 2);
    const [one, two] = people;
    assert.ok(one && two);
    await enterAll(database.keepAs, list.id, people);
    await database.keepAs(person('owner'), (sql) => offerNext(sql, list.id, 1));
    await database.keepAs(one.caller, (sql) => leave(sql, list.id));
    const left = await database.as(one.caller, places);
    const next = await database.as(two.caller, places);
    assert.equal(left.strikes, 0);
    assert.equal(left.places[0]?.offers[0]?.status, 'expired');
    assert.equal(next.places[0]?.offers[0]?.status, 'pending');
  });

  test('who has no place, or left already, is told so', async () => {
    const list = await makeList(database.sql);
    const [one] = await makeEntrants(database.sql, 1);
    assert.ok(one);
    const refusal = await refusalOf(database.as(one.caller, (sql) => leave(sql, list.id)));
    assert.deepEqual([refusal.code, refusal.reason], ['PT404', 'no_place']);
  });
});
