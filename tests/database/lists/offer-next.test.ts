import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTestDatabase, person, service } from '../../support/database.ts';
import {
  accept,
  answeredRefusal,
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
  type Entrant,
  type MadeList,
} from '../../support/data/lists.ts';

const database = openTestDatabase();
const owner = person('owner');
const offer = (list: MadeList, count: number, hours: number | null = null) =>
  database.keepAs(owner, (sql) => offerNext(sql, list.id, count, hours));
const refill = () => database.sql`select private.refill_offers()`;

/** Whom the live offers of a list belong to, by place of arrival from 1. */
async function offered(list: MadeList, people: readonly Entrant[]): Promise<number[]> {
  const rows = await database.sql<{ user_id: string }[]>`
    select user_id from private.live_offers(${list.id}, clock_timestamp())`;
  return rows
    .map(({ user_id }) => people.findIndex(({ id }) => id === user_id) + 1)
    .toSorted((a, b) => a - b);
}

async function queue(count: number, plan: Parameters<typeof makeList>[1] = {}) {
  const list = await makeList(database.sql, { kind: 'waiting_list', editions: [null], ...plan });
  const people = await makeEntrants(database.sql, count);
  await enterAll(database.keepAs, list.id, people, list.choices);
  return { list, people };
}

async function drawn(people: readonly Entrant[], plan: Parameters<typeof makeList>[1], most = 1) {
  const list = await makeList(database.sql, plan);
  const entered = await enterAll(database.keepAs, list.id, people, list.choices, most);
  await closeList(database.sql, list.id);
  await database.keepAs(owner, (sql) => freeze(sql, list.id));
  await letRoundCome(database.sql, list.id);
  const { ranking } = await database.keepAs(owner, (sql) => draw(sql, list.id));
  const byRank = ranking.map((id) => people[entered.findIndex(({ entry_id }) => entry_id === id)]);
  return { list, byRank: byRank.filter((one) => one !== undefined) };
}

describe('offer_next', () => {
  test('a waiting list serves three batches in the order of arrival', async () => {
    const { list, people } = await queue(6);
    assert.equal((await offer(list, 2)).offered, 2);
    assert.deepEqual(await offered(list, people), [1, 2]);
    assert.equal((await offer(list, 2)).offered, 2);
    assert.deepEqual(await offered(list, people), [1, 2, 3, 4]);
    assert.equal((await offer(list, 2)).offered, 2);
    assert.deepEqual(await offered(list, people), [1, 2, 3, 4, 5, 6]);
  });

  test('what lapses goes to the next; who let it pass keeps the place for the next round, without a strike', async () => {
    const { list, people } = await queue(4);
    const [one] = people;
    assert.ok(one);
    const { offers } = await offer(list, 1);
    await expireOffers(
      database.sql,
      offers.map(({ id }) => id),
    );
    await refill();
    assert.deepEqual(await offered(list, people), [2]);
    assert.equal((await database.as(one.caller, places)).strikes, 0);
    await offer(list, 1);
    assert.deepEqual(await offered(list, people), [1, 2]);
  });

  test('a raffle goes down its rank, and an unpaid win down the same rank with a strike', async () => {
    const people = await makeEntrants(database.sql, 5);
    const { list, byRank } = await drawn(people, { editions: [2], capacity: 2 });
    const { offers } = await offer(list, 2);
    assert.deepEqual(await offered(list, byRank), [1, 2]);
    const [first] = offers;
    assert.ok(first);
    assert.equal(first.rank, 1);
    await expireOffers(database.sql, [first.id]);
    await refill();
    assert.deepEqual(await offered(list, byRank), [2, 3]);
    const [row] =
      await database.sql`select last_offered_rank from public.lists where id = ${list.id}`;
    assert.equal(row?.['last_offered_rank'], 3);
    const [loser] = byRank;
    assert.ok(loser);
    assert.equal((await database.as(loser.caller, places)).strikes, 1);
  });

  test('a second win waits for the first to be taken up, and its edition is kept for it', async () => {
    const people = await makeEntrants(database.sql, 3);
    const { list, byRank } = await drawn(people, { editions: [1, 1], capacity: 2, maxWins: 2 }, 2);
    const { offers } = await offer(list, 2);
    assert.deepEqual(await offered(list, byRank), [1]);
    const [winner] = byRank;
    assert.ok(winner && offers[0]);
    const [open] = offers;
    await database.keepAs(winner.caller, (sql) => accept(sql, open.id));
    assert.deepEqual(await offered(list, byRank), [1, 1]);
  });

  test('the capacity and the editions are never passed', async () => {
    const { list, people } = await queue(6, { capacity: 3 });
    const answer = await offer(list, 5);
    assert.deepEqual([answer.offered, answer.released], [3, 3]);
    const more = await database.keepAs(owner, async (sql) =>
      answeredRefusal(sql, await offerNext(sql, list.id, 1)),
    );
    assert.deepEqual(more, { status: '409', reason: 'capacity_reached' });
    assert.equal((await offered(list, people)).length, 3);
    const rare = await queue(4, { editions: [2] });
    assert.equal((await offer(rare.list, 4)).offered, 2);
  });

  test('an offer holds as long as it was given, and as the list says when nothing was', async () => {
    const hours = async (given: number | null) => {
      const { list } = await queue(1);
      const [made] = (await offer(list, 1, given)).offers;
      return Math.round((Date.parse(made?.expires_at ?? '') - Date.now()) / 3_600_000);
    };
    assert.deepEqual([await hours(1), await hours(168), await hours(null)], [1, 168, 48]);
  });

  test('whoever saw an older round offers nothing', async () => {
    const { list, people } = await queue(3);
    const offerSeen = (round: number) =>
      database.keepAs(owner, async (sql) => {
        const [row] = await sql<{ answer: unknown }[]>`
          select public.offer_next(${list.id}, 1, null, ${round}) as answer`;
        return answeredRefusal(sql, row?.answer);
      });
    assert.equal((await offerSeen(0)).reason, '');
    assert.deepEqual(await offerSeen(0), { status: '409', reason: 'offered_meanwhile' });
    assert.deepEqual(await offered(list, people), [1]);
    assert.equal((await offerSeen(1)).reason, '');
    assert.deepEqual(await offered(list, people), [1, 2]);
  });

  test('one mail an offer, which tells of a win where it was drawn', async () => {
    const mailsOf = (list: MadeList) => database.sql`
      select kind, count(*)::int as n from public.outbox
      where kind in ('offer', 'won') and payload ->> 'list_id' = ${list.id} group by 1`;
    const { list } = await queue(2);
    await offer(list, 2);
    await refill();
    assert.deepEqual([...(await mailsOf(list))], [{ kind: 'offer', n: 2 }]);
    const raffle = await drawn(await makeEntrants(database.sql, 3), { editions: [2] });
    assert.deepEqual([...(await mailsOf(raffle.list))], []);
    await offer(raffle.list, 2);
    await refill();
    assert.deepEqual([...(await mailsOf(raffle.list))], [{ kind: 'won', n: 2 }]);
  });

  test('refuses wrong counts, windows, lists and people, on record', async () => {
    const { list } = await queue(2);
    const check = await makeList(database.sql, { kind: 'interest_check', capacity: null });
    const raffle = await makeList(database.sql);
    const tries = [
      [owner, list.id, 0, null, 'wrong_count'],
      [owner, list.id, 1, 0, 'wrong_window'],
      [owner, list.id, 1, 169, 'wrong_window'],
      [owner, check.id, 1, null, 'nothing_to_offer'],
      [owner, raffle.id, 1, null, 'nothing_to_offer'],
      [person('editor'), list.id, 1, null, 'not_allowed'],
      [person('first'), list.id, 1, null, 'not_allowed'],
    ] as const;
    for (const [caller, id, count, hours, reason] of tries) {
      const refusal = await database.keepAs(caller, async (sql) =>
        answeredRefusal(sql, await offerNext(sql, id, count, hours)),
      );
      assert.equal(refusal.reason, reason);
    }
    await assert.rejects(
      database.as(service, (sql) => offerNext(sql, list.id, 1)),
      { code: '42501' },
    );
  });

  test('ten who offer at once, with refills between, stay within the capacity and one open offer each', async () => {
    const { list, people } = await queue(30, { capacity: 12 });
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? offer(list, 3) : refill())),
    );
    assert.deepEqual(
      await offered(list, people),
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
  });

  test('the race would catch offers that are counted first and written later', async () => {
    const { list, people } = await queue(10, { capacity: 2 });
    await database.sql`
      create function private.planted_offer(p_list uuid, p_entry uuid) returns void
      language plpgsql security definer set search_path = '' as $$
      begin
        if (select count(*) from private.live_offers(p_list, clock_timestamp())) < 2 then
          perform pg_catalog.pg_sleep(0.05);
          insert into public.offers (list_id, entry_id, user_id, choice_id, variant_id, rank, round, expires_at)
          select p_list, e.id, e.user_id, c.id, c.variant_id, 1, 1, now() + interval '1 hour'
          from public.list_entries e join public.list_choices c on c.list_id = e.list_id where e.id = p_entry;
        end if;
      end $$`;
    const rows = await database.sql<{ id: string }[]>`
      select id from public.list_entries where list_id = ${list.id}`;
    await Promise.all(
      rows.map(({ id }) => database.sql`select private.planted_offer(${list.id}, ${id})`),
    );
    const live = await offered(list, people);
    assert.ok(live.length > 2, `the planted fault went unnoticed: ${live.length} offers`);
  });

  test('who joins later is asked too, when the list has not found enough people', async () => {
    const { list, people } = await queue(1);
    await offer(list, 2);
    const [late] = await makeEntrants(database.sql, 1);
    assert.ok(late);
    await database.keepAs(late.caller, (sql) => enter(sql, list.id));
    await refill();
    assert.deepEqual(await offered(list, [...people, late]), [1, 2]);
  });
});
