import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openTestDatabase, person, service } from '../../support/database.ts';
import { openCardPayments } from '../../support/data/card-payments.ts';
import { applyEvent } from '../../support/data/orders.ts';

const database = openTestDatabase();
const cards = openCardPayments(database);
const { send, letTimePass, paidOrder, refund, callsOf, dueOf, refundMails, tellRefunded } = cards;

describe('a refund of a card payment', () => {
  test('is sent by the provider, once, and its buyer is told then', async () => {
    const { id, charges } = await paidOrder();
    await refund(id, 1000);
    assert.deepEqual(await refundMails(id), []);
    assert.deepEqual(await send([id]), { sent: 1, waiting: 0, refused: 0 });
    assert.deepEqual(await send([id]), { sent: 0, waiting: 0, refused: 0 });
    assert.equal(cards.stripe().givenBack(charges[0] ?? ''), 1000);
    assert.deepEqual(await refundMails(id), [1000]);
    assert.equal(await tellRefunded(charges[0] ?? ''), 'known_refund');
  });

  test('is shared out over the payments that an order came by, and never takes more than each', async () => {
    const { id, total, charges } = await paidOrder(3);
    await refund(id, 1500);
    await refund(id, null);
    assert.equal((await send([id])).sent, (await callsOf(id)).length);
    assert.equal(
      charges.reduce((sum, charge) => sum + cards.stripe().givenBack(charge), 0),
      total,
    );
    assert.deepEqual(
      (await refundMails(id)).toSorted((a, b) => a - b),
      [1500, total - 1500],
    );
  });

  test('that already went back another way is written down and not asked for', async () => {
    const { id } = await paidOrder();
    await refund(id, 700, true);
    assert.deepEqual(await callsOf(id), []);
    assert.deepEqual(await refundMails(id), [700]);
  });

  test('is asked for at the charge for what the provider has not told to be back already', async () => {
    const { id, total, charges } = await paidOrder();
    await database.keepAs(service, (sql) =>
      applyEvent(sql, {
        id: randomUUID(),
        provider: 'stripe',
        kind: 'refunded',
        order: null,
        reference: charges[0] ?? '',
        amount: 900,
      }),
    );
    await refund(id, null);
    assert.deepEqual(
      (await callsOf(id)).map(({ amount }) => amount),
      [total - 900],
    );
  });

  test('that the provider refuses is due back again, and nobody is told that it was sent', async () => {
    const { id, total, charges } = await paidOrder();
    cards.stripe().refuse(charges[0] ?? '', 'This charge is disputed', 'charge_disputed');
    await refund(id, null);
    assert.deepEqual(await send([id]), { sent: 0, waiting: 0, refused: 1 });
    assert.deepEqual(await callsOf(id), [
      { state: 'refused', amount: total, problem: 'Stripe refused it: This charge is disputed' },
    ]);
    assert.deepEqual([await dueOf(id), await refundMails(id)], [total, []]);
    cards.stripe().take(charges[0] ?? '');
    await refund(id, null);
    assert.equal((await send([id])).sent, 1);
    assert.deepEqual([await dueOf(id), await refundMails(id)], [0, [total]]);
    assert.equal(await tellRefunded(charges[0] ?? ''), 'known_refund');
  });

  test('that the bank sends back days later can be given back once more', async () => {
    const { id, total, charges } = await paidOrder();
    await refund(id, null);
    await send([id]);
    await tellRefunded(charges[0] ?? '');
    await database.keepAs(service, (sql) =>
      applyEvent(sql, {
        id: randomUUID(),
        provider: 'stripe',
        kind: 'refund_failed',
        order: null,
        reference: charges[0] ?? '',
        amount: total,
      }),
    );
    assert.deepEqual([(await callsOf(id))[0]?.state, await dueOf(id)], ['returned', total]);
    await refund(id, null);
    assert.deepEqual(
      (await callsOf(id)).map(({ state, amount }) => [state, amount]),
      [
        ['returned', total],
        ['waiting', total],
      ],
    );
  });

  test('that fails after the next one was told is due back, in whatever order both fail', async () => {
    const tell = (kind: string, charge: string, amount: number) =>
      database.keepAs(service, (sql) =>
        applyEvent(sql, {
          id: randomUUID(),
          provider: 'stripe',
          kind,
          order: null,
          reference: charge,
          amount,
        }),
      );
    for (const [first, second] of [
      [1000, 700],
      [700, 1000],
    ] as const) {
      const { id, charges } = await paidOrder();
      const [charge = ''] = charges;
      await refund(id, 1000);
      await send([id]);
      await tell('refunded', charge, 1000);
      await refund(id, 700);
      await send([id]);
      // Stripe tells the sum of what left: the first had failed by then.
      await tell('refunded', charge, 700);
      assert.equal(await tell('refund_failed', charge, first), 'refund_failed');
      assert.equal(await tell('refund_failed', charge, second), 'refund_failed');
      assert.equal(await dueOf(id), 1700);
      assert.deepEqual(
        (await callsOf(id)).map(({ state }) => state),
        ['returned', 'returned'],
      );
      await refund(id, 500);
      await send([id]);
      assert.equal(await tell('refunded', charge, 500), 'known_refund');
      assert.equal(await dueOf(id), 1200);
    }
  });

  test('that fails before it was told is due back at once, and what is asked for then is still sent', async () => {
    const { id, charges } = await paidOrder();
    const [charge = ''] = charges;
    const tell = (kind: string, event: string = randomUUID()) =>
      database.keepAs(service, (sql) =>
        applyEvent(sql, {
          id: event,
          provider: 'stripe',
          kind,
          order: null,
          reference: charge,
          amount: 400,
        }),
      );
    await refund(id, 400);
    await send([id]);
    const event = randomUUID();
    assert.equal(await tell('refund_failed', event), 'refund_failed');
    assert.equal(await tell('refund_failed', event), 'known');
    assert.equal(await dueOf(id), 400);
    await refund(id, 400);
    assert.equal(await tell('refunded'), 'known_refund');
    assert.deepEqual(
      (await callsOf(id)).map(({ state }) => state),
      ['returned', 'waiting'],
    );
    assert.deepEqual([(await send([id])).sent, await dueOf(id)], [1, 0]);
    assert.equal(await tell('refunded'), 'known_refund');
    assert.equal(await tell('refund_failed'), 'refund_failed');
    assert.equal(await dueOf(id), 400);
  });

  test('that somebody made in the dashboard while it waited is not asked for again', async () => {
    const { id, charges } = await paidOrder();
    const [charge = ''] = charges;
    cards.stripe().refuse(charge, 'Insufficient funds', 'balance_insufficient');
    await refund(id, 300);
    await send([id]);
    cards.stripe().take(charge);
    cards.stripe().refundByHand(charge, 300);
    assert.equal(await tellRefunded(charge), 'known_refund');
    cards.stripe().forgetKeys();
    assert.deepEqual(await send([id]), { sent: 0, waiting: 0, refused: 0 });
    assert.deepEqual([cards.stripe().givenBack(charge), await refundMails(id)], [300, [300]]);
  });

  test('that failed before the shop had its answer is due back once', async () => {
    const { id, charges } = await paidOrder();
    const [charge = ''] = charges;
    await refund(id, 300);
    cards.dieWhen(() => true);
    await assert.rejects(send([id]));
    cards.dieWhen(() => false);
    await tellRefunded(charge);
    await database.keepAs(service, (sql) =>
      applyEvent(sql, {
        id: randomUUID(),
        provider: 'stripe',
        kind: 'refund_failed',
        order: null,
        reference: charge,
        amount: 300,
      }),
    );
    await letTimePass();
    await send([id]);
    assert.deepEqual([(await callsOf(id))[0]?.state, await dueOf(id)], ['returned', 300]);
  });

  test('whose failure was told before the shop had its answer is due back when the answer comes', async () => {
    const { id, charges } = await paidOrder();
    const [charge = ''] = charges;
    await refund(id, 300);
    cards.dieWhen(() => true);
    await assert.rejects(send([id]));
    cards.dieWhen(() => false);
    const failed = {
      id: randomUUID(),
      provider: 'stripe',
      kind: 'refund_failed',
      order: null,
      reference: charge,
      amount: 300,
    };
    assert.equal(await database.keepAs(service, (sql) => applyEvent(sql, failed)), 'waiting');
    await letTimePass();
    await send([id]);
    assert.deepEqual([(await callsOf(id))[0]?.state, await dueOf(id)], ['returned', 300]);
    assert.equal(cards.stripe().givenBack(charge), 300);
  });

  test('that went back another way hides no later one of the provider', async () => {
    const { id, charges } = await paidOrder();
    const [charge = ''] = charges;
    await refund(id, 300, true);
    cards.stripe().refundByHand(charge, 300);
    assert.equal(await tellRefunded(charge), 'refunded');
    const [order] = await database.sql`
      select refunded_minor from public.order_records where id = ${id}`;
    assert.equal(order?.['refunded_minor'], 600);
  });

  test('that was paid by transfer although a card was chosen is sent by hand', async () => {
    const { id } = await paidOrder(0);
    await database.keepAs(person('owner'), (sql) => sql`select public.record_payment(${id})`);
    await refund(id, 300);
    const [payment] = await database.sql`
      select provider from public.payments where order_id = ${id} and kind = 'refund'`;
    assert.deepEqual([payment?.['provider'], await callsOf(id)], ['invoice', []]);
  });

  test('waits while the provider is short of money, and goes out when it has some', async () => {
    const { id, charges } = await paidOrder();
    cards
      .stripe()
      .refuse(
        charges[0] ?? '',
        'Insufficient funds in your Stripe account',
        'balance_insufficient',
      );
    await refund(id, 500);
    assert.deepEqual(await send([id]), { sent: 0, waiting: 1, refused: 0 });
    assert.match((await callsOf(id))[0]?.problem ?? '', /Insufficient funds/);
    assert.deepEqual(await send(), { sent: 0, waiting: 0, refused: 0 });
    cards.stripe().take(charges[0] ?? '');
    cards.stripe().forgetKeys();
    assert.deepEqual(await send([id]), { sent: 1, waiting: 0, refused: 0 });
  });
});
