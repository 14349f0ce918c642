/** Orders that were paid at Stripe, which a stand-in plays, and what becomes of their refunds. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before } from 'node:test';
import {
  sendRefunds,
  type RefundDeps,
} from '../../../supabase/functions/_shared/payments/refund-call.ts';
import { createStripeRefunds } from '../../../supabase/functions/_shared/payments/stripe.ts';
import { anonymous, person, service, type PersonName, type TestSql } from '../database.ts';
import { startStripeStandIn, type Fault, type StripeStandIn } from '../stripe-stand-in.ts';
import { applyEvent, buy, findBrokenInvariants, line } from './orders.ts';

export function openCardPayments(database: TestSql) {
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
        const [row = assert.fail()] = await sql<{ answer: never }[]>`
        select public.claim_refund_calls(${providers as string[]}, ${orders as string[] | null}::uuid[], ${limit as number}) as answer`;
        return row.answer;
      }
      if (isDeaf()) throw new Error('The worker died');
      const {
        p_id: id,
        p_reference: reference = null,
        p_problem: problem = '',
        p_is_final: isFinal = false,
      } = args;
      const [row = assert.fail()] = await sql<{ answer: never }[]>`
      select public.refund_called(${id as string}, ${reference as string | null}, ${problem as string}, ${isFinal as boolean}) as answer`;
      return row.answer;
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
    return {
      id: order.id,
      total: order.total_minor,
      charges: await payAtStripe(order.id, amounts),
    };
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

  return {
    stripe: () => stripe,
    /** What goes wrong with which request. */
    failAt(fault: typeof faultOf) {
      faultOf = fault;
    },
    /** Workers that die before they say what became of a refund. */
    dieWhen(dies: typeof isDeaf) {
      isDeaf = dies;
    },
    call,
    send,
    letTimePass,
    payAtStripe,
    paidOrder,
    refund,
    callsOf,
    dueOf,
    refundMails,
    tellRefunded,
  };
}
