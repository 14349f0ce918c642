import assert from 'node:assert/strict';
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

interface Figures {
  readonly days: readonly {
    readonly day: string;
    readonly orders: number;
    readonly net_minor: number;
  }[];
  readonly countries: readonly { readonly label: string; readonly count: number }[];
  readonly kits: readonly { readonly label: string; readonly count: number }[];
}

const ask = (name: PersonName, days: number | null = 30) =>
  database.as(person(name), async (sql) => {
    const rows = await sql<{ figures: Figures }[]>`select public.sales_figures(${days}) as figures`;
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

  test('has a row for each day, sold or not', async () => {
    const { days } = await ask('owner', 7);
    assert.equal(days.length, 7);
    assert.equal(new Set(days.map(({ day }) => day)).size, 7);
  });

  test('asks for a window that is bounded, and is for those who work with orders', async () => {
    for (const days of [null, 0, 6, 367, -30])
      assert.equal((await refusalOf(ask('owner', days))).reason, 'wrong_window', String(days));
    for (const name of ['first', 'editor', 'support', 'former'] as const)
      assert.equal((await refusalOf(ask(name))).reason, 'not_allowed', name);
    const stranger = database.as(anonymous, (sql) => sql`select public.sales_figures(30)`);
    assert.equal((await refusalOf(stranger)).code, '42501');
  });
});
