import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { ibans, openBankRefunds } from '../../support/data/bank-refunds.ts';
import { findBrokenInvariants } from '../../support/data/orders.ts';

const database = openTestDatabase();
const bank = openBankRefunds(database);
const { mailsOf, sendByHand, statusOf } = bank;

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

describe('send_bank_refund', () => {
  test('tells the customer once, also of another currency, however many say it at once', async () => {
    const { id, order } = await bank.refundToSend(ibans.dutch);
    await database.sql`update public.bank_refunds set currency = 'USD' where refund_id = ${id}`;
    await Promise.all(Array.from({ length: 4 }, () => sendByHand(id)));
    const first = await sendByHand(id, person('owner'));
    assert.deepEqual(await sendByHand(id), first);
    assert.deepEqual(await statusOf(id), ['sent', '4300']);
    assert.equal((await mailsOf(order.id)).length, 1);
  });

  test('says of the refund that it left, when it did', async () => {
    const { id, order } = await bank.refundToSend();
    const hasLeft = async () => {
      const rows = await database.as(
        person('support'),
        (sql) => sql<{ hasLeft: boolean }[]>`
          select sent_at is not null as "hasLeft" from public.payments where id = ${id}`,
      );
      return rows.map((row) => row.hasLeft);
    };
    assert.deepEqual(await hasLeft(), [false]);
    await sendByHand(id);
    assert.deepEqual(await hasLeft(), [true]);
    const [both] = await database.sql<{ agree: boolean }[]>`
      select bool_and(p.sent_at = b.sent_at) as agree
      from public.payments p join public.bank_refunds b on b.refund_id = p.id where p.order_id = ${order.id}`;
    assert.equal(both?.agree, true);
  });

  test('raced with a file that holds it, one of the two sends it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, order } = await bank.refundToSend();
      const [made, sent] = await Promise.allSettled([bank.makeFile([id]), sendByHand(id)]);
      assert.notEqual(made.status, sent.status);
      if (made.status === 'fulfilled') {
        assert.equal((await refusalOf(sendByHand(id))).reason, 'refund_taken');
        await bank.settle(made.value.id, 'sent');
      }
      assert.equal((await mailsOf(order.id)).length, 1);
    }
  });

  test('a refund that staff say was sent already never waits, and its mail leaves at once', async () => {
    const order = await bank.paidOrder();
    const id = await bank.refund(order.id, null, true);
    assert.equal(await statusOf(id), null);
    assert.equal((await mailsOf(order.id)).length, 1);
    assert.equal((await mailsOf(order.id, 'refund_account_asked')).length, 0);
    assert.equal((await refusalOf(sendByHand(id))).reason, 'unknown_refund');
  });

  test('is for owners and fulfilment alone', async () => {
    const { id, order } = await bank.refundToSend();
    for (const by of ['support', 'editor', 'former', 'first'] as const)
      assert.equal((await refusalOf(sendByHand(id, person(by)))).reason, 'not_allowed', by);
    assert.equal((await refusalOf(sendByHand(id, anonymous))).code, '42501');
    assert.equal((await refusalOf(sendByHand(randomUUID()))).reason, 'unknown_refund');
    for (const by of [anonymous, person('first'), person('owner'), person('fulfilment')])
      assert.equal(
        (
          await refusalOf(
            database.as(
              by,
              (sql) => sql`update public.bank_refunds set sent_at = now() where refund_id = ${id}`,
            ),
          )
        ).code,
        '42501',
      );
    assert.equal((await mailsOf(order.id)).length, 0);
  });
});
