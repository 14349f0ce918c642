import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
  type PersonName,
} from '../../support/database.ts';
import { findBrokenInvariants } from '../../support/data/orders.ts';
import {
  answer,
  newHome,
  offer,
  placeGroupBuy,
  transfersOf,
} from '../../support/data/transfers.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

async function offered() {
  const order = await placeGroupBuy(database);
  await offer(database, order.id, 'second@people.test');
  const { received } = await transfersOf(database, 'second');
  const question = received.find(({ number }) => number === order.number);
  return { order, id: question?.id };
}

const reason = async (work: Promise<unknown>) => (await refusalOf(work)).reason;
const seenBy = (who: PersonName, order: string) =>
  database.as(
    person(who),
    (sql) => sql<{ email: string; address: { line1: string } }[]>`
      select email, address from public.orders where id = ${order}`,
  );

describe('answer_transfer', () => {
  test('taken over, all of it is the other’s, and nothing the giver’s any more', async () => {
    const { order, id } = await offered();
    await answer(database, id, true);
    assert.deepEqual([...(await seenBy('first', order.id))], []);
    const [own] = await seenBy('second', order.id);
    assert.deepEqual([own?.email, own?.address.line1], ['second@people.test', newHome.line1]);
    // The secret that the giver's browser got opens it no more, nor does it cancel.
    const opened = await database.as(
      anonymous,
      (sql) => sql<{ a: { found: boolean } }[]>`
        select public.open_order(${order.number}, ${order.token}) as a`,
    );
    assert.equal(opened[0]?.a.found, false);
    const cancel = database.as(
      person('first'),
      (sql) => sql`select public.cancel_order(${order.id}, '', ${order.token})`,
    );
    assert.equal(await reason(cancel), 'unknown_order');
    const history = await database.as(
      person('second'),
      (sql) => sql`
        select (select jsonb_agg(to_jsonb(e)) from public.order_events e where e.order_id = ${order.id})::text
          || (select jsonb_agg(to_jsonb(p)) from public.payments p where p.order_id = ${order.id})::text as all`,
    );
    assert.doesNotMatch(JSON.stringify(history), /Oudegracht|first@people|Ada/);
    const mails = await database.sql<{ kind: string; recipient: string }[]>`
      select kind, recipient from public.outbox where payload ->> 'number' = ${order.number}
        and kind in ('order_taken_over', 'order_passed_on') order by kind`;
    assert.deepEqual(
      mails.map(({ kind, recipient }) => [kind, recipient]),
      [
        ['order_passed_on', 'first@people.test'],
        ['order_taken_over', 'second@people.test'],
      ],
    );
    assert.equal(await reason(answer(database, id, true)), 'unknown_transfer');
  });

  test('turned down, it stays where it was', async () => {
    const { order, id } = await offered();
    await answer(database, id, false, { address: null });
    assert.equal((await seenBy('first', order.id)).length, 1);
    assert.equal(await reason(answer(database, id, true)), 'unknown_transfer');
  });

  test('nobody else answers, and none with what an order may not have', async () => {
    const { order, id } = await offered();
    for (const by of ['first', 'owner', 'fulfilment', 'support'] as const) {
      assert.equal(await reason(answer(database, id, true, { by })), 'unknown_transfer', by);
    }
    const german = { ...newHome, country: 'DE', postcode: '10115' };
    assert.equal(await reason(answer(database, id, true, { address: german })), 'other_country');
    assert.equal(await reason(answer(database, id, true, { address: null })), 'wrong_address');
    await database.sql`update auth.users set email_confirmed_at = null where id = ${personId('second')}`;
    assert.equal(await reason(answer(database, id, true)), 'unknown_transfer');
    await database.sql`update auth.users set email_confirmed_at = now() where id = ${personId('second')}`;
    await placeGroupBuy(database, { by: 'second' });
    await database.sql`
      update public.products set max_per_customer = 1
      where id = (select product_id from public.order_lines where order_id = ${order.id} limit 1)`;
    assert.equal(await reason(answer(database, id, true)), 'over_limit');
    await database.sql`update public.products set max_per_customer = null`;
    await answer(database, id, true);
  });

  test('amended while it is offered and again once taken over, each change is told to whoever owns it then', async () => {
    const { order, id } = await offered();
    const amend = async (changes: unknown, reason: string) => {
      const [row] = await database.sql<{ version: number }[]>`
        select version from public.order_records where id = ${order.id}`;
      return database.keepAs(
        person('fulfilment'),
        (sql) => sql`
          select public.amend_order(${order.id}, ${JSON.stringify(changes)}::text::jsonb, ${reason}, ${row?.version ?? 0}, false)`,
      );
    };
    await amend({ shipping_minor: 500 }, 'A smaller box');
    await database.keepAs(
      person('fulfilment'),
      (sql) => sql`
        select public.flag_address(o.id, 'Which floor?', o.version) from public.order_records o where o.id = ${order.id}`,
    );
    await answer(database, id, true);
    await amend({ shipping_minor: 300 }, 'A letter will do');
    const told = await database.sql<{ recipient: string; reason: string }[]>`
      select recipient, payload ->> 'reason' as reason from public.outbox
      where kind = 'order_changed' and payload ->> 'order_id' = ${order.id} order by created_at`;
    assert.deepEqual(
      told.map(({ recipient, reason: why }) => [recipient, why]),
      [
        ['first@people.test', 'A smaller box'],
        ['second@people.test', 'A letter will do'],
      ],
    );
    // What the giver was asked about their address is no question to the taker.
    const [now] = await database.sql<{ shipping: number; asked: string | null }[]>`
      select shipping_minor as shipping, address_question as asked from public.order_records where id = ${order.id}`;
    assert.deepEqual({ ...now }, { shipping: 300, asked: null });
  });

  test('taken over, taken back and called off at once, one of them holds', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { order, id } = await offered();
      const cancel = database.keepAs(
        person('first'),
        (sql) => sql`select public.cancel_order(${order.id}, '')`,
      );
      const all = await Promise.allSettled([
        answer(database, id, true),
        answer(database, id, true),
        offer(database, order.id, null),
        cancel,
      ]);
      const [row] = await database.sql<{ status: string; mine: boolean; told: number }[]>`
        select status, user_id = ${personId('second')} as mine,
          (select count(*)::int from public.order_events e where e.order_id = o.id and e.kind = 'transferred') as told
        from public.order_records o where id = ${order.id}`;
      assert.equal(row?.told, row?.mine ? 1 : 0);
      // Who has given it away can't call it off.
      assert.equal(row?.status === 'cancelled', all[3].status === 'fulfilled');
      assert.ok(!(row?.mine && all[3].status === 'fulfilled'));
    }
  });
});
