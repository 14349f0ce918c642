import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  type PersonName,
} from '../../support/database.ts';
import { buy, line, recordPayment } from '../../support/data/orders.ts';

const database = openTestDatabase();

interface Totals {
  readonly orders: number;
  readonly net_minor: number;
  readonly refunded_minor: number;
  readonly units: number;
  readonly buyers: number;
  readonly returning: number;
}

interface Figures {
  readonly totals: Totals;
  readonly before: Totals;
  readonly stock: readonly {
    readonly label: string;
    readonly sold: number;
    readonly left: number;
    readonly days: number;
  }[];
  readonly days: readonly {
    readonly day: string;
    readonly orders: number;
    readonly net_minor: number;
    readonly before_minor: number;
  }[];
  readonly countries: readonly { readonly label: string; readonly count: number }[];
  readonly kits: readonly { readonly label: string; readonly count: number }[];
}

const ask = (name: PersonName, days: number | null = 30) =>
  database.as(person(name), async (sql) => {
    const rows = await sql<{ figures: Figures }[]>`
      select public.sales_figures((now() at time zone 'UTC')::date - ${days}::int + 1, (now() at time zone 'UTC')::date) as figures`;
    assert.ok(rows[0]);
    return rows[0].figures;
  });

async function place(sku: string, quantity: number): Promise<string> {
  const lines = [await line(database.sql, sku, quantity)];
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
  return order.id;
}

const move = (order: string, to: string) =>
  database.keepAs(
    person('fulfilment'),
    (sql) => sql`select public.transition_orders(${[order]}::uuid[], ${to}, 'A reason')`,
  );

const total = (figures: Figures) => ({
  orders: figures.days.reduce((sum, { orders }) => sum + orders, 0),
  net: figures.days.reduce((sum, { net_minor }) => sum + net_minor, 0),
  knobs: figures.kits.find(({ label }) => /knob/i.test(label))?.count ?? 0,
});

describe('sales_figures', () => {
  test('counts what was paid for, and neither what waits nor what was cancelled', async () => {
    const before = total(await ask('owner'));
    const [paid, , cancelled] = [
      await place('KNOB-BLACK', 2),
      await place('KNOB-BLACK', 1),
      await place('KNOB-BLACK', 1),
    ];
    await database.keepAs(person('fulfilment'), (sql) => recordPayment(sql, paid));
    await move(cancelled, 'cancelled');
    const [row] = await database.sql<{ net: number }[]>`
      select captured_minor as net from public.order_records where id = ${paid}`;
    assert.deepEqual(total(await ask('fulfilment')), {
      orders: before.orders + 1,
      net: before.net + (row?.net ?? 0),
      knobs: before.knobs + 2,
    });
  });

  test('sums up the period and as many days before, and tells who had ordered before', async () => {
    const email = `${randomUUID()}@buyers.test`;
    const order = async (days: number) => {
      const lines = [await line(database.sql, 'KNOB-SILVER')];
      const { order: placed } = await database.keepAs(anonymous, (sql) =>
        buy(sql, { lines, email }),
      );
      await database.keepAs(person('fulfilment'), (sql) => recordPayment(sql, placed.id));
      await database.sql`
        update public.order_records set placed_at = now() - make_interval(days => ${days}) where id = ${placed.id}`;
      return placed.total_minor;
    };
    const was = await ask('owner', 7);
    const [old, now] = [await order(9), await order(2)];
    const is = await ask('owner', 7);
    const more = (of: (totals: Totals) => number) => [
      of(is.totals) - of(was.totals),
      of(is.before) - of(was.before),
    ];
    assert.deepEqual(
      more(({ orders }) => orders),
      [1, 1],
    );
    assert.deepEqual(
      more(({ net_minor: net }) => net),
      [now, old],
    );
    assert.deepEqual(
      more(({ buyers }) => buyers),
      [1, 1],
    );
    assert.deepEqual(
      more(({ returning }) => returning),
      [1, 0],
    );
    const at = (figures: Figures) => figures.days.at(-3)?.before_minor ?? 0;
    assert.equal(at(is) - at(was), old);
  });

  test('money that went back is in no sum but its own', async () => {
    const id = await place('KNOB-BLACK', 1);
    await database.keepAs(person('fulfilment'), (sql) => recordPayment(sql, id));
    const before = (await ask('owner')).totals;
    await database.keepAs(
      person('owner'),
      (sql) => sql`select public.refund_order(${id}, 100, '[]', 'A scratch')`,
    );
    const after = (await ask('owner')).totals;
    assert.deepEqual(
      [after.net_minor - before.net_minor, after.refunded_minor - before.refunded_minor],
      [-100, 100],
    );
  });

  test('says for how many days a pile lasts at the pace of the period', async () => {
    const id = await place('KNOB-BLACK', 2);
    await database.keepAs(person('fulfilment'), (sql) => recordPayment(sql, id));
    const { stock } = await ask('owner', 10);
    for (const { sold, left, days } of stock)
      assert.equal(days, Math.floor((Math.max(left, 0) * 10) / sold));
    assert.deepEqual(
      stock.map(({ days }) => days),
      stock.map(({ days }) => days).toSorted((a, b) => a - b),
    );
    assert.ok(stock.length > 0);
  });

  test('has a row for each day, sold or not', async () => {
    const { days } = await ask('owner', 7);
    assert.equal(days.length, 7);
    assert.equal(new Set(days.map(({ day }) => day)).size, 7);
  });

  test('asks for a period that is bounded, and is for those who work with orders', async () => {
    for (const days of [null, 0, 367, -30])
      assert.equal((await refusalOf(ask('owner', days))).reason, 'wrong_period', String(days));
    for (const name of ['first', 'editor', 'support', 'former'] as const)
      assert.equal((await refusalOf(ask(name))).reason, 'not_allowed', name);
    const stranger = database.as(
      anonymous,
      (sql) => sql`select public.sales_figures(current_date, current_date)`,
    );
    assert.equal((await refusalOf(stranger)).code, '42501');
  });
});
