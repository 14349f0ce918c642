import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTestDatabase, person } from '../../support/database.ts';
import {
  accept,
  answeredRefusal,
  closeList,
  draw,
  enterAll,
  freeze,
  letRoundCome,
  makeEntrants,
  makeList,
  offerNext,
  type Entrant,
} from '../../support/data/lists.ts';
import { buy, type PlacedOrder } from '../../support/data/orders.ts';

const database = openTestDatabase();
const owner = person('owner');

async function offered(kind: 'raffle' | 'waiting_list') {
  const people = await makeEntrants(database.sql, 1);
  const [one] = people;
  assert.ok(one);
  const list = await makeList(database.sql, { kind, editions: [1], capacity: 1 });
  await enterAll(database.keepAs, list.id, people, list.choices);
  if (kind === 'raffle') {
    await closeList(database.sql, list.id);
    await database.keepAs(owner, (sql) => freeze(sql, list.id));
    await letRoundCome(database.sql, list.id);
    await database.keepAs(owner, (sql) => draw(sql, list.id));
  }
  const made = await database.keepAs(owner, (sql) => offerNext(sql, list.id, 1));
  assert.ok(made.offers[0]);
  return { one, id: made.offers[0].id };
}

/** As if so many hours had passed since the offer was made. */
const wait = (offer: string, hours: number) => database.sql`
  update public.offers set offered_at = offered_at - ${hours} * interval '1 hour',
    expires_at = expires_at - ${hours} * interval '1 hour' where id = ${offer}`;

const take = (one: Entrant, offer: string) =>
  database.keepAs(one.caller, (sql) => accept(sql, offer));

async function order(one: Entrant, lineOfOffer: unknown): Promise<PlacedOrder> {
  return database.keepAs(one.caller, (sql) => buy(sql, { lines: [lineOfOffer], email: one.email }));
}

const hoursFrom = async (offer: string, at: string) => {
  const [row] = await database.sql<{ hours: number }[]>`
    select extract(epoch from ${at}::timestamptz - offered_at)::float / 3600 as hours
    from public.offers where id = ${offer}`;
  return row?.hours ?? 0;
};

const setting = async (key: string) => {
  const [row] = await database.sql<{ value: number }[]>`
    select value from public.settings where key = ${key}`;
  return row?.value ?? 0;
};

describe('paying for what was won', () => {
  test('a winner has the hours of the terms to order and pay, however late they order', async () => {
    const hours = await setting('hours_to_pay_raffle');
    for (const waited of [0, hours - 5]) {
      const { one, id } = await offered('raffle');
      await wait(id, waited);
      const { line } = await take(one, id);
      const placed = await order(one, line);
      const given = await hoursFrom(id, placed.order.pay_by);
      assert.ok(Math.abs(given - hours) < 0.01, `${given} hours after waiting ${waited}`);
    }
  });

  test('whoever takes and orders it in the last minutes has the minutes of the terms from then', async () => {
    const minutes = await setting('minutes_cart_hold');
    const { one, id } = await offered('raffle');
    await wait(id, (await setting('hours_to_pay_raffle')) - 0.01);
    const { line } = await take(one, id);
    await database.sql`update public.offers set holds_until = now() + interval '1 minute' where id = ${id}`;
    const placed = await order(one, line);
    const left = (Date.parse(placed.order.pay_by) - Date.now()) / 60_000;
    assert.ok(left > minutes - 2 && left <= minutes + 0.1, `${left} minutes`);
  });

  test('an offer of a waiting list is ordered by its deadline and then paid as any order', async () => {
    const { one, id } = await offered('waiting_list');
    await wait(id, 40);
    const { line } = await take(one, id);
    const placed = await order(one, line);
    const given = (Date.parse(placed.order.pay_by) - Date.now()) / 3_600_000;
    const hours = await setting('hours_to_pay');
    assert.ok(Math.abs(given - hours) < 0.05, `${given} hours`);
  });

  test('no raffle opens and no round of one is offered with fewer hours than the terms give', async () => {
    const hours = await setting('hours_to_pay_raffle');
    const list = await makeList(database.sql, { status: 'draft' });
    await database.sql`update public.lists set pay_within_hours = ${hours - 1} where id = ${list.id}`;
    const opened = await database.as(owner, async (sql) => {
      const [row] = await sql<{ answer: unknown }[]>`select public.open_list(${list.id}) as answer`;
      return answeredRefusal(sql, row?.answer);
    });
    assert.deepEqual(opened, { status: '422', reason: 'too_few_hours' });

    const people = await makeEntrants(database.sql, 2);
    const raffle = await makeList(database.sql, { editions: [2], capacity: 2 });
    await enterAll(database.keepAs, raffle.id, people, raffle.choices);
    await closeList(database.sql, raffle.id);
    await database.keepAs(owner, (sql) => freeze(sql, raffle.id));
    await letRoundCome(database.sql, raffle.id);
    await database.keepAs(owner, (sql) => draw(sql, raffle.id));
    const round = await database.as(owner, async (sql) => {
      const answer = await offerNext(sql, raffle.id, 1, hours - 1);
      return answeredRefusal(sql, answer);
    });
    assert.deepEqual(round, { status: '422', reason: 'too_few_hours' });
  });
});
