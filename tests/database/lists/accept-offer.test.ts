/* The short form runs with every test; KEYWRIGHT_LONG=1 (npm run test:long) runs its race ten times. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  accept,
  enterAll,
  expireOffers,
  makeEntrants,
  makeList,
  makeOrder,
  offerNext,
  places,
  revoke,
} from '../../support/data/lists.ts';

const database = openTestDatabase();
const rounds = process.env['KEYWRIGHT_LONG'] === '1' ? 10 : 1;
const owner = person('owner');

async function offers(count: number, capacity = 10) {
  const list = await makeList(database.sql, { kind: 'waiting_list', editions: [null], capacity });
  const people = await makeEntrants(database.sql, count);
  await enterAll(database.keepAs, list.id, people);
  const made = await database.keepAs(owner, (sql) => offerNext(sql, list.id, count));
  const [one] = people;
  const [offer] = made.offers;
  assert.ok(one && offer);
  return { list, people, one, offer, all: made.offers };
}

describe('accept_offer', () => {
  test('gives a line for the cart that is held until the offer ends', async () => {
    const { list, one, offer } = await offers(1);
    const accepted = await database.keepAs(one.caller, (sql) => accept(sql, offer.id));
    assert.deepEqual(accepted.line, {
      variant_id: list.variants[0],
      quantity: 1,
      options: {},
      design_id: null,
      offer_id: offer.id,
    });
    assert.deepEqual([accepted.status, accepted.holds_until], ['claimed', accepted.expires_at]);
  });

  test('taken up in the last minute it still holds long enough for the checkout, and never longer by asking again', async () => {
    const { one, offer } = await offers(1);
    await database.sql`update public.offers set expires_at = now() + interval '20 seconds' where id = ${offer.id}`;
    const accepted = await database.keepAs(one.caller, (sql) => accept(sql, offer.id));
    const minutes = (Date.parse(accepted.holds_until ?? '') - Date.now()) / 60_000;
    assert.ok(minutes > 29 && minutes <= 30.1, `${minutes} minutes`);
    const again = await database.keepAs(one.caller, (sql) => accept(sql, offer.id));
    assert.equal(again.holds_until, accepted.holds_until);
  });

  test('the time decides, before any job has run', async () => {
    const { one, offer } = await offers(1);
    await expireOffers(database.sql, [offer.id]);
    const refusal = await refusalOf(database.as(one.caller, (sql) => accept(sql, offer.id)));
    assert.deepEqual([refusal.code, refusal.reason], ['PT409', 'offer_expired']);
  });

  test('what was taken back says why, and what belongs to another is unknown', async () => {
    const { one, people, offer } = await offers(2);
    const [, other] = people;
    assert.ok(other);
    const foreign = await refusalOf(database.as(other.caller, (sql) => accept(sql, offer.id)));
    assert.deepEqual([foreign.code, foreign.reason], ['PT404', 'unknown_offer']);
    await database.keepAs(owner, (sql) => revoke(sql, offer.id, 'Two accounts of one person'));
    const refusal = await refusalOf(database.as(one.caller, (sql) => accept(sql, offer.id)));
    assert.equal(refusal.reason, 'offer_revoked');
    assert.match(refusal.message, /Two accounts of one person/);
  });

  test('an order uses it once, and one that is not paid gives it on and leaves a strike', async () => {
    const { list, one, offer } = await offers(1);
    const order = await makeOrder(database.sql, one.id);
    const variant = list.variants[0] ?? '';
    await database.keepAs(one.caller, (sql) => accept(sql, offer.id));
    const spend = () =>
      database.sql.begin(async (sql) => {
        await sql`select set_config('request.jwt.claims', ${JSON.stringify(one.caller.claims)}, true)`;
        await sql`select private.spend_offer(${offer.id}, ${order}, ${variant})`;
      });
    await spend();
    assert.equal((await refusalOf(spend())).reason, 'offer_gone');
    const again = await refusalOf(database.as(one.caller, (sql) => accept(sql, offer.id)));
    assert.equal(again.reason, 'offer_used');
    await database.sql`select private.free_offers_of(${order}, true)`;
    const after = await database.as(one.caller, places);
    assert.deepEqual([after.strikes, after.places[0]?.offers[0]?.status], [1, 'expired']);
  });

  for (let round = 1; round <= rounds; round += 1) {
    test(`two hundred who reach for ten offers while they expire and are revoked: no offer serves two, no place is sold twice (round ${round})`, async () => {
      const { list, people, all } = await offers(200, 10);
      assert.equal(all.length, 10);
      const doomed = all.slice(0, 3).map(({ id }) => id);
      const revoked = all.slice(3, 5).map(({ id }) => id);
      const claim = async (index: number) => {
        const person = people[index];
        assert.ok(person);
        // Each reaches for what is theirs and for what belongs to others.
        const wanted = await database.sql<{ id: string }[]>`
        select id from public.offers where list_id = ${list.id} order by (user_id = ${person.id}) desc, random() limit 2`;
        for (const { id } of wanted) {
          await database.keepAs(person.caller, (sql) => accept(sql, id)).catch(() => {});
        }
      };
      await Promise.all([
        ...people.map((_, index) => claim(index)),
        expireOffers(database.sql, doomed).then(() => database.sql`select private.refill_offers()`),
        ...revoked.map((id) => database.keepAs(owner, (sql) => revoke(sql, id, 'Planted'))),
      ]);
      await database.sql`select private.refill_offers()`;
      const [row] = await database.sql`
      select count(*)::int as live, count(distinct user_id)::int as people,
        (select count(*)::int from public.offers o join public.list_entries e on e.id = o.entry_id
          where o.list_id = ${list.id} and o.user_id <> e.user_id) as foreign
      from private.live_offers(${list.id}, clock_timestamp())`;
      assert.deepEqual({ ...row }, { live: 10, people: 10, foreign: 0 });
    });
  }
});
