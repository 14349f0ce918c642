import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openTestDatabase, service } from '../../support/database.ts';
import { openCardPayments } from '../../support/data/card-payments.ts';
import { applyEvent } from '../../support/data/orders.ts';

const database = openTestDatabase();
const cards = openCardPayments(database);
const { send, paidOrder, refund, callsOf, dueOf, refundMails, tellRefunded } = cards;

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
    assert.deepEqual(await refundMails(id), [1500, total - 1500]);
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
