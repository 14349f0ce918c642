import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, refusalOf } from '../../support/database.ts';
import { offer, payFor, placeGroupBuy, transfersOf } from '../../support/data/transfers.ts';

const database = openTestDatabase();

const reason = async (work: Promise<unknown>) => (await refusalOf(work)).reason;

describe('offer_transfer', () => {
  test('asks one mailbox, tells it by mail, and takes the question back', async () => {
    const order = await placeGroupBuy(database);
    await offer(database, order.id, ' Second@People.test ');
    const [asked] = (await transfersOf(database, 'second')).received;
    assert.deepEqual([asked?.number, asked?.from], [order.number, 'first@people.test']);
    const mails = await database.sql<{ recipient: string; payload: object }[]>`
      select recipient, payload from public.outbox where kind = 'transfer_offered'`;
    assert.deepEqual(
      mails.map(({ recipient }) => recipient),
      ['second@people.test'],
    );
    // Whoever is asked has said nothing yet: they get no address of the other's.
    assert.doesNotMatch(JSON.stringify(mails[0]?.payload), /Oudegracht|Ada/);
    await offer(database, order.id, null);
    assert.deepEqual((await transfersOf(database, 'second')).received, []);
    const kinds = await database.sql<{ kind: string }[]>`
      select kind from public.order_events where order_id = ${order.id} and kind like 'transfer%' order by id`;
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['transfer_offered', 'transfer_withdrawn'],
    );
  });

  test('only its owner offers, and only what the terms let go', async () => {
    const order = await placeGroupBuy(database);
    for (const who of ['second', 'owner', 'fulfilment', 'support'] as const) {
      assert.match(
        await reason(offer(database, order.id, 'x@people.test', who)),
        /unknown_order/,
        who,
      );
    }
    const refused = database.as(anonymous, (sql) => sql`select public.offer_transfer(${order.id})`);
    assert.equal((await refusalOf(refused)).code, '42501');
    const to = (email: string) => reason(offer(database, order.id, email));
    assert.equal(await to('no address'), 'wrong_email');
    assert.equal(await to('FIRST@people.test'), 'own_email');
    const shelf = await placeGroupBuy(database, { sku: 'FOAM-60' });
    assert.equal(await reason(offer(database, shelf.id, 'x@people.test')), 'not_a_group_buy');
    const unpaid = await placeGroupBuy(database, { isPaid: false });
    assert.equal(await reason(offer(database, unpaid.id, 'x@people.test')), 'not_paid_yet');
    await payFor(database.sql, unpaid.id);
    await offer(database, unpaid.id, 'x@people.test');
    await database.sql`update public.settings set value = 5 where key = 'percent_transfer_fee'`;
    assert.equal(await to('x@people.test'), 'costs_a_fee');
    await database.sql`update public.settings set value = 0 where key = 'percent_transfer_fee'`;
    await database.sql`update public.batches set change_address_until = now() where code = 'BRAEFELL-R1'`;
    assert.equal(await to('x@people.test'), 'deadline_passed');
    await database.sql`update public.batches set change_address_until = now() + interval '9 days' where code = 'BRAEFELL-R1'`;
    await database.sql`select private.move_order(${order.id}, 'paid', 'in_production', 'staff')`;
    await database.sql`update public.batches set change_address_until = null where code = 'BRAEFELL-R1'`;
    assert.equal(await to('x@people.test'), 'illegal_move', 'without a date, until it is made');
    await database.sql`update public.batches set change_address_until = now() + interval '9 days' where code = 'BRAEFELL-R1'`;
    await offer(database, order.id, 'x@people.test');
    await database.sql`select private.move_order(${order.id}, 'in_production', 'ready_to_ship', 'staff')`;
    assert.equal(await to('x@people.test'), 'illegal_move');
  });

  test('is a mail to a stranger, so that five a day are the most', async () => {
    await database.sql`update public.batches set change_address_until = null where code = 'BRAEFELL-R1'`;
    const order = await placeGroupBuy(database);
    for (let n = 0; n < 5; n += 1) await offer(database, order.id, `n${n}@people.test`);
    assert.equal(await reason(offer(database, order.id, 'n6@people.test')), 'too_many_tries');
    const left = (await transfersOf(database, 'first')).offered.find(
      ({ order_id }) => order_id === order.id,
    );
    assert.equal(left?.email, 'n4@people.test', 'the refused sixth undid nothing');
  });
});
