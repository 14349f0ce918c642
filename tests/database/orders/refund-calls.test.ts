import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  sendRefunds,
  type RefundDeps,
} from '../../../supabase/functions/_shared/payments/refund-call.ts';
import { createStripeRefunds } from '../../../supabase/functions/_shared/payments/stripe.ts';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  service,
  type PersonName,
} from '../../support/database.ts';
import { endWindow, makeBatch, orderKits } from '../../support/data/group-buys.ts';
import { applyEvent, buy, findBrokenInvariants, line } from '../../support/data/orders.ts';
import {
  startStripeStandIn,
  type Fault,
  type StripeStandIn,
} from '../../support/stripe-stand-in.ts';

const database = openTestDatabase();
let faultOf: (call: number) => Fault = () => 'none';
let stripe: StripeStandIn;
before(async () => {
  stripe = await startStripeStandIn((number) => faultOf(number));
});
after(() => stripe.close());
afterEach(async () => {
  faultOf = () => 'none';
  await database.sql`update public.refund_calls set call_after = 'infinity' where state = 'waiting'`;
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

/** Stops being told what became of a refund, as a worker that dies right then. */
let isDeaf: () => boolean = () => false;

const call: RefundDeps['call'] = (name, args) =>
  database.keepAs(service, async (sql) => {
    if (name === 'claim_refund_calls') {
      const { p_providers: providers, p_orders: orders, p_limit: limit } = args;
      const [row] = await sql<{ answer: unknown }[]>`
        select public.claim_refund_calls(${providers as string[]}, ${orders as string[] | null}::uuid[], ${limit as number}) as answer`;
      return row?.answer;
    }
    if (isDeaf()) throw new Error('The worker died');
    const {
      p_id: id,
      p_reference: reference = null,
      p_problem: problem = '',
      p_is_final: isFinal = false,
    } = args;
    const [row] = await sql<{ answer: unknown }[]>`
      select public.refund_called(${id as string}, ${reference as string | null}, ${problem as string}, ${isFinal as boolean}) as answer`;
    return row?.answer;
  });

const send = (orders: readonly string[] | null = null) =>
  sendRefunds({ providers: { stripe: createStripeRefunds(stripe.environment) }, call }, orders);

const letTimePass = () =>
  database.sql`update public.refund_calls set call_after = now() - interval '1 second' where state = 'waiting' and call_after < 'infinity'`;

/** Paid at Stripe, in so many payments. */
async function payAtStripe(id: string, amounts: readonly number[]): Promise<readonly string[]> {
  const charges: string[] = [];
  for (const amount of amounts) {
    const charge = `pi_${randomUUID()}`;
    stripe.charge(charge, amount);
    await database.keepAs(
      service,
      (sql) => sql`
      select public.apply_payment_event('stripe', ${`evt_${charge}`}, 'paid', ${id}, ${charge}, ${amount}, 'EUR')`,
    );
    charges.push(charge);
  }
  return charges;
}

async function paidOrder(parts = 1, quantity = 3) {
  await database.sql`update public.payment_methods set is_offered = true where code = 'stripe'`;
  const lines = [await line(database.sql, 'KNOB-SILVER', quantity)];
  const { order } = await database.keepAs(anonymous, (sql) =>
    buy(sql, { lines, payment: 'stripe' }),
  );
  const part = Math.floor(order.total_minor / parts);
  const amounts = Array.from({ length: parts }, (_, index) =>
    index === parts - 1 ? order.total_minor - part * index : part,
  );
  return { id: order.id, total: order.total_minor, charges: await payAtStripe(order.id, amounts) };
}

const refund = (order: string, amount: number | null, isSent = false, by: PersonName = 'owner') =>
  database.keepAs(
    person(by),
    (sql) => sql`
    select public.refund_order(${order}, ${amount}, '[]', 'Asked by mail', null, ${isSent})`,
  );

async function callsOf(order: string) {
  const rows = await database.sql<{ state: string; amount: number; problem: string }[]>`
    select state, amount_minor as amount, problem from public.refund_calls where order_id = ${order} order by created_at, amount_minor`;
  return rows.map((row) => ({ ...row }));
}

async function dueOf(order: string): Promise<number> {
  const [row] = await database.sql<{ due: number }[]>`
    select refund_due_minor as due from public.order_records where id = ${order}`;
  assert.ok(row);
  return row.due;
}

const refundMails = async (order: string) =>
  (
    await database.sql<{ amount: number }[]>`
    select (payload ->> 'amount_minor')::int as amount from public.outbox
    where kind = 'order_refunded' and payload ->> 'order_id' = ${order} order by created_at`
  ).map(({ amount }) => amount);

/** As the provider tells of it: the sum of all that went back of a payment. */
const tellRefunded = (charge: string, id: string = randomUUID()) =>
  database.keepAs(service, (sql) =>
    applyEvent(sql, {
      id,
      provider: 'stripe',
      kind: 'refunded',
      order: null,
      reference: charge,
      amount: stripe.givenBack(charge),
    }),
  );

describe('a refund of a card payment', () => {
  test('is sent by the provider, once, and its buyer is told then', async () => {
    const { id, charges } = await paidOrder();
    await refund(id, 1000);
    assert.deepEqual(await refundMails(id), []);
    assert.deepEqual(await send([id]), { sent: 1, waiting: 0, refused: 0 });
    assert.deepEqual(await send([id]), { sent: 0, waiting: 0, refused: 0 });
    assert.equal(stripe.givenBack(charges[0] ?? ''), 1000);
    assert.deepEqual(await refundMails(id), [1000]);
    assert.equal(await tellRefunded(charges[0] ?? ''), 'known_refund');
  });

  test('is shared out over the payments that an order came by, and never takes more than each', async () => {
    const { id, total, charges } = await paidOrder(3);
    await refund(id, 1500);
    await refund(id, null);
    assert.equal((await send([id])).sent, (await callsOf(id)).length);
    assert.equal(
      charges.reduce((sum, charge) => sum + stripe.givenBack(charge), 0),
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
    stripe.refuse(charges[0] ?? '', 'This charge is disputed', 'charge_disputed');
    await refund(id, null);
    assert.deepEqual(await send([id]), { sent: 0, waiting: 0, refused: 1 });
    assert.deepEqual(await callsOf(id), [
      { state: 'refused', amount: total, problem: 'Stripe refused it: This charge is disputed' },
    ]);
    assert.deepEqual([await dueOf(id), await refundMails(id)], [total, []]);
    stripe.take(charges[0] ?? '');
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
    stripe.refuse(
      charges[0] ?? '',
      'Insufficient funds in your Stripe account',
      'balance_insufficient',
    );
    await refund(id, 500);
    assert.deepEqual(await send([id]), { sent: 0, waiting: 1, refused: 0 });
    assert.match((await callsOf(id))[0]?.problem ?? '', /Insufficient funds/);
    assert.deepEqual(await send(), { sent: 0, waiting: 0, refused: 0 });
    stripe.take(charges[0] ?? '');
    stripe.forgetKeys();
    assert.deepEqual(await send([id]), { sent: 1, waiting: 0, refused: 0 });
  });

  test('whose answer was lost is found at the provider and not sent twice, even once it forgot the key', async () => {
    const { id, charges } = await paidOrder();
    await refund(id, 800);
    isDeaf = () => true;
    await assert.rejects(send([id]));
    isDeaf = () => false;
    stripe.forgetKeys();
    // Whoever died holds it for two minutes.
    assert.deepEqual(await send([id]), { sent: 0, waiting: 0, refused: 0 });
    await letTimePass();
    assert.deepEqual(await send(), { sent: 1, waiting: 0, refused: 0 });
    assert.equal(stripe.givenBack(charges[0] ?? ''), 800);
  });

  test('is asked for by one of ten that look at once', async () => {
    const { id, charges } = await paidOrder();
    await refund(id, 600);
    const reports = await Promise.all(Array.from({ length: 10 }, () => send([id])));
    assert.equal(
      reports.reduce((sum, { sent }) => sum + sent, 0),
      1,
    );
    assert.equal(stripe.givenBack(charges[0] ?? ''), 600);
  });

  test('is claimed and settled by the service alone, and read by staff who work with orders', async () => {
    const { id } = await paidOrder();
    await refund(id, 400);
    for (const caller of [anonymous, person('first'), person('owner')]) {
      const claim = database.keepAs(
        caller,
        (sql) => sql`select public.claim_refund_calls(array['stripe'])`,
      );
      assert.equal((await refusalOf(claim)).code, '42501');
    }
    const seen = async (name: PersonName) =>
      (
        await database.keepAs(
          person(name),
          (sql) => sql`select id from public.refund_calls where order_id = ${id}`,
        )
      ).length;
    assert.deepEqual(
      await Promise.all((['owner', 'fulfilment', 'support', 'editor', 'first'] as const).map(seen)),
      [1, 1, 1, 0, 0],
    );
    await send([id]);
  });
});

describe('refund_orders', () => {
  const giveBack = async (
    orders: readonly string[],
    seen: readonly number[],
    by: PersonName = 'owner',
  ) => {
    const [row] = await database.keepAs(
      person(by),
      (sql) => sql<{ answer: { order_id: string; ok: boolean; reason: string | null }[] }[]>`
      select public.refund_orders(${orders as string[]}, ${seen as number[]}, 'The price went down') as answer`,
    );
    return row?.answer.map(({ ok, reason }) => (ok ? 'ok' : reason)) ?? [];
  };

  test('gives back what is due and says of the others why not; again changes nothing', async () => {
    const { id, total } = await paidOrder();
    const { id: settled } = await paidOrder();
    await payAtStripe(id, [total]);
    const [first, second] = [id, settled].toSorted();
    const expected = [first, second].map((each) => (each === id ? 'ok' : 'nothing_due'));
    assert.deepEqual(await giveBack([id, settled], [0, 0]), expected);
    assert.equal(await dueOf(id), 0);
    assert.deepEqual(await giveBack([id], [0]), ['already_there']);
    assert.equal((await refusalOf(giveBack([id], [0], 'support'))).reason, 'not_allowed');
    await send();
  });

  test('settles 200 buyers, 40 with a dropped kit, over two tiers, with a provider that fails a third of the calls: every cent arrives once', async () => {
    const batch = await makeBatch(database.sql, [
      {
        sku: 'BRAEFELL-KIT',
        moq: 1,
        tiers: [
          [100, 28000],
          [180, 26500],
        ],
      },
      { sku: 'BRAEFELL-WINDOW', moq: 50 },
    ]);
    const buyers: { id: string; charge: string }[] = [];
    for (let index = 0; index < 200; index += 1) {
      const skus = index % 5 === 0 ? ['BRAEFELL-KIT', 'BRAEFELL-WINDOW'] : ['BRAEFELL-KIT'];
      const bought = await database.keepAs(anonymous, (sql) => orderKits(sql, skus));
      await database.sql`update public.order_records set payment = 'stripe' where id = ${bought.id}`;
      const [charge = ''] = await payAtStripe(bought.id, [bought.totalMinor]);
      buyers.push({ id: bought.id, charge });
    }
    await endWindow(database.sql, batch);
    await database.keepAs(person('owner'), (sql) => sql`select public.close_batch(${batch})`);
    const due = new Map<string, number>();
    for (const { id } of buyers) due.set(id, await dueOf(id));
    // Who came early paid the full price or that of the first tier; a dropped window is 19 more.
    const sums = [...new Set(due.values())].toSorted((one, other) => one - other);
    assert.deepEqual(sums, [0, 1500, 1900, 3400, 10400, 12300]);

    const ids = buyers.map(({ id }) => id).toSorted();
    const expected = ids.map((id) => (due.get(id) === 0 ? 'nothing_due' : 'ok'));
    const seen = ids.map(() => 0);
    assert.deepEqual(await giveBack(ids, seen), expected);
    const faults: readonly Fault[] = ['lost', 'broken', 'busy', 'hangs up'];
    faultOf = (number) => (number % 3 === 0 ? (faults[(number / 3) % 4] ?? 'none') : 'none');
    let told = 0;
    isDeaf = () => (told += 1) % 17 === 0;
    for (let round = 0; round < 30; round += 1) {
      await send().catch(() => null);
      stripe.forgetKeys();
      await letTimePass();
    }
    isDeaf = () => false;
    faultOf = () => 'none';
    await send();
    for (const { id, charge } of buyers) {
      assert.equal(stripe.givenBack(charge), due.get(id));
      assert.deepEqual(
        (await callsOf(id)).map(({ state }) => state),
        due.get(id) === 0 ? [] : ['sent'],
      );
    }
    const owed = buyers.filter(({ id }) => due.get(id) !== 0);
    for (const { charge } of [...owed, ...owed]) await tellRefunded(charge, `re ${charge}`);
    for (const { id } of buyers) {
      assert.equal(await dueOf(id), 0);
      assert.deepEqual(await refundMails(id), due.get(id) === 0 ? [] : [due.get(id)]);
    }
  });
});
