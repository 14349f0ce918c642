import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';
import {
  applyEvent,
  beginPayment,
  buy,
  findBrokenInvariants,
  letTimeToPayPass,
  line,
  type ProviderEvent,
} from '../../support/data/orders.ts';
import { endWindow, makeBatch } from '../../support/data/group-buys.ts';

const database = openTestDatabase();
const owner = person('owner');

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

type Wanted = readonly (readonly [sku: string, quantity: number])[];

async function place(wanted: Wanted, code: string | null = null) {
  const lines = await Promise.all(wanted.map(([sku, count]) => line(database.sql, sku, count)));
  const email = `${randomUUID()}@buyers.test`;
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines, code, email }));
  const rows = await database.sql<{ id: string; unit: number }[]>`
    select id, unit_price_minor as unit from public.order_lines where order_id = ${order.id} order by position`;
  const [first] = rows;
  assert.ok(first);
  return { ...order, email, first, lines: rows };
}
type Placed = Awaited<ReturnType<typeof place>>;

const receive = (order: Placed, amount: number | null = null) =>
  database.keepAs(
    owner,
    (sql) => sql`select public.record_payment(${order.id}, ${amount}, ${randomUUID()})`,
  );

async function paid(wanted: Wanted) {
  const order = await place(wanted);
  await receive(order);
  return order;
}

interface Sums {
  readonly status: string;
  readonly owed: number;
  readonly due: number;
  readonly total: number;
}

async function sumsOf({ id }: { readonly id: string }): Promise<Sums> {
  const [row] = await database.sql<Sums[]>`
    select status::text, refund_due_minor as owed, private.due_now(o) as due, total_minor as total
    from public.order_records o where id = ${id}`;
  assert.ok(row);
  return row;
}

const refund = (order: Placed, asked: { amount?: number; lines?: Record<string, number> }) =>
  database.keepAs(owner, async (sql) => {
    const lines = Object.entries(asked.lines ?? {}).map(([line_id, quantity]) => ({
      line_id,
      quantity,
    }));
    const [row] = await sql<{ amount: number }[]>`
      select (public.refund_order(${order.id}, ${asked.amount ?? null}, ${JSON.stringify(lines)}::text::jsonb, 'Asked for')
        ->> 'amount_minor')::int as amount`;
    return row?.amount ?? 0;
  });

const amend = (order: Placed, changes: unknown) =>
  database.keepAs(owner, async (sql) => {
    const [row] = await sql<{ answer: { due_minor: number; refund_due_minor: number } }[]>`
      select public.amend_order(${order.id}, ${JSON.stringify(changes)}::text::jsonb, 'Asked for',
        (select version from public.order_records where id = ${order.id}), false) as answer`;
    assert.ok(row);
    return row.answer;
  });

async function shippingOf({ id }: Placed): Promise<number> {
  const [row] = await database.sql<{ minor: number }[]>`
    select shipping_minor as minor from public.order_records where id = ${id}`;
  return row?.minor ?? 0;
}

async function close(batch: string) {
  await endWindow(database.sql, batch);
  await database.keepAs(owner, (sql) => sql`select public.close_batch(${batch}, false)`);
}

/** Plates of 18.00 from the second on, where the shop asks more for one alone. */
const cheaper = () =>
  makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 1, tiers: [[2, 1800]] }]);

/** Two plates at the price of one, and what comes off each at the closing. */
async function cheaperOrder() {
  const batch = await cheaper();
  const order = await paid([['BRAEFELL-PLATE', 2]]);
  return { batch, order, off: order.first.unit - 1800 };
}

async function stockOf(sku: string) {
  const [row] = await database.sql<{ on_hand: number; allocated: number }[]>`
    select p.on_hand, p.allocated from public.stock_pools p
    join public.variants v on v.stock_pool_id = p.id where v.sku = ${sku}`;
  assert.ok(row);
  return { ...row };
}

const expire = async (order: Placed) => {
  await letTimeToPayPass(database.sql, order.id);
  await database.keepAs(service, (sql) => sql`select public.run_due_jobs()`);
};

describe('what is owed back', () => {
  test('what is left of a partly refunded line is settled: its kit is dropped', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 9 }]);
    const order = await paid([
      ['BRAEFELL-PLATE', 2],
      ['FOAM-60', 1],
    ]);
    await refund(order, { lines: { [order.first.id]: 1 } });
    await close(batch);
    assert.equal((await sumsOf(order)).owed, order.first.unit);
  });

  test('what is left of a partly refunded line is settled: it got cheaper', async () => {
    const batch = await cheaper();
    const order = await paid([['BRAEFELL-PLATE', 2]]);
    await paid([['BRAEFELL-PLATE', 1]]);
    await refund(order, { lines: { [order.first.id]: 1 } });
    await close(batch);
    assert.equal((await sumsOf(order)).owed, order.first.unit - 1800);
  });

  test('an amendment and another payment leave what a closing owes', async () => {
    const { batch, order, off } = await cheaperOrder();
    await close(batch);
    assert.equal((await sumsOf(order)).owed, 2 * off);
    await amend(order, { shipping_minor: (await shippingOf(order)) - 100 });
    assert.equal((await sumsOf(order)).owed, 2 * off + 100);
    await receive(order, 5000);
    assert.equal((await sumsOf(order)).owed, 2 * off + 5100);
  });

  test('a refunded unit takes its own part of the settlement alone', async () => {
    const { batch, order, off } = await cheaperOrder();
    await close(batch);
    assert.equal(await refund(order, { lines: { [order.first.id]: 1 } }), order.first.unit);
    assert.equal((await sumsOf(order)).owed, off);
    assert.equal(await refund(order, { lines: { [order.first.id]: 1 } }), order.first.unit);
    assert.equal((await sumsOf(order)).owed, 0);
  });

  test('a settlement that was paid out is not paid again with its line', async () => {
    const { batch, order, off } = await cheaperOrder();
    await close(batch);
    await refund(order, { amount: 2 * off });
    assert.equal(await refund(order, { lines: { [order.first.id]: 2 } }), 2 * 1800);
    assert.deepEqual(await sumsOf(order), { ...(await sumsOf(order)), owed: 0, due: 0 });
  });

  test('what is still to be paid comes off what a dropped kit owes, and no more once it came', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 9 }]);
    const order = await paid([
      ['BRAEFELL-PLATE', 1],
      ['FOAM-60', 1],
    ]);
    await amend(order, { shipping_minor: (await shippingOf(order)) + 1000 });
    await close(batch);
    assert.deepEqual(
      [(await sumsOf(order)).owed, (await sumsOf(order)).due],
      [order.first.unit - 1000, 0],
    );
    await receive(order, 1000);
    assert.equal((await sumsOf(order)).owed, order.first.unit);
  });

  test('a payment that came twice is owed whole, whatever went back before', async () => {
    const order = await paid([['KNOB-SILVER', 2]]);
    await refund(order, { amount: 700 });
    await receive(order, order.total_minor);
    assert.equal((await sumsOf(order)).owed, order.total_minor);
  });

  test('an amendment after a refund misstates nothing, in answer and mail', async () => {
    const order = await paid([['KNOB-SILVER', 2]]);
    await refund(order, { amount: 700 });
    const shipping = await shippingOf(order);
    const less = await amend(order, { shipping_minor: shipping - 100 });
    assert.deepEqual([less.due_minor, less.refund_due_minor], [0, 100]);
    const more = await amend(order, { shipping_minor: shipping + 500 });
    assert.deepEqual([more.due_minor, more.refund_due_minor], [500, 0]);
    const [mail] = await database.sql<{ due: number }[]>`
      select (payload ->> 'due_minor')::int as due from public.outbox
      where kind = 'order_changed' and payload ->> 'order_id' = ${order.id} order by created_at desc limit 1`;
    assert.equal(mail?.due, 500);
    const begun = await database.keepAs(anonymous, (sql) =>
      beginPayment(sql, order.id, order.token),
    );
    assert.equal(begun.amount_minor, 500);
  });
});

describe('goods and money', () => {
  test('a late payment takes no more than the order was when it ended', async () => {
    const before = await stockOf('FOAM-TKL');
    const order = await place([['FOAM-TKL', 3]]);
    await amend(order, { lines: [{ line_id: order.first.id, quantity: 1 }] });
    await expire(order);
    await receive(order);
    assert.equal((await sumsOf(order)).status, 'paid');
    const after = await stockOf('FOAM-TKL');
    assert.equal(after.allocated, before.allocated + 1);
  });

  test('a late payment does not take again what was refunded since the order ended', async () => {
    const order = await place([['FOAM-TKL', 2]]);
    await receive(order, order.first.unit);
    await expire(order);
    const before = await stockOf('FOAM-TKL');
    await refund(order, { lines: { [order.first.id]: 1 } });
    await receive(order);
    assert.equal((await sumsOf(order)).status, 'paid');
    assert.equal((await stockOf('FOAM-TKL')).allocated, before.allocated + 1);
  });

  test('a late payment brings no kit back that is not made', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 9 }]);
    const order = await place([['BRAEFELL-PLATE', 1]]);
    await expire(order);
    await close(batch);
    await receive(order, order.total_minor);
    assert.deepEqual(
      [(await sumsOf(order)).status, (await sumsOf(order)).owed],
      ['expired', order.total_minor],
    );
  });

  test('once a parcel has left, an order is not cancelled whole and its address stays', async () => {
    await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 1 }]);
    const order = await paid([
      ['BRAEFELL-PLATE', 1],
      ['FOAM-60', 1],
    ]);
    const [parcel] = await database.sql<{ id: string }[]>`
      select s.id from public.shipments s where s.order_id = ${order.id} and s.batch_id is null`;
    const parcels = JSON.stringify([{ shipment_id: parcel?.id }]);
    await database.keepAs(owner, (sql) => sql`select public.ship_parcels(${parcels}::text::jsonb)`);
    const cancel = database.keepAs(
      anonymous,
      (sql) => sql`select public.cancel_order(${order.id}, '', ${order.token})`,
    );
    assert.equal((await refusalOf(cancel)).reason, 'line_left');
    const move = await database.keepAs(
      owner,
      (sql) => sql<{ moved: readonly { ok: boolean; reason: string }[] }[]>`
        select public.transition_orders(array[${order.id}]::uuid[], 'cancelled', 'They asked') as moved`,
    );
    assert.deepEqual([move[0]?.moved[0]?.ok, move[0]?.moved[0]?.reason], [false, 'illegal_move']);
    const address = JSON.stringify({
      name: 'Ada Buyer',
      line1: 'Elsewhere 2',
      city: 'Utrecht',
      postcode: '3511 AB',
      country: 'NL',
    });
    const redirect = database.keepAs(
      anonymous,
      (sql) =>
        sql`select public.change_order_address(${order.id}, ${address}::text::jsonb, ${order.token})`,
    );
    assert.equal((await refusalOf(redirect)).reason, 'line_left');
    assert.equal((await sumsOf(order)).owed, 0);
    // Its rest can still be called off.
    await refund(order, { lines: { [order.first.id]: 1 } });
    assert.deepEqual([(await sumsOf(order)).owed, (await sumsOf(order)).due], [0, 0]);
  });

  test('an amended order that is paid in full just after its date is paid', async () => {
    const order = await place([['KNOB-SILVER', 3]]);
    await amend(order, { lines: [{ line_id: order.first.id, quantity: 1 }] });
    await letTimeToPayPass(database.sql, order.id);
    await receive(order);
    assert.equal((await sumsOf(order)).status, 'paid');
  });

  test('an order that is amended down to what came is paid, and its customer is told', async () => {
    const order = await place([['KNOB-SILVER', 3]]);
    await receive(order, order.total_minor - 2 * order.first.unit);
    await amend(order, { lines: [{ line_id: order.first.id, quantity: 1 }] });
    assert.equal((await sumsOf(order)).status, 'paid');
    const mails = await database.sql`
      select from public.outbox where dedupe_key = ${`payment_received:${order.id}:paid`}`;
    assert.equal(mails.length, 1);
  });

  test('a code takes its part off each piece that stays, whatever was given back before', async () => {
    await database.sql`insert into public.discount_codes (code, title, percent) values ('HALF-EACH', 'Half', 50)`;
    const order = await place(
      [
        ['FOAM-60', 2],
        ['KNOB-SILVER', 1],
      ],
      'HALF-EACH',
    );
    const [foam, knob] = order.lines;
    assert.ok(foam && knob);
    await receive(order);
    assert.equal(await refund(order, { lines: { [foam.id]: 1 } }), foam.unit / 2);
    await amend(order, { lines: [{ line_id: foam.id, quantity: 4 }] });
    assert.equal((await sumsOf(order)).due, foam.unit);
    await amend(order, { lines: [{ line_id: foam.id, unit_price_minor: foam.unit - 100 }] });
    assert.equal((await sumsOf(order)).due, foam.unit - 150);
    assert.equal(await refund(order, { lines: { [knob.id]: 1 } }), knob.unit / 2);
  });

  test('a late payment uses no code twice and buys no more than a customer may have', async () => {
    await database.sql`
      insert into public.discount_codes (code, title, percent, most_uses) values ('LATE-ONCE', 'Once', 10, 1)`;
    const order = await place([['FOAM-60', 1]], 'LATE-ONCE');
    await expire(order);
    const other = await place([['FOAM-60', 1]], 'LATE-ONCE');
    await receive(other);
    await receive(order, order.total_minor);
    assert.deepEqual(
      [(await sumsOf(order)).status, (await sumsOf(order)).owed],
      ['expired', order.total_minor],
    );
    await database.sql`update public.variants set max_per_customer = 2 where sku = 'REST-L'`;
    const limited = await place([['REST-L', 2]]);
    await expire(limited);
    const lines = [await line(database.sql, 'REST-L', 2)];
    await database.keepAs(anonymous, (sql) => buy(sql, { lines, email: limited.email }));
    await receive(limited, limited.total_minor);
    assert.deepEqual(
      [(await sumsOf(limited)).status, (await sumsOf(limited)).owed],
      ['expired', limited.total_minor],
    );
  });
});

describe('what providers say', () => {
  const apply = (event: ProviderEvent) =>
    database.keepAs(service, (sql) => applyEvent(sql, { provider: 'stripe', ...event }));
  const told = (kind: string, reference: string, amount: number, order: string | null = null) =>
    apply({ id: randomUUID(), kind, order, reference, amount });
  const charge = async (order: Placed, amount = order.total_minor) => {
    const reference = randomUUID();
    return { reference, outcome: await told('paid', reference, amount, order.id) };
  };

  test('each charge counts its own refunds', async () => {
    const order = await place([['KNOB-SILVER', 2]]);
    const one = await charge(order);
    const two = await charge(order);
    assert.deepEqual([one.outcome, two.outcome], ['paid', 'paid_twice']);
    assert.equal(await told('refunded', one.reference, 1000), 'refunded');
    assert.equal(await told('refunded', two.reference, 900), 'refunded');
    assert.equal(await told('refunded', one.reference, 1000), 'known_refund');
    assert.equal((await sumsOf(order)).owed, order.total_minor - 1900);
  });

  test('a refund that staff wrote down and a provider tells of counts once', async () => {
    const order = await place([['KNOB-SILVER', 2]]);
    await receive(order, 500);
    const { reference } = await charge(order, order.total_minor - 500);
    await refund(order, { amount: 300 });
    assert.equal(await told('refunded', reference, 300), 'known_refund');
    assert.equal(await told('refunded', reference, 400), 'refunded');
    const [row] = await database.sql<{ refunded: number }[]>`
      select refunded_minor as refunded from public.order_records where id = ${order.id}`;
    assert.equal(row?.refunded, 400);
  });

  test('a refund and a dispute that come before their payment wait for it', async () => {
    const order = await place([['KNOB-SILVER', 2]]);
    const reference = randomUUID();
    assert.equal(await told('refunded', reference, order.total_minor, order.id), 'waiting');
    assert.equal(await told('paid', reference, order.total_minor, order.id), 'paid');
    assert.equal((await sumsOf(order)).status, 'refunded');
    const disputed = await place([['KNOB-SILVER', 2]]);
    const other = randomUUID();
    assert.equal(await told('disputed', other, disputed.total_minor), 'waiting');
    const found = await database.as(
      owner,
      (sql) => sql<{ answer: { findings: readonly { code: string }[] } }[]>`
        select public.check_shop('payments') as answer`,
    );
    assert.ok(found[0]?.answer.findings.some(({ code }) => code === 'event_waits'));
    await told('paid', other, disputed.total_minor, disputed.id);
    assert.equal((await sumsOf(disputed)).due, disputed.total_minor);
  });

  const shipOf = (order: Placed, why: string | null = null) =>
    database.keepAs(owner, async (sql) => {
      const [row] = await sql<{ answer: readonly { reason: string | null }[] }[]>`
        select public.ship_parcels(jsonb_build_array(jsonb_build_object('shipment_id', s.id)), ${why}) as answer
        from public.shipments s where s.order_id = ${order.id}`;
      return row?.answer[0]?.reason ?? null;
    });

  test('a disputed order keeps its parcels until the money is there again', async () => {
    const order = await place([['KNOB-SILVER', 2]]);
    const { reference } = await charge(order);
    await told('disputed', reference, order.total_minor);
    const ship = () => shipOf(order);
    assert.equal(await ship(), 'money_due');
    await told('disputed', reference, order.total_minor);
    await told('dispute_won', reference, order.total_minor);
    assert.equal((await sumsOf(order)).due, 0);
    assert.equal(await ship(), null);
  });

  test('a disputed order ships where somebody says why, and the history names them', async () => {
    const order = await place([['KNOB-SILVER', 2]]);
    const { reference } = await charge(order);
    await told('disputed', reference, order.total_minor);
    assert.equal(await shipOf(order, 'The bank will decide for us'), null);
    const overrides = await database.sql`
      select actor, actor_id is not null as named, reason from public.order_events
      where order_id = ${order.id} and kind = 'balance_left_open'`;
    assert.deepEqual(
      overrides.map((row) => ({ ...row })),
      [{ actor: 'staff', named: true, reason: 'The bank will decide for us' }],
    );
  });

  test('a refund that failed is owed again', async () => {
    const order = await place([['KNOB-SILVER', 2]]);
    const { reference } = await charge(order);
    await told('refunded', reference, order.total_minor);
    assert.equal(await told('refund_failed', reference, order.total_minor), 'refund_failed');
    assert.deepEqual(
      [(await sumsOf(order)).status, (await sumsOf(order)).owed],
      ['refunded', order.total_minor],
    );
    assert.equal(await told('refunded', reference, order.total_minor), 'refunded');
    assert.equal((await sumsOf(order)).owed, 0);
  });

  test('less than was asked for counts, and is owed back once the order ends', async () => {
    const order = await place([['KNOB-SILVER', 2]]);
    assert.equal((await charge(order, order.total_minor - 100)).outcome, 'part');
    assert.equal((await sumsOf(order)).due, 100);
    await expire(order);
    assert.equal((await sumsOf(order)).owed, order.total_minor - 100);
  });

  test('an event whose id tells something else later leaves a trace', async () => {
    const order = await place([['KNOB-SILVER', 2]]);
    const event = { id: randomUUID(), order: order.id, amount: order.total_minor };
    assert.equal(await apply(event), 'paid');
    assert.equal(await apply({ ...event, amount: 5 }), 'known');
    const found = await database.as(
      owner,
      (sql) => sql<{ answer: { findings: readonly { code: string; about: string }[] } }[]>`
        select public.check_shop('payments') as answer`,
    );
    assert.ok(
      found[0]?.answer.findings.some(
        ({ code, about }) => code === 'event_contradicts' && about === order.number,
      ),
    );
  });

  test('a difference that came through a provider is no fault', async () => {
    const order = await place([['KNOB-SILVER', 2]]);
    await charge(order);
    await amend(order, { shipping_minor: (await shippingOf(order)) + 250 });
    await charge(order, 250);
    const found = await database.as(
      owner,
      (sql) => sql<{ answer: { findings: readonly { about: string }[] } }[]>`
        select public.check_shop('payments') as answer`,
    );
    assert.deepEqual(
      found[0]?.answer.findings.filter(({ about }) => about === order.number),
      [],
    );
  });
});

describe('jobs', () => {
  /** An order that can't be expired, as a fault of the shop would have it. */
  const poison = async (order: Placed) => {
    await database.sql.unsafe(`
      create function private.poisoned() returns trigger language plpgsql as $$
      begin
        if new.number = '${order.number}' and new.status = 'expired' then raise exception 'poisoned'; end if;
        return new;
      end; $$;
      create trigger poisoned before update on public.order_records for each row execute function private.poisoned()`);
  };

  test('an order that can not be expired holds up no other, and is shown', async () => {
    const [bad, good] = [await place([['KNOB-SILVER', 1]]), await place([['KNOB-SILVER', 1]])];
    await poison(bad);
    await letTimeToPayPass(database.sql, bad.id);
    await expire(good);
    assert.equal((await sumsOf(good)).status, 'expired');
    for (let turn = 0; turn < 5; turn += 1)
      await database.keepAs(service, (sql) => sql`select public.run_due_jobs()`);
    const found = await database.as(
      owner,
      (sql) => sql<{ answer: { findings: readonly { code: string; about: string }[] } }[]>`
        select public.check_shop('mails') as answer`,
    );
    assert.ok(
      found[0]?.answer.findings.some(
        ({ code, about }) => code === 'job_item_failed' && about === bad.number,
      ),
    );
    await database.sql.unsafe(
      'drop trigger poisoned on public.order_records; drop function private.poisoned()',
    );
  });

  test('a batch that can not be settled holds up no other', async () => {
    const [bad, good] = [await cheaper(), await cheaper()];
    await database.sql.unsafe(`
      create function private.poisoned() returns trigger language plpgsql as $$
      begin
        if new.id = '${bad}' and new.settled_at is not null then raise exception 'poisoned'; end if;
        return new;
      end; $$;
      create trigger poisoned before update on public.batches for each row execute function private.poisoned()`);
    await endWindow(database.sql, bad);
    await endWindow(database.sql, good);
    await database.keepAs(service, (sql) => sql`select public.run_due_jobs()`);
    const settled = await database.sql<{ id: string }[]>`
      select id from public.batches where id in (${bad}, ${good}) and settled_at is not null`;
    assert.deepEqual(
      settled.map(({ id }) => id),
      [good],
    );
    await database.sql.unsafe(
      'drop trigger poisoned on public.batches; drop function private.poisoned()',
    );
    await database.keepAs(service, (sql) => sql`select public.run_due_jobs()`);
    await database.keepAs(service, (sql) => sql`select public.run_due_jobs()`);
    const left = await database.sql`select from private.job_failures where job = 'batches'`;
    assert.equal(left.length, 0);
  });
});
