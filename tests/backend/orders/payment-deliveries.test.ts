/* The short form runs with every test; KEYWRIGHT_LONG=1 (npm run test:long) delivers 1,000 of each. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { Stripe } from 'stripe';
import { databaseValueTypes } from '../../../scripts/local-supabase/database-values.ts';
import { ofProviders } from '../../../supabase/functions/_shared/payments/providers.ts';
import { createServiceCall } from '../../../supabase/functions/_shared/service-calls.ts';
import { createApply } from '../../../supabase/functions/_shared/payments/apply-event.ts';
import { handlePaymentWebhook } from '../../../supabase/functions/payment-webhook/handler.ts';
import { asSomeone, inParallel, place, prepareOrder } from '../../support/data/buyers.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';
import { noteFigure } from '../../support/long-figures.ts';
import { findBrokenInvariants, line } from '../../support/data/orders.ts';

const deliveries = process.env['KEYWRIGHT_LONG'] === '1' ? 1000 : 100;
/** Five of each order: paid three times over, given up twice over. */
const orders = deliveries / 5;
const secret = 'whsec_deliveries';
const { webhooks } = new Stripe('sk_test_unused');

let backend: TestBackend;
let sql: Sql;
let deliver: (delivery: Delivery) => Promise<number>;

before(async () => {
  backend = await startTestBackend();
  sql = postgres(backend.databaseUrl, {
    max: 4,
    onnotice() {},
    types: databaseValueTypes,
  }) as unknown as Sql;
  const environment = {
    STRIPE_WEBHOOK_SECRET: secret,
    DEMO_PAYMENT_SECRET: secret,
    SUPABASE_URL: backend.url,
    SUPABASE_SECRET_KEY: backend.secretKey,
  };
  const deps = {
    readers: ofProviders(({ signatureHeader, createReader }) => ({
      header: signatureHeader,
      read: createReader(environment),
    })),
    apply: createApply(createServiceCall(environment)),
  };
  deliver = async ({ body, headers }) => {
    const request = new Request('http://shop.test/', { method: 'POST', body, headers });
    return (await handlePaymentWebhook(request, deps)).status;
  };
});
after(async () => {
  await sql.end();
  await backend.stop();
});
afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(sql), []);
});

interface Delivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Awaited {
  readonly id: string;
  readonly totalMinor: number;
  readonly provider: 'stripe' | 'demo';
}

/** Half of them at either provider, each with its attempt to pay. */
async function placeOrders(count: number): Promise<readonly Awaited[]> {
  await sql`
    update public.stock_pools set on_hand = allocated + ${count}
    where id = (select stock_pool_id from public.variants where sku = 'FOAM-65')`;
  const order = await prepareOrder(backend, [await line(sql, 'FOAM-65')]);
  const placed = await inParallel(count, 8, async (index): Promise<Awaited> => {
    const { status, body } = await place(backend, asSomeone(order));
    assert.equal(status, 200);
    const { id, total_minor: totalMinor } = body.order;
    return { id, totalMinor, provider: index % 2 === 0 ? 'stripe' : 'demo' };
  });
  for (const { id, totalMinor, provider } of placed) {
    await sql`
      insert into private.payment_attempts (order_id, provider, amount_minor, currency)
      values (${id}, ${provider}, ${totalMinor}, 'EUR')`;
  }
  return placed;
}

type Kind = 'paid' | 'expired';

function bodyOf({ id, totalMinor, provider }: Awaited, kind: Kind): string {
  if (provider === 'demo') {
    return JSON.stringify({
      id: `${kind}-${id}`,
      kind,
      order: id,
      amount: totalMinor,
      currency: 'EUR',
    });
  }
  const object = {
    id: `cs_${id}`,
    object: 'checkout.session',
    payment_status: kind === 'paid' ? 'paid' : 'unpaid',
    payment_intent: `pi_${id}`,
    metadata: { order_id: id },
    amount_total: totalMinor,
    currency: 'eur',
  };
  const type = `checkout.session.${kind === 'paid' ? 'completed' : 'expired'}`;
  return JSON.stringify({ id: `evt_${kind}_${id}`, object: 'event', type, data: { object } });
}

function sign(
  order: Awaited,
  body: string,
  changes: { key?: string; age?: number } = {},
): Delivery {
  const { key = secret, age = 0 } = changes;
  if (order.provider === 'demo') {
    const signature = createHmac('sha256', key).update(body).digest('hex');
    return { body, headers: { 'x-demo-signature': signature } };
  }
  const timestamp = Math.floor(Date.now() / 1000) - age;
  const header = webhooks.generateTestHeaderString({ payload: body, secret: key, timestamp });
  return { body, headers: { 'stripe-signature': header } };
}

/** The same mixture each time: by a hash of the place, not by chance. */
function shuffle<Value>(values: readonly Value[]): readonly Value[] {
  const rank = (index: number) =>
    createHmac('sha256', 'shuffle').update(String(index)).digest('hex');
  return values
    .map((value, index) => ({ value, rank: rank(index) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ value }) => value);
}

interface Effects {
  readonly captures: number;
  readonly paidMoves: number;
  readonly givenUp: number;
  readonly events: number;
}

async function effectsOn(placed: readonly Awaited[]): Promise<Effects> {
  const ids = placed.map(({ id }) => id);
  const [effects] = await sql<Effects[]>`
    select
      (select count(*)::int from public.payments where order_id = any (${ids}::uuid[])) as captures,
      (select count(*)::int from public.order_events where order_id = any (${ids}::uuid[]) and to_status = 'paid') as "paidMoves",
      (select count(*)::int from public.order_events where order_id = any (${ids}::uuid[]) and kind = 'payment_abandoned') as "givenUp",
      (select count(*)::int from private.payment_events where order_id = any (${ids}::uuid[])) as events`;
  assert.ok(effects);
  return { ...effects };
}

const everyDelivery = (placed: readonly Awaited[]) =>
  shuffle(
    placed.flatMap((order) =>
      (['paid', 'paid', 'paid', 'expired', 'expired'] as const).map((kind) =>
        sign(order, bodyOf(order, kind)),
      ),
    ),
  );

test(`${deliveries} signed deliveries, repeated, out of order and at once: each event counts once`, async () => {
  const placed = await placeOrders(orders);
  const all = everyDelivery(placed);
  assert.equal(all.length, deliveries);
  const answers = await inParallel(all.length, 16, (index) =>
    deliver(all[index] ?? { body: '', headers: {} }),
  );
  assert.deepEqual([...new Set(answers)], [200]);
  assert.deepEqual(await effectsOn(placed), {
    captures: orders,
    paidMoves: orders,
    givenUp: orders,
    events: orders * 2,
  });
  noteFigure({
    what: `G9: ${deliveries} signed deliveries of ${orders * 2} events, repeated, shuffled, 16 at once`,
    goal: 'one effect an event',
    figure: `${orders * 2} effects`,
  });
});

test(`${deliveries} deliveries that nobody should believe: none counts`, async () => {
  const placed = await placeOrders(10);
  const forge: readonly ((order: Awaited, body: string) => Delivery)[] = [
    (order, body) => ({ ...sign(order, body), body: body.replace(/\d(?=\D*$)/, '7 ') }),
    (order, body) => sign(order, body, { key: 'whsec_other' }),
    (_, body) => ({ body, headers: {} }),
    ({ provider }, body) => ({
      body,
      headers: { [provider === 'demo' ? 'x-demo-signature' : 'stripe-signature']: 't=1,v1=00' },
    }),
    (order, body) =>
      order.provider === 'demo'
        ? sign(order, body.slice(0, -1))
        : sign(order, body, { age: 301 + 60 }),
  ];
  const answers = await inParallel(deliveries, 16, (index) => {
    const order = placed[index % placed.length];
    const make = forge[Math.floor(index / placed.length) % forge.length];
    assert.ok(order && make);
    return deliver(make(order, bodyOf(order, index % 3 === 0 ? 'expired' : 'paid')));
  });
  assert.deepEqual([...new Set(answers)], [400]);
  assert.deepEqual(await effectsOn(placed), { captures: 0, paidMoves: 0, givenUp: 0, events: 0 });
  noteFigure({
    what: `G9: ${deliveries} deliveries unsigned, changed, too old or signed by others`,
    goal: 'no effect',
    figure: '0 effects',
  });
});

test('and it would be noticed if a repeated delivery counted again', async () => {
  const [body] = await sql<{ source: string }[]>`
    select pg_get_functiondef('private.apply_payment_event(text, text, text, uuid, text, bigint, text)'::regprocedure) as source`;
  assert.ok(body);
  const forgetful = body.source.replace(
    /(on conflict do nothing returning \* into v_event;\s+)if not found then/,
    '$1if false then',
  );
  assert.notEqual(forgetful, body.source);
  await sql.unsafe(forgetful);
  const placed = await placeOrders(2);
  for (const delivery of everyDelivery(placed)) await deliver(delivery);
  await sql.unsafe(body.source);
  assert.ok((await effectsOn(placed)).givenUp > 2, 'the planted fault went unnoticed');
});
