import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
  service,
} from '../../support/database.ts';
import {
  buy,
  defaultOptions,
  dearestOption,
  findBrokenInvariants,
  letTimeToPayPass,
  line,
  recordPayment,
} from '../../support/data/orders.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

interface Answer {
  readonly order_id: string;
  readonly ok: boolean;
  readonly reason: string | null;
  readonly due_minor?: number;
}

const move = (
  orders: readonly (string | null)[] | null,
  to: string | null,
  reason = '',
  caller: Caller = person('fulfilment'),
  despiteDue: string | null = null,
) =>
  database.keepAs(caller, async (sql) => {
    const rows = await sql<{ answers: Answer[] }[]>`
      select public.transition_orders(${orders as string[] | null}, ${to}, ${reason}, null, ${despiteDue}) as answers`;
    assert.ok(rows[0]);
    return rows[0].answers;
  });

async function place(sku = 'KNOB-BLACK', quantity = 1) {
  const lines = [await line(database.sql, sku, quantity)];
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
  return order.id;
}

const pay = (order: string) =>
  database.keepAs(person('fulfilment'), (sql) => recordPayment(sql, order));

async function placePaid() {
  const order = await place();
  await pay(order);
  return order;
}

/** A paid order whose customer then chose something dearer. */
async function owing() {
  const sku = 'BRAEFELL-KIT';
  const options = await defaultOptions(database.sql, sku);
  const dear = await dearestOption(database.sql);
  const lines = [{ ...(await line(database.sql, sku)), options }];
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
  await pay(order.id);
  const chosen = JSON.stringify({ ...options, [dear.option]: dear.value });
  const [row] = await database.sql<{ id: string }[]>`
    select id from public.order_lines where order_id = ${order.id}`;
  const choose = (choices: string) =>
    database.keepAs(
      anonymous,
      (sql) =>
        sql`select public.change_order_options(${row?.id ?? ''}, ${choices}::text::jsonb, ${order.token})`,
    );
  await choose(chosen);
  return { id: order.id, due: dear.delta, choose, cheap: JSON.stringify(options), dear: chosen };
}

async function knobs() {
  const [row] = await database.sql<{ on_hand: number; allocated: number }[]>`
    select s.on_hand, s.allocated from public.stock_pools s
    join public.variants v on v.stock_pool_id = s.id where v.sku = 'KNOB-BLACK'`;
  assert.ok(row);
  return { ...row };
}

describe('transition_orders', () => {
  test('an order goes all its way, its goods leave the shelf and its customer is told', async () => {
    const before = await knobs();
    const order = await place('KNOB-BLACK', 2);
    await pay(order);
    for (const to of ['ready_to_ship', 'shipped', 'delivered']) {
      assert.deepEqual(await move([order], to), [{ order_id: order, ok: true, reason: null }], to);
    }
    assert.deepEqual(await knobs(), { on_hand: before.on_hand - 2, allocated: before.allocated });
    const [row] = await database.sql`
      select o.captured_minor = o.total_minor as paid, s.status, s.delivered_at is not null as arrived
      from public.order_records o join public.shipments s on s.order_id = o.id where o.id = ${order}`;
    assert.deepEqual({ ...row }, { paid: true, status: 'delivered', arrived: true });
    const mails = await database.sql<{ kind: string }[]>`
      select kind from public.outbox where payload ->> 'order_id' = ${order}`;
    assert.deepEqual(mails.map(({ kind }) => kind).toSorted(), [
      'order_delivered',
      'order_placed',
      'order_shipped',
      'payment_received',
      'stage_changed',
    ]);
  });

  test('each order is moved or refused by itself', async () => {
    const [good, ended] = [await placePaid(), await place()];
    await move([ended], 'cancelled', 'Out of the catalogue');
    const missing = randomUUID();
    const answers = await move([good, ended, missing, good], 'in_production');
    assert.deepEqual(
      answers.toSorted((a, b) => a.order_id.localeCompare(b.order_id)),
      [
        { order_id: good, ok: true, reason: null },
        { order_id: ended, ok: false, reason: 'illegal_move' },
        { order_id: missing, ok: false, reason: 'unknown_order' },
      ].toSorted((a, b) => a.order_id.localeCompare(b.order_id)),
    );
  });

  test('many at once leave the trace that each would leave alone', async () => {
    const orders = await Promise.all([placePaid(), placePaid(), placePaid()]);
    for (const [to, reason] of [
      ['in_production', ''],
      ['cancelled', 'The caster broke'],
    ] as const) {
      assert.ok((await move(orders, to, reason)).every(({ ok }) => ok));
      const left = await database.sql`
        select (select count(*)::int from public.order_events e
            where e.order_id = o.id and e.kind = 'moved' and e.to_status = ${to}::public.order_status
              and e.actor = 'staff' and e.reason = ${reason}) as events,
          (select count(*)::int from public.outbox m
            where m.payload ->> 'order_id' = o.id::text and m.payload ->> 'status' = ${to}) as mails,
          (select count(*)::int from public.audit_log a
            where a.row_id = o.id::text and a.action = 'update' and a.actor_role = 'fulfilment'
              and a.before ->> 'status' <> ${to} and a.after ->> 'status' = ${to}) as audits
        from public.order_records o where o.id = any (${orders}::uuid[])`;
      assert.deepEqual(
        left.map((row) => ({ ...row })),
        orders.map(() => ({ events: 1, mails: 1, audits: 1 })),
        to,
      );
    }
  });

  test('asked again after a lost answer, what has moved says that it is there', async () => {
    const [gone, waiting] = [await placePaid(), await placePaid()];
    await move([gone], 'in_production');
    const answers = await move([gone, waiting], 'in_production');
    assert.equal(answers.find(({ order_id }) => order_id === gone)?.reason, 'already_there');
    assert.equal(answers.find(({ order_id }) => order_id === waiting)?.ok, true);
  });

  test('a move to paid records the payment of what is due, with a reference', async () => {
    const [named, plain] = [await place(), await place()];
    assert.equal((await move([named], 'paid', 'Cash at the meetup'))[0]?.ok, true);
    assert.equal((await move([plain], 'paid'))[0]?.ok, true);
    const rows = await database.sql<
      { id: string; status: string; due: number; reference: string }[]
    >`
      select o.id, o.status::text, private.balance_due(o) as due, p.provider_reference as reference
      from public.order_records o join public.payments p on p.order_id = o.id and p.amount_minor = o.total_minor
      where o.id in (${named}, ${plain})`;
    const of = (id: string) => rows.find((row) => row.id === id);
    assert.deepEqual(of(named), {
      id: named,
      status: 'paid',
      due: 0,
      reference: 'Cash at the meetup',
    });
    assert.match(of(plain)?.reference ?? '', /^KW-\d+$/);
    assert.equal(of(plain)?.status, 'paid');
  });

  test('an order with a balance due is not made, packed or shipped, and says what is due', async () => {
    const [poor, good] = [await owing(), await placePaid()];
    for (const to of ['in_production', 'ready_to_ship']) {
      const answers = await move([poor.id, good], to);
      assert.deepEqual(
        answers.find(({ order_id }) => order_id === poor.id),
        { order_id: poor.id, ok: false, reason: 'money_due', due_minor: poor.due },
      );
      assert.equal(answers.find(({ order_id }) => order_id === good)?.ok, true, to);
    }
    await move([poor.id], 'ready_to_ship', '', person('fulfilment'), 'Pays at the meetup');
    assert.equal((await move([poor.id], 'shipped'))[0]?.reason, 'money_due');
    await pay(poor.id);
    assert.equal((await move([poor.id], 'shipped'))[0]?.ok, true);
  });

  test('who lets an order go on with a balance due says why, and its history keeps both', async () => {
    const poor = await owing();
    const despite = (reason: string) =>
      move([poor.id], 'in_production', '', person('fulfilment'), reason);
    assert.equal((await refusalOf(despite(' a '))).reason, 'reason_missing');
    assert.equal((await refusalOf(despite('x'.repeat(501)))).reason, 'reason_too_long');
    assert.equal((await despite('Pays at the meetup'))[0]?.ok, true);
    const events = await database.sql`
      select actor, actor_id, reason, after from public.order_events
      where order_id = ${poor.id} and kind = 'balance_left_open'`;
    assert.deepEqual(
      events.map((row) => ({ ...row })),
      [
        {
          actor: 'staff',
          actor_id: personId('fulfilment'),
          reason: 'Pays at the meetup',
          after: { due_minor: poor.due, currency: 'EUR' },
        },
      ],
    );
  });

  test('a difference that was paid back is due again once the dear choice is made again', async () => {
    const poor = await owing();
    await pay(poor.id);
    await poor.choose(poor.cheap);
    await database.keepAs(
      person('owner'),
      (sql) => sql`select public.refund_order(${poor.id}, ${poor.due}, '[]', 'Cheaper choices')`,
    );
    await poor.choose(poor.dear);
    assert.equal((await move([poor.id], 'in_production'))[0]?.due_minor, poor.due);
  });

  test('what was refunded as goodwill is not due again', async () => {
    const order = await placePaid();
    await database.keepAs(
      person('owner'),
      (sql) => sql`select public.refund_order(${order}, 100, '[]', 'A scratch')`,
    );
    assert.equal((await move([order], 'ready_to_ship'))[0]?.ok, true);
  });

  test('an order whose goods went to others is not called paid, and no money is written down', async () => {
    const id = await place();
    await letTimeToPayPass(database.sql, id);
    const holds = database.sql`array(select id from private.holds where order_id = ${id})`;
    await database.sql`select private.release_holds(${holds}, '[]', 'Somebody else bought it')`;
    const [answer] = await move([id], 'paid');
    assert.deepEqual([answer?.ok, answer?.reason], [false, 'goods_gone']);
    const money = await database.sql`select from public.payments where order_id = ${id}`;
    assert.equal(money.length, 0);
    await database.sql`select private.end_unpaid_orders(array[${id}]::uuid[])`;
  });

  test('going back needs a reason', async () => {
    const order = await placePaid();
    await move([order], 'in_production');
    assert.equal((await move([order], 'paid'))[0]?.reason, 'reason_missing');
    assert.equal((await move([order], 'paid', 'Wrong colour of the case'))[0]?.ok, true);
    const [row] = await database.sql`
      select captured_minor = total_minor as once from public.order_records where id = ${order}`;
    assert.equal(row?.['once'], true);
  });

  test('cancelling, shipping and refunding at once: one of them wins', async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = await placePaid();
      await move([order], 'ready_to_ship');
      const outcomes = await Promise.allSettled([
        move([order], 'shipped'),
        move([order], 'cancelled', 'At once'),
        database.keepAs(
          person('owner'),
          (sql) => sql`select public.refund_order(${order}, null, '[]', 'At once', 0)`,
        ),
      ]);
      assert.ok(outcomes.every(({ status }) => status === 'fulfilled' || status === 'rejected'));
      assert.deepEqual(await findBrokenInvariants(database.sql), []);
    }
  });

  test('every move by staff leaves an audit row', async () => {
    const order = await placePaid();
    const rows = await database.sql<{ actor_role: string }[]>`
      select actor_role from public.audit_log where table_name = 'order_records' and row_id = ${order}`;
    assert.ok(rows.length > 0);
    assert.ok(rows.every(({ actor_role }) => actor_role === 'fulfilment'));
  });

  test('the audit row of a move names all that the move changed, before and after', async () => {
    const { sql } = database;
    const stored = async (id: string) => {
      const [row] = await sql<{ row: Record<string, unknown> }[]>`
        select to_jsonb(o) as row from public.order_records o where id = ${id}`;
      return row?.row ?? {};
    };
    const differing = (one: Record<string, unknown>, other: Record<string, unknown>) =>
      Object.keys(one)
        .filter((column) => JSON.stringify(one[column]) !== JSON.stringify(other[column]))
        .toSorted();
    const id = await placePaid();
    await sql`update public.order_records set address_question = 'Which door?' where id = ${id}`;
    for (const to of ['in_production', 'cancelled'] as const) {
      const before = await stored(id);
      await move([id], to, 'It has to be');
      const after = await stored(id);
      assert.equal(after['status'], to);
      const audits = await sql<{ before: typeof before; after: typeof after }[]>`
        select before, after from public.audit_log
        where table_name = 'order_records' and row_id = ${id} and before ->> 'status' <> after ->> 'status'
        order by id desc limit 1`;
      const [audit] = audits;
      assert.ok(audit);
      // What a cancelled order is owed back follows in a change of its own.
      const moved = differing(before, after).filter((column) => column !== 'refund_due_minor');
      assert.deepEqual(differing(audit.before, audit.after), moved, to);
      for (const column of moved.filter((each) => each !== 'version' && each !== 'updated_at')) {
        assert.deepEqual(audit.before[column], before[column], `${to} ${column}`);
        assert.deepEqual(audit.after[column], after[column], `${to} ${column}`);
      }
    }
  });

  test('a move is one version of an order, and another change one more', async () => {
    const { sql } = database;
    const versionOf = async (id: string) => {
      const [row] = await sql<{ version: number }[]>`
        select version from public.order_records where id = ${id}`;
      return row?.version ?? 0;
    };
    const id = await placePaid();
    const first = await versionOf(id);
    await move([id], 'in_production');
    assert.equal(await versionOf(id), first + 1);
    await sql`update public.order_records set address_question = 'Which door?' where id = ${id}`;
    assert.equal(await versionOf(id), first + 2);
    await sql`update public.order_records set address_question = 'Which door?' where id = ${id}`;
    assert.equal(await versionOf(id), first + 2, 'nothing changed');
  });

  test('an order that goes back and forth mails each stage that its customer has not read last', async () => {
    const id = await placePaid();
    for (const to of [
      'in_production',
      'paid',
      'in_production',
      'ready_to_ship',
      'in_production',
    ] as const)
      await move([id], to, 'As it goes');
    const mails = await database.sql<{ payload: Record<string, unknown> }[]>`
      select payload from public.outbox where kind = 'stage_changed' and payload ->> 'order_id' = ${id}
      order by created_at`;
    assert.deepEqual(
      mails.map(({ payload }) => payload['status']),
      ['in_production', 'ready_to_ship', 'in_production'],
    );
  });

  test('what is no list of orders, no status or too long a reason is refused', async () => {
    const order = await place();
    const cases: readonly (readonly [Parameters<typeof move>, string])[] = [
      [[null, 'paid'], 'wrong_orders'],
      [[[], 'paid'], 'wrong_orders'],
      [[Array.from({ length: 501 }, () => order), 'paid'], 'wrong_orders'],
      [[[order], 'gone'], 'unknown_status'],
      [[[order], null], 'unknown_status'],
      [[[order], 'paid', 'x'.repeat(501)], 'reason_too_long'],
    ];
    for (const [args, reason] of cases) {
      assert.equal((await refusalOf(move(...args))).reason, reason);
    }
    assert.equal((await move([null], 'paid'))[0]?.reason, 'unknown_order');
  });

  test('nobody else may call it', async () => {
    const order = await place();
    for (const name of ['first', 'editor', 'support', 'former'] as const) {
      assert.equal(
        (await refusalOf(move([order], 'paid', '', person(name)))).reason,
        'not_allowed',
      );
    }
    for (const caller of [anonymous, service]) {
      assert.equal((await refusalOf(move([order], 'paid', '', caller))).code, '42501');
    }
  });
});
