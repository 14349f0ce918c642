import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, before, describe, test } from 'node:test';
import postgres from 'postgres';
import { assumeCaller } from '../../../scripts/local-supabase/callers.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  rolledBack,
  withCode,
} from '../../support/database.ts';
import {
  matchEntries,
  openStatement,
  settleEntry,
  type BankPart,
  type SentEntry,
} from '../../support/data/bank-statements.ts';
import {
  buy,
  findBrokenInvariants,
  letTimeToPayPass,
  line,
  recordPayment,
  type PlacedOrder,
} from '../../support/data/orders.ts';
import outcomes from '../../cases/bank-outcomes.json' with { type: 'json' };

const database = openTestDatabase();
type Order = PlacedOrder['order'];

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

async function place(): Promise<Order> {
  const lines = [await line(database.sql, 'KNOB-SILVER')];
  return (await database.keepAs(anonymous, (sql) => buy(sql, { lines }))).order;
}

const all = ({ id, total_minor }: Order): BankPart => ({
  order_id: id,
  amount_minor: total_minor,
  captured_minor: 0,
});

/** An entry that is no other's. */
const entryOf = (amount_minor: number): Partial<SentEntry> => ({
  amount_minor,
  message: randomUUID(),
});

const statement = (caller: Caller = person('fulfilment')) =>
  database.keepAs(caller, (sql) => openStatement(sql));

const settle = async (
  entry: Parameters<typeof settleEntry>[1],
  status: string,
  parts: readonly BankPart[] = [],
  note = '',
  caller: Caller = person('fulfilment'),
) => {
  const id = 'id' in entry ? null : await statement();
  return database.keepAs(caller, (sql) =>
    settleEntry(sql, entry, status, parts, { statement: id, note }),
  );
};

const paymentsOf = async (order: Order) => {
  const rows = await database.sql<{ amount: number; reference: string }[]>`
    select amount_minor as amount, provider_reference as reference from public.payments where order_id = ${order.id} order by at`;
  return rows.map(({ amount, reference }) => `${amount} ${reference}`);
};

describe('settle_bank_entry', () => {
  before(async () => {
    await database.keepAs(
      person('owner'),
      (sql) => sql`
        select public.adjust_stock(p.id, 200, null, 'Delivery') from public.stock_pools p
        join public.variants v on v.stock_pool_id = p.id where v.sku = 'KNOB-SILVER'`,
    );
  });

  test('records what came as it came: in full, in part, too much, late and for what has ended', async () => {
    for (const { order: state, pays, outcome, status, refundDue } of outcomes) {
      const order = await place();
      if (state === 'paid')
        await database.keepAs(person('owner'), (sql) => recordPayment(sql, order.id));
      if (state === 'cancelled')
        await database.keepAs(
          person('owner'),
          (sql) =>
            sql`select public.transition_orders(array[${order.id}]::uuid[], 'cancelled', 'Test')`,
        );
      if (state === 'lapsed') {
        await letTimeToPayPass(database.sql, order.id);
        await database.sql`select private.expire_due_orders()`;
      }
      const amount = order.total_minor + pays;
      const captured_minor = state === 'paid' ? order.total_minor : 0;
      const parts = [{ order_id: order.id, amount_minor: amount, captured_minor }];
      const settled = await settle(entryOf(amount), 'recorded', parts);
      const [got] = settled.orders;
      const [row] =
        await database.sql`select status::text from public.order_records where id = ${order.id}`;
      assert.deepEqual(
        [got?.outcome, row?.['status'], got?.refund_due_minor, settled.numbers],
        [outcome, status, refundDue === 'all' ? amount : refundDue, [order.number]],
        `${state} ${pays}`,
      );
    }
  });

  test('names the payment after the statement, and sends one mail', async () => {
    const order = await place();
    const entry = { ...entryOf(order.total_minor), bank_reference: 'NTRY-77' };
    await settle(entry, 'recorded', [all(order)]);
    const [payment] = await paymentsOf(order);
    assert.match(payment ?? '', /^\d+ Statement of 2026-11-20, NTRY-77 [0-9a-f]{8}$/);
    const [mails] = await database.sql`
      select count(*)::int as n from public.outbox where kind = 'payment_received' and payload ->> 'order_id' = ${order.id}`;
    assert.equal(mails?.['n'], 1);
  });

  test('two payments of a day that the bank calls the same are both recorded for one order', async () => {
    const order = await place();
    const first = { ...entryOf(order.total_minor), bank_reference: 'TWICE' };
    await settle(first, 'recorded', [all(order)]);
    await settle({ ...first, ordinal: 2 }, 'recorded', [
      { ...all(order), captured_minor: order.total_minor },
    ]);
    assert.equal((await paymentsOf(order)).length, 2);
  });

  test('the same entry again, from any file, records nothing and says what it became', async () => {
    const order = await place();
    const entry = entryOf(order.total_minor);
    const first = await settle(entry, 'recorded', [all(order)]);
    for (const status of ['recorded', 'set_aside', 'unmatched']) {
      const again = await settle(entry, status, [all(order)]);
      assert.deepEqual([again.was_known, again.status, again.id], [true, 'recorded', first.id]);
    }
    assert.equal((await paymentsOf(order)).length, 1);
    const [known] = await database.as(person('owner'), (sql) => matchEntries(sql, [entry]));
    assert.deepEqual(
      [known?.known?.status, known?.known?.numbers, known?.known?.by],
      ['recorded', [order.number], 'fulfilment@people.test'],
    );
    // As another export of the bank spells it; somebody else's is another one.
    const others = [
      { payer: 'S. ELSE SOMEBODY', message: 'again' },
      { payer: '', message: 'Transfer of somebody else' },
      { payer: 'Ada Buyer', message: 'again' },
    ];
    const told = await database.as(person('owner'), (sql) =>
      matchEntries(
        sql,
        others.map((other) => ({ ...entry, ...other })),
      ),
    );
    assert.deepEqual(
      told.map((other) => [other.known, other.is_alike]),
      [
        [null, true],
        [null, true],
        [null, false],
      ],
    );
  });

  test('entries that are alike in everything are told apart by their place', async () => {
    const [one, other] = [await place(), await place()];
    const entry = entryOf(one.total_minor);
    await settle(entry, 'recorded', [all(one)]);
    const second = await settle({ ...entry, ordinal: 2 }, 'recorded', [all(other)]);
    assert.equal(second.was_known, false);
  });

  test('fifty pairs that record the same entries at once record each once', async () => {
    const orders = await Promise.all(Array.from({ length: 50 }, () => place()));
    const id = await statement();
    const answers = await Promise.all(
      orders.flatMap((order) => {
        const entry = { ...entryOf(order.total_minor), message: order.number };
        return [person('owner'), person('fulfilment')].map((caller) =>
          database.keepAs(caller, (sql) =>
            settleEntry(sql, entry, 'recorded', [all(order)], { statement: id }),
          ),
        );
      }),
    );
    assert.equal(answers.filter((answer) => answer.was_known).length, 50);
    const [counted] = await database.sql`
      select count(*)::int as n, count(distinct order_id)::int as orders from public.payments
      where order_id = any (${orders.map((order) => order.id)})`;
    assert.deepEqual([counted?.['n'], counted?.['orders']], [50, 50]);
  });

  test('a connection that is killed in the middle leaves nothing, and the next try records it', async () => {
    const order = await place();
    const id = await statement();
    const entry = entryOf(order.total_minor);
    const own = postgres(database.url, { max: 1, onnotice() {} });
    const killed = own.begin(async (sql) => {
      await assumeCaller(sql, person('fulfilment'));
      await settleEntry(sql, entry, 'recorded', [all(order)], { statement: id });
      await sql`reset role`;
      await sql`select pg_terminate_backend(pg_backend_pid())`.catch(() => {});
      throw new Error('cut off');
    });
    await assert.rejects(killed);
    await own.end({ timeout: 1 });
    assert.deepEqual(await paymentsOf(order), []);
    const again = await database.keepAs(person('fulfilment'), (sql) =>
      settleEntry(sql, entry, 'recorded', [all(order)], { statement: id }),
    );
    assert.deepEqual([again.was_known, (await paymentsOf(order)).length], [false, 1]);
  });

  test('one transfer pays several orders, all or none', async () => {
    const [one, other] = [await place(), await place()];
    const sum = one.total_minor + other.total_minor;
    const entry = entryOf(sum);
    const stale = { ...all(other), captured_minor: 5 };
    const refused = await refusalOf(settle(entry, 'recorded', [all(one), stale]));
    assert.equal(refused.reason, 'payments_changed');
    assert.deepEqual(await paymentsOf(one), []);
    const settled = await settle(entry, 'recorded', [all(one), all(other)]);
    assert.deepEqual(settled.numbers, [one.number, other.number].toSorted());
    assert.deepEqual(
      settled.orders.map(({ outcome }) => outcome),
      ['paid', 'paid'],
    );
  });

  test('parts that are not the whole, doubled orders and strange orders are refused', async () => {
    const order = await place();
    const entry = entryOf(order.total_minor);
    const half = { ...all(order), amount_minor: order.total_minor - 1 };
    for (const parts of [
      [],
      [half],
      [half, { ...all(order), amount_minor: 1 }],
      [{ ...all(order), order_id: 'x' }],
      [{ ...all(order), amount_minor: -1 }],
    ]) {
      assert.equal((await refusalOf(settle(entry, 'recorded', parts))).reason, 'wrong_parts');
    }
    const strange = { ...all(order), order_id: randomUUID() };
    assert.equal((await refusalOf(settle(entry, 'recorded', [strange]))).reason, 'unknown_order');
    const dollars = { ...entry, currency: 'USD' };
    assert.equal(
      (await refusalOf(settle(dollars, 'recorded', [all(order)]))).reason,
      'other_currency',
    );
    const lost = database.keepAs(person('owner'), (sql) =>
      settleEntry(sql, entry, 'recorded', [all(order)], { statement: randomUUID() }),
    );
    assert.equal((await refusalOf(lost)).reason, 'unknown_entry');
    assert.equal((await refusalOf(settle(entry, 'lost'))).reason, 'unknown_status');
    const long = settle(entry, 'set_aside', [], 'x'.repeat(501));
    assert.equal((await refusalOf(long)).reason, 'note_too_long');
    assert.deepEqual(await paymentsOf(order), []);
  });

  test('what nobody matched waits until someone records it, or says that it is for no order', async () => {
    const order = await place();
    const entry = { ...entryOf(order.total_minor), message: order.number };
    const kept = await settle(entry, 'unmatched');
    assert.equal(kept.status, 'unmatched');
    const [again] = await database.as(person('owner'), (sql) => matchEntries(sql, [entry]));
    assert.deepEqual(
      [again?.known?.status, again?.reason, again?.orders[0]?.number],
      ['unmatched', 'reference', order.number],
    );
    const aside = await settle({ id: kept.id }, 'set_aside', [], 'A tax refund');
    assert.deepEqual([aside.status, aside.was_known], ['set_aside', false]);
    // The file again does not undo that; whoever opens the entry may.
    assert.equal((await settle(entry, 'recorded', [all(order)])).was_known, true);
    assert.equal((await settle({ id: kept.id }, 'unmatched')).status, 'unmatched');
    const recorded = await settle({ id: kept.id }, 'recorded', [all(order)]);
    assert.deepEqual([recorded.status, recorded.orders[0]?.outcome], ['recorded', 'paid']);
    const after = await settle({ id: kept.id }, 'set_aside', [], 'No');
    assert.deepEqual([after.status, after.was_known], ['recorded', true]);
    const log = await database.sql`
      select after ->> 'status' as status from public.audit_log where table_name = 'bank_entries' and row_id = ${kept.id} order by id`;
    assert.deepEqual(
      log.map((row) => row['status'] as string),
      ['set_aside', 'unmatched', 'recorded'],
    );
  });

  test('is for owners and fulfilment, with a fresh code where their account has an app', async () => {
    const order = await place();
    const id = await statement();
    const entry = entryOf(order.total_minor);
    const run = (caller: Caller) =>
      database.as(caller, (sql) =>
        settleEntry(sql, entry, 'recorded', [all(order)], { statement: id }),
      );
    for (const caller of [person('support'), person('editor'), person('first'), person('former')])
      assert.equal((await refusalOf(run(caller))).reason, 'not_allowed');
    await assert.rejects(run(anonymous), /permission denied/);
    const withApp = (caller: Caller) =>
      rolledBack(database.sql, caller, async (sql) => {
        await sql`reset role`;
        await sql`
          insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
          values (gen_random_uuid(), auth.uid(), 'totp', 'verified', now(), now())`;
        await sql`set local role authenticated`;
        return settleEntry(sql, entry, 'recorded', [all(order)], { statement: id });
      });
    assert.equal((await refusalOf(withApp(person('owner')))).reason, 'second_factor');
    assert.equal(
      (await refusalOf(withApp(withCode(person('owner'), 1000)))).reason,
      'second_factor_stale',
    );
    assert.equal((await withApp(withCode(person('owner')))).status, 'recorded');
  });
});
