import assert from 'node:assert/strict';
import type { Given } from '#shared/backend/given.ts';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import type { PaymentEvent } from '../../../supabase/functions/_shared/payments/payment-event.ts';
import {
  createPayPalPages,
  createPayPalReader,
  createPayPalRefunds,
  createPayPalReturns,
} from '../../../supabase/functions/_shared/payments/paypal.ts';
import { sendRefunds } from '../../../supabase/functions/_shared/payments/refund-call.ts';
import { openCardPayments } from '../../support/data/card-payments.ts';
import { applyEvent, buy, line } from '../../support/data/orders.ts';
import { anonymous, openTestDatabase, service } from '../../support/database.ts';
import {
  startPayPalStandIn,
  type PayPalDelivery,
  type PayPalFault,
  type PayPalStandIn,
} from '../../support/paypal-stand-in.ts';

const database = openTestDatabase();
const cards = openCardPayments(database);
const { refund, callsOf, dueOf, refundMails, letTimePass, payAtStripe, paidOrder } = cards;

let paypal: PayPalStandIn;
let faultOf: (call: number) => PayPalFault = () => 'none';
before(async () => {
  paypal = await startPayPalStandIn((call) => faultOf(call));
});
after(() => paypal.close());
afterEach(() => {
  faultOf = () => 'none';
});

const apply = ({ eventId, kind, orderId, reference, amountMinor, currency }: PaymentEvent) =>
  database.keepAs(service, (sql) =>
    applyEvent(sql, {
      id: eventId,
      provider: 'paypal',
      kind,
      order: orderId,
      ...(reference === null ? {} : { reference }),
      amount: amountMinor,
      currency,
    }),
  );

const send = (orders: readonly string[] | null = null) =>
  sendRefunds(
    {
      providers: { paypal: createPayPalRefunds(paypal.environment) },
      call: cards.call,
    },
    orders,
  );

const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? '';

/** Placed, and as far as PayPal's page. */
async function begun() {
  await database.sql`update public.payment_methods set is_offered = true where code = 'paypal'`;
  const lines = [await line(database.sql, 'KNOB-SILVER', 3)];
  const { order } = await database.keepAs(anonymous, (sql) =>
    buy(sql, { lines, payment: 'paypal' }),
  );
  const [row] = await database.keepAs(
    anonymous,
    (sql) => sql<{ answer: Given<'begin_payment'> }[]>`
      select public.begin_payment(${order.id}, ${order.token}, 'paypal') as answer`,
  );
  assert.ok(row);
  const page = await createPayPalPages(paypal.environment)?.(
    row.answer,
    'http://shop.test/orders?x=1',
  );
  return { id: order.id, total: order.total_minor, token: tokenOf(page ?? '') };
}

const comeBack = async (token: string): Promise<PaymentEvent | null> => {
  const query = new URL(paypal.approve(token), 'http://api.test').searchParams;
  return (await createPayPalReturns(paypal.environment)?.(query))?.event ?? null;
};

const deliver = async ({ body, headers }: PayPalDelivery): Promise<string> => {
  const event = await createPayPalReader(paypal.environment)?.(body, new Headers(headers));
  return event ? await apply(event) : 'nothing';
};

async function moneyOf(order: string) {
  const [row] = await database.sql<{ captured: number; refunded: number; status: string }[]>`
    select captured_minor as captured, refunded_minor as refunded, status from public.order_records where id = ${order}`;
  assert.ok(row);
  return { ...row };
}

async function paid() {
  const { id, total, token } = await begun();
  const event = await comeBack(token);
  assert.ok(event);
  assert.equal(await apply(event), 'paid');
  return { id, total, token, charge: paypal.captureOf(token) ?? '' };
}

const money = (minor: number) => ({ currency_code: 'EUR', value: (minor / 100).toFixed(2) });

const disputeOf = (charge: string, amount: number) => ({
  dispute_id: `PP-D-${randomUUID()}`,
  dispute_life_cycle_stage: 'CHARGEBACK',
  dispute_amount: money(amount),
  disputed_transactions: [{ seller_transaction_id: charge }],
});

const refundsOf = (charge: string) => paypal.refunds.filter((each) => each.charge === charge);

const stockUp = () =>
  database.sql`
    update public.stock_pools set on_hand = on_hand + 100
    where id = (select stock_pool_id from public.variants where sku = 'KNOB-SILVER')`;

describe('a payment at PayPal', () => {
  test('is paid once by the return and by both messages, whichever comes first', async () => {
    const ways = [
      ['return', 'approved', 'captured'],
      ['approved', 'return', 'captured'],
      ['approved', 'captured', 'captured', 'return', 'approved'],
    ] as const;
    for (const way of ways) {
      const { id, total, token } = await begun();
      paypal.approve(token);
      const approved = paypal.approved(token);
      for (const step of way) {
        if (step === 'approved') await deliver(approved);
        else if (step === 'captured') await deliver(paypal.captured(token));
        else await comeBack(token).then((event) => event && apply(event));
      }
      assert.deepEqual(
        await moneyOf(id),
        { captured: total, refunded: 0, status: 'paid' },
        way.join(),
      );
    }
  });

  test('of whoever closes the window after approving is taken by the message alone', async () => {
    const { id, total, token } = await begun();
    paypal.approve(token);
    assert.equal(await deliver(paypal.approved(token)), 'paid');
    assert.equal((await moneyOf(id)).captured, total);
  });

  test('that was refunded before the shop heard of it waits, and each cent counts once in any order', async () => {
    const { id, total, token } = await begun();
    paypal.approve(token);
    await createPayPalReturns(paypal.environment)?.(
      new URL(paypal.approve(token), 'http://api.test').searchParams,
    );
    const charge = paypal.captureOf(token) ?? '';
    paypal.refundByHand(charge, 300);
    paypal.refundByHand(charge, 200);
    const told = refundsOf(charge).map(paypal.refunded);
    const messages = [...told.toReversed(), ...told, paypal.captured(token), ...told];
    for (const message of messages) await deliver(message);
    assert.deepEqual(await moneyOf(id), { captured: total, refunded: 500, status: 'paid' });
  });

  test('is refunded once where a third of the calls fails, answers get lost and messages repeat', async () => {
    const orders = [];
    for (let index = 0; index < 8; index += 1) orders.push(await paid());
    for (const { id } of orders) {
      await refund(id, 500);
      await refund(id, 700);
    }
    const faults = ['lost', 'broken', 'hangs up', 'busy'] as const;
    faultOf = (call) => (call % 3 === 0 ? (faults[(call / 3) % faults.length] ?? 'none') : 'none');
    for (let round = 0; round < 12; round += 1) {
      await send();
      if (round === 2) paypal.forgetKeys();
      await letTimePass();
    }
    faultOf = () => 'none';
    await send();
    for (const { id, charge } of orders) {
      assert.equal(paypal.givenBack(charge), 1200);
      assert.deepEqual(
        (await callsOf(id)).map(({ state }) => state),
        ['sent', 'sent'],
      );
      assert.deepEqual((await refundMails(id)).toSorted(), [500, 700]);
      const told = refundsOf(charge).map(paypal.refunded);
      for (const message of [...told, ...told.toReversed()]) await deliver(message);
      assert.equal((await moneyOf(id)).refunded, 1200);
    }
  });

  test('that PayPal won’t refund is due again, and says why', async () => {
    const { id, charge } = await paid();
    paypal.refuse(charge, 'TRANSACTION_DISPUTED', 'There is an open case.');
    await refund(id, 400);
    assert.deepEqual(await send([id]), { sent: 0, waiting: 0, refused: 1 });
    assert.equal((await callsOf(id))[0]?.problem, 'PayPal refused it: There is an open case.');
    assert.equal(await dueOf(id), 400);
  });

  test('beside one at Stripe goes back by both, each what it took', async () => {
    const { id, total, charge } = await paid();
    const [card = ''] = await payAtStripe(id, [total]);
    await refund(id, total + 600);
    await cards.send([id]);
    await send([id]);
    const back = [paypal.givenBack(charge), cards.stripe().givenBack(card)];
    assert.deepEqual(back, [total, 600]);
    await refund(id, null);
    await cards.send([id]);
    await send([id]);
    assert.deepEqual([paypal.givenBack(charge), cards.stripe().givenBack(card)], [total, total]);
    assert.deepEqual(await moneyOf(id), {
      captured: total * 2,
      refunded: total * 2,
      status: 'refunded',
    });
  });

  test('that was disputed is due again, until the dispute is won', async () => {
    const { id, total, charge } = await paid();
    const dispute = disputeOf(charge, total);
    const opened = paypal.deliver('CUSTOMER.DISPUTE.CREATED', dispute);
    for (const again of [opened, opened, paypal.deliver('CUSTOMER.DISPUTE.UPDATED', dispute)])
      await deliver(again);
    assert.equal((await moneyOf(id)).refunded, total);
    const outcome = { outcome_code: 'RESOLVED_SELLER_FAVOUR' };
    const won = { ...dispute, status: 'RESOLVED', dispute_outcome: outcome };
    await deliver(paypal.deliver('CUSTOMER.DISPUTE.RESOLVED', won));
    const { captured, refunded } = await moneyOf(id);
    assert.equal(captured - refunded, total);
  });

  test('that was given back before its dispute was told is looked at, and counts once', async () => {
    await stockUp();
    const oddOf = async (id: string) => {
      const rows = await database.sql<{ code: string }[]>`
        select f.code from private.find_payment_faults() f join public.order_records o on o.number = f.record
        where o.id = ${id} and f.desk = 'orders' and f.severity = 'fault'`;
      return rows.map(({ code }) => code);
    };
    for (const end of ['ACCEPTED', 'RESOLVED_SELLER_FAVOUR']) {
      const { id, charge } = await paid();
      paypal.refundByHand(charge, 500);
      for (const made of refundsOf(charge)) await deliver(paypal.refunded(made));
      const dispute = disputeOf(charge, 500);
      assert.equal(
        await deliver(paypal.deliver('CUSTOMER.DISPUTE.CREATED', dispute)),
        'payment_mismatch',
      );
      assert.deepEqual([(await moneyOf(id)).refunded, await oddOf(id)], [500, ['odd_payment']]);
      const outcome = { outcome_code: end, amount_refunded: money(500) };
      const ended = { ...dispute, status: 'RESOLVED', dispute_outcome: outcome };
      await deliver(paypal.deliver('CUSTOMER.DISPUTE.RESOLVED', ended));
      assert.deepEqual(
        [(await moneyOf(id)).refunded, await oddOf(id)],
        [500, end === 'ACCEPTED' ? ['odd_payment'] : []],
      );
      // Another 200 that the dispute took after all are told as a refund.
      paypal.refundByHand(charge, 200);
      for (const made of refundsOf(charge)) await deliver(paypal.refunded(made));
      assert.deepEqual([(await moneyOf(id)).refunded, await oddOf(id)], [700, []]);
    }
  });

  test('that was given back in part before a greater dispute was told counts both', async () => {
    const { id, charge } = await paid();
    paypal.refundByHand(charge, 500);
    for (const made of refundsOf(charge)) await deliver(paypal.refunded(made));
    const opened = paypal.deliver('CUSTOMER.DISPUTE.CREATED', disputeOf(charge, 600));
    assert.equal(await deliver(opened), 'disputed');
    assert.equal((await moneyOf(id)).refunded, 1100);
  });

  test('that was disputed in part leaves a refund of the shop to be sent when the dispute’s is told', async () => {
    await stockUp();
    const { id, total, charge } = await paid();
    const dispute = disputeOf(charge, 600);
    await deliver(paypal.deliver('CUSTOMER.DISPUTE.CREATED', dispute));
    await refund(id, 400);
    paypal.refundByHand(charge, 600);
    for (const made of refundsOf(charge)) await deliver(paypal.refunded(made));
    assert.deepEqual(
      [(await callsOf(id)).map(({ state }) => state), await refundMails(id)],
      [['waiting'], []],
    );
    await send([id]);
    for (const made of refundsOf(charge)) await deliver(paypal.refunded(made));
    assert.deepEqual([paypal.givenBack(charge), await refundMails(id)], [1000, [400]]);
    const { captured, refunded } = await moneyOf(id);
    assert.equal(captured - refunded, total - 1000);
  });

  test('that was disputed and given back in part counts that part once, whichever is told first', async () => {
    await stockUp();
    for (const told of [
      ['refunded', 'accepted'],
      ['accepted', 'refunded', 'refunded again'],
    ]) {
      for (const disputed of [900, null]) {
        const { id, total, charge } = await paid();
        await refund(id, 100);
        await send([id]);
        const dispute = disputeOf(charge, disputed ?? total - 100);
        await deliver(paypal.deliver('CUSTOMER.DISPUTE.CREATED', dispute));
        assert.equal((await moneyOf(id)).refunded, disputed === null ? total : 1000);
        paypal.refundByHand(charge, 500);
        const refunds = refundsOf(charge);
        const outcome = { outcome_code: 'ACCEPTED', amount_refunded: money(500) };
        const accepted = { ...dispute, status: 'RESOLVED', dispute_outcome: outcome };
        for (const word of told)
          if (word === 'accepted')
            await deliver(paypal.deliver('CUSTOMER.DISPUTE.RESOLVED', accepted));
          else for (const made of refunds) await deliver(paypal.refunded(made));
        const { captured, refunded } = await moneyOf(id);
        assert.equal(captured - refunded, total - 600, `${told.join()} of ${disputed}`);
        await refund(id, 200);
        await send([id]);
        for (const made of refundsOf(charge)) await deliver(paypal.refunded(made));
        const later = await moneyOf(id);
        assert.equal(later.captured - later.refunded, total - 800);
        assert.equal(paypal.givenBack(charge), 800);
      }
    }
  });
});

test('Stripe’s refunds stay Stripe’s beside it', async () => {
  const { id } = await paidOrder();
  await refund(id, 100);
  assert.deepEqual(await send([id]), { sent: 0, waiting: 0, refused: 0 });
  assert.equal((await cards.send([id])).sent, 1);
});
