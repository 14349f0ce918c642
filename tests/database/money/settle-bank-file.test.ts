import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, before, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { ibans, openBankRefunds } from '../../support/data/bank-refunds.ts';
import { openCardPayments } from '../../support/data/card-payments.ts';
import { findBrokenInvariants } from '../../support/data/orders.ts';

const database = openTestDatabase();
const cards = openCardPayments(database);
const bank = openBankRefunds(database);
const { refundToSend, makeFile, settle, statusOf, mailsOf } = bank;

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

describe('settle_bank_file', () => {
  before(async () => {
    await database.keepAs(
      person('owner'),
      (sql) => sql`
        select public.adjust_stock(p.id, 300, null, 'Delivery') from public.stock_pools p
        join public.variants v on v.stock_pool_id = p.id where v.sku = 'KNOB-SILVER'`,
    );
  });

  test('sent tells each customer once where the money went, however often and by how many it is said', async () => {
    const [one, two] = [await refundToSend(ibans.german), await refundToSend(ibans.dutch)];
    const file = await makeFile([one.id, two.id]);
    assert.equal((await mailsOf(one.order.id)).length, 0);
    const said = await Promise.all(Array.from({ length: 4 }, () => settle(file.id, 'sent')));
    assert.deepEqual(new Set(said.map(({ status }) => status)), new Set(['sent']));
    for (const [{ order, id }, end] of [
      [one, '3000'],
      [two, '4300'],
    ] as const) {
      const mails = await mailsOf(order.id);
      assert.deepEqual(
        mails.map(({ payload }) => [
          payload['amount_minor'],
          payload['transfer_minor'],
          payload['account_end'],
        ]),
        [[order.total_minor, order.total_minor, end]],
      );
      assert.deepEqual(await statusOf(id), ['sent', end]);
    }
    assert.equal(
      (await refusalOf(settle(file.id, 'discarded', 'Too late'))).reason,
      'file_settled',
    );
    assert.equal((await refusalOf(makeFile([one.id]))).reason, 'refund_taken');
  });

  test('discarded opens its refunds again, which keep their reference in the next file', async () => {
    const { id, order } = await refundToSend();
    const file = await makeFile([id]);
    const reason = 'The bank refused it';
    assert.equal((await refusalOf(settle(file.id, 'discarded', ' '))).reason, 'reason_missing');
    const gone = await settle(file.id, 'discarded', reason);
    assert.deepEqual([gone.status, gone.reason], ['discarded', reason]);
    assert.deepEqual(await settle(file.id, 'discarded', 'Another'), gone);
    assert.deepEqual(await statusOf(id), ['open', '']);
    assert.equal((await refusalOf(settle(file.id, 'sent'))).reason, 'file_settled');
    await bank.enter(person('owner'), order.id, ibans.french);
    const next = await makeFile([id]);
    const { content } = await bank.readFile(next.id);
    assert.match(content, new RegExp(`<EndToEndId>${order.number}-R1<`));
    assert.match(content, new RegExp(`<IBAN>${ibans.french}<`));
    assert.equal((await mailsOf(order.id)).length, 0);
  });

  test('raced between sent and discarded one of them holds, with its refunds', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, order } = await refundToSend();
      const file = await makeFile([id]);
      const both = await Promise.allSettled([
        settle(file.id, 'sent'),
        settle(file.id, 'discarded', 'Wrong'),
      ]);
      const held = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value.status] : []));
      assert.equal(held.length, 1);
      const [status] = (await statusOf(id)) ?? [];
      assert.equal(status, held[0] === 'sent' ? 'sent' : 'open');
      assert.equal((await mailsOf(order.id)).length, held[0] === 'sent' ? 1 : 0);
    }
  });

  test('a refund that left in part by card and in part by bank is told once, after the last of both', async () => {
    for (const isBankLast of [true, false]) {
      const { id, total } = await cards.paidOrder();
      await database.keepAs(
        person('owner'),
        (sql) => sql`select public.record_payment(${id}, 1500, ${`Statement ${randomUUID()}`})`,
      );
      const refundId = await bank.refund(id);
      const [row] =
        await database.sql`select amount_minor as n from public.bank_refunds where refund_id = ${refundId}`;
      assert.equal(row?.['n'], 1500);
      await bank.enter(person('owner'), id, ibans.dutch);
      const file = await makeFile([refundId]);
      const steps = [() => cards.send(), () => settle(file.id, 'sent')];
      for (const step of isBankLast ? steps : steps.toReversed()) {
        assert.equal((await mailsOf(id)).length, 0);
        await step();
      }
      assert.deepEqual(
        (await mailsOf(id)).map(({ payload }) => [
          payload['amount_minor'],
          payload['transfer_minor'],
        ]),
        [[total + 1500, 1500]],
      );
    }
  });

  test('nobody but the owner says so, and of no file that is not there', async () => {
    const { id } = await refundToSend();
    const file = await makeFile([id]);
    for (const by of ['fulfilment', 'support', 'editor', 'former', 'first'] as const)
      for (const status of ['sent', 'discarded'])
        assert.equal(
          (await refusalOf(settle(file.id, status, 'Because', person(by)))).reason,
          'not_allowed',
        );
    assert.equal((await refusalOf(settle(file.id, 'sent', '', anonymous))).code, '42501');
    assert.equal((await refusalOf(settle(randomUUID(), 'sent'))).reason, 'unknown_file');
    assert.equal((await refusalOf(settle(file.id, 'made'))).reason, 'unknown_status');
    assert.deepEqual(await statusOf(id), ['in_file', '3000']);
  });
});
