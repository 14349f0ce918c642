import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { buy, defaultOptions, findBrokenInvariants, line } from '../../support/data/orders.ts';
import { readWaysBack, type WayBack } from '../../support/data/returns.ts';

const database = openTestDatabase();

/** A paid order of a board from a group buy and a knob from the shelf. */
async function paidOrder() {
  const options = await defaultOptions(database.sql, 'BRAEFELL-KIT');
  const lines = [
    { ...(await line(database.sql, 'BRAEFELL-KIT')), options },
    await line(database.sql, 'KNOB-BLACK', 3),
  ];
  const { order } = await database.keepAs(person('first'), (sql) =>
    buy(sql, { lines, email: 'first@people.test' }),
  );
  await database.keepAs(person('owner'), (sql) => sql`select public.record_payment(${order.id})`);
  return order;
}

const bySku = async (order: string): Promise<Record<string, WayBack>> => {
  const { lines } = await readWaysBack(database, person('owner'), order);
  const rows = await database.sql<{ id: string; sku: string }[]>`
    select id, sku from public.order_lines where order_id = ${order}`;
  return Object.fromEntries(
    rows.flatMap(({ id, sku }) => {
      const way = lines.find(({ line_id }) => line_id === id);
      return way === undefined ? [] : [[sku, way]];
    }),
  );
};

interface Case {
  readonly named: string;
  readonly batch?: string;
  readonly status?: string;
  /** Days since the parcels arrived; they left when that is given. */
  readonly arrived?: number;
  readonly board: readonly [way: string, percent: number];
  readonly knob: readonly [way: string, percent: number];
}

const open =
  "stage = 'open', opens_at = now() - interval '9 days', closes_at = now() + interval '9 days'";
const over =
  "opens_at = now() - interval '40 days', closes_at = now() - interval '10 days', cancel_until = null";
const soon = "original_eta = (now() + interval '60 days')::date, eta_precision = 'month'";

const cases: readonly Case[] = [
  {
    named: 'an open batch',
    batch: `${open}, cancel_until = null, ${soon}`,
    board: ['before_closing', 100],
    knob: ['before_packing', 100],
  },
  {
    named: 'an open batch whose own date has passed: the terms say until it closes',
    batch: `${open}, cancel_until = now() - interval '1 day', ${soon}`,
    board: ['before_closing', 100],
    knob: ['before_packing', 100],
  },
  {
    named: 'a batch that closed by the clock alone',
    batch: `stage = 'open', ${over}, ${soon}`,
    board: ['before_production', 90],
    knob: ['before_packing', 100],
  },
  {
    named: 'a closed batch that still lets its buyers go',
    batch: `stage = 'closed', opens_at = now() - interval '40 days', closes_at = now() - interval '10 days', cancel_until = now() + interval '1 day', ${soon}`,
    board: ['before_closing', 100],
    knob: ['before_packing', 100],
  },
  {
    named: 'a closed batch',
    batch: `stage = 'closed', ${over}, ${soon}`,
    board: ['before_production', 90],
    knob: ['before_packing', 100],
  },
  {
    named: 'a batch that missed its minimum',
    batch: `stage = 'moq_failed', ${over}, ${soon}`,
    board: ['not_made', 100],
    knob: ['before_packing', 100],
  },
  {
    named: 'a batch in production',
    batch: `stage = 'in_production', ${over}, ${soon}`,
    status: 'in_production',
    board: ['in_production', 0],
    knob: ['before_packing', 100],
  },
  {
    named: 'a batch five months late',
    batch: `stage = 'in_production', ${over}, original_eta = (date_trunc('month', now()) - interval '6 months')::date, eta_precision = 'month'`,
    board: ['in_production', 0],
    knob: ['before_packing', 100],
  },
  {
    named: 'a batch more than six months late',
    batch: `stage = 'in_production', ${over}, original_eta = (date_trunc('month', now()) - interval '7 months')::date, eta_precision = 'month'`,
    board: ['late', 100],
    knob: ['before_packing', 100],
  },
  {
    named: 'a batch late by its month and not by its quarter',
    batch: `stage = 'in_production', ${over}, original_eta = (date_trunc('quarter', now()) - interval '6 months')::date, eta_precision = 'quarter'`,
    board: ['in_production', 0],
    knob: ['before_packing', 100],
  },
  {
    named: 'a packed order',
    batch: `stage = 'shipping', ${over}, ${soon}`,
    status: 'ready_to_ship',
    board: ['in_production', 0],
    knob: ['packed', 0],
  },
  {
    named: 'an order that is on its way',
    arrived: -1,
    board: ['made_for_you', 0],
    knob: ['withdrawal', 100],
  },
  {
    named: 'an order that arrived thirteen days ago',
    arrived: 13,
    board: ['made_for_you', 0],
    knob: ['withdrawal', 100],
  },
  {
    named: 'an order that arrived fifteen days ago',
    arrived: 15,
    board: ['made_for_you', 0],
    knob: ['too_late', 0],
  },
];

/** Puts the order and its batch where a case wants them, past the rules of moving. */
async function stand(order: string, { batch, status = 'paid', arrived }: Partial<Case>) {
  const parcels =
    arrived === undefined
      ? "status = 'planned', shipped_at = null, delivered_at = null"
      : arrived < 0
        ? "status = 'shipped', shipped_at = now(), delivered_at = null"
        : `status = 'delivered', shipped_at = now() - interval '20 days', delivered_at = now() - interval '${arrived} days'`;
  await database.sql.unsafe(`
    alter table public.batches disable trigger user;
    alter table public.order_records disable trigger user;
    update public.batches set ${batch ?? `${open}, cancel_until = null, ${soon}`} where code = 'BRAEFELL-R1';
    update public.order_records set status = '${status}' where id = '${order}';
    update public.shipments set ${parcels} where order_id = '${order}';
    alter table public.order_records enable trigger user;
    alter table public.batches enable trigger user;`);
}

describe('ways_back', () => {
  let order: Awaited<ReturnType<typeof paidOrder>>;
  before(async () => {
    order = await paidOrder();
  });
  afterEach(async () => {
    await stand(order.id, {});
    assert.deepEqual(await findBrokenInvariants(database.sql), []);
  });

  for (const { named, board, knob, ...where } of cases) {
    test(`${named}: ${board.join(' ')} % and ${knob.join(' ')} %`, async () => {
      await stand(order.id, where);
      const ways = await bySku(order.id);
      const told = (sku: string) => [ways[sku]?.way, ways[sku]?.percent];
      assert.deepEqual([told('BRAEFELL-KIT'), told('KNOB-BLACK')], [board, knob]);
    });
  }

  test('amounts are of what was paid, with the part of a cent for the customer', async () => {
    await stand(order.id, { batch: `stage = 'closed', ${over}, ${soon}` });
    await database.sql`update public.settings set value = 67 where key = 'percent_refund_before_production'`;
    const { cancel, lines } = await readWaysBack(database, person('first'), order.id);
    const ways = await bySku(order.id);
    const [paid] = await database.sql<{ board: number; knobs: number }[]>`
      select max(total_minor) filter (where sku = 'BRAEFELL-KIT') as board, max(total_minor) filter (where sku = 'KNOB-BLACK') as knobs
      from public.order_lines where order_id = ${order.id}`;
    assert.ok(paid);
    const kept = Math.floor((paid.board * 33) / 100);
    assert.equal(ways['BRAEFELL-KIT']?.amount_minor, paid.board - kept);
    assert.equal(ways['KNOB-BLACK']?.amount_minor, paid.knobs);
    assert.equal(lines.length, 2);
    assert.deepEqual([cancel?.kept_minor, cancel?.back_minor], [kept, order.total_minor - kept]);
    await database.sql`update public.settings set value = 90 where key = 'percent_refund_before_production'`;
  });

  test('is told to its customer, a guest with a secret of it, and staff, and to nobody else', async () => {
    for (const caller of [anonymous, person('second'), person('editor')])
      assert.equal(
        (await refusalOf(readWaysBack(database, caller, order.id))).reason,
        'unknown_order',
      );
    for (const caller of [person('first'), person('support'), person('fulfilment')])
      assert.equal((await readWaysBack(database, caller, order.id)).lines.length, 2);
    const lines = [await line(database.sql, 'KNOB-BLACK')];
    const { order: guests } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
    assert.equal(
      (await readWaysBack(database, anonymous, guests.id, guests.token)).lines.length,
      1,
    );
    assert.equal(
      (await refusalOf(readWaysBack(database, anonymous, guests.id, order.token ?? 'x'.repeat(64))))
        .reason,
      'unknown_order',
    );
  });
});
