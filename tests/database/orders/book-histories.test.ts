/* Eight lives of orders run with every test; KEYWRIGHT_LONG=1 (npm run test:long) tells 5,000 of 60
   steps. Each run tells others; KEYWRIGHT_SEED=… tells those of a run again. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import {
  array,
  assert as check,
  asyncProperty,
  constantFrom,
  nat,
  oneof,
  record,
  type Arbitrary,
} from 'fast-check';
import {
  OrderBook,
  type BookState,
  type Piece,
  type Refused,
} from '../../support/data/order-book.ts';
import { anonymous, openTestDatabase, person, service } from '../../support/database.ts';
import { endWindow, makeBatch } from '../../support/data/group-buys.ts';
import {
  applyEvent,
  buy,
  findBrokenInvariants,
  letTimeToPayPass,
  line,
  type CartLine,
} from '../../support/data/orders.ts';

const database = openTestDatabase();
const owner = person('owner');
const isLong = process.env['KEYWRIGHT_LONG'] === '1';
const [count, steps] = isLong ? [5000, 60] : [8, 30];
const seed = Number(process.env['KEYWRIGHT_SEED'] ?? Date.now() % 2 ** 31);

const tierMinor = 1800;

const deeds = [
  'transfer',
  'charge',
  'refund',
  'refundPieces',
  'toldRefund',
  'earlyRefund',
  'failedRefund',
  'dispute',
  'wonDispute',
  'postage',
  'pieces',
  'price',
  'close',
  'ship',
  'cancel',
  'lapse',
  'expire',
] as const;

interface Step {
  readonly do: (typeof deeds)[number];
  readonly which: number;
  readonly amount: number;
}

const often: Arbitrary<Step['do']> = constantFrom('transfer', 'charge', 'refundPieces', 'close');
const step = record<Step>({
  do: oneof({ weight: 3, arbitrary: often }, { weight: 4, arbitrary: constantFrom(...deeds) }),
  which: nat(5),
  amount: nat(100),
});
const life = record({
  plates: constantFrom(0, 1, 2, 2, 2),
  foams: nat(3),
  isMade: nat(1),
  steps: array(step, { maxLength: steps, size: 'max' }),
});

interface World {
  readonly batch: string;
  readonly id: string;
  readonly number: string;
  readonly lines: Readonly<Partial<Record<Piece, string>>>;
  readonly book: OrderBook;
  readonly charges: string[];
}

async function begin(plates: number, foams: number, isMade: boolean): Promise<World> {
  const batch = await makeBatch(database.sql, [
    { sku: 'BRAEFELL-PLATE', moq: isMade ? 1 : 9, tiers: [[2, tierMinor]] },
  ]);
  const cart: CartLine[] = [];
  if (plates > 0) cart.push(await line(database.sql, 'BRAEFELL-PLATE', plates));
  cart.push(await line(database.sql, 'FOAM-60', foams));
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines: cart }));
  const rows = await database.sql<{ id: string; sku: string; unit: number; shipping: number }[]>`
    select l.id, l.sku, l.unit_price_minor as unit, o.shipping_minor as shipping
    from public.order_lines l join public.order_records o on o.id = l.order_id where o.id = ${order.id}`;
  const plate = rows.find(({ sku }) => sku === 'BRAEFELL-PLATE');
  const foam = rows.find(({ sku }) => sku === 'FOAM-60');
  assert.ok(foam);
  return {
    batch,
    id: order.id,
    number: order.number,
    lines: { foam: foam.id, ...(plate && { plate: plate.id }) },
    book: new OrderBook({
      pieces: [
        { piece: 'plate', count: plates, priceMinor: plate?.unit ?? 0 },
        { piece: 'foam', count: foams, priceMinor: foam.unit },
      ],
      shippingMinor: foam.shipping,
      tierMinor,
      isMade,
    }),
    charges: [],
  };
}

/** Does it in the shop; what it refuses is an answer too. */
async function attempt(work: () => Promise<unknown>): Promise<Refused | 'done'> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('PT4'))
      return 'refused';
    throw error;
  }
}

const asOwner = (statement: string, values: readonly (string | number | null)[]) =>
  database.keepAs(owner, (sql) => sql.unsafe(statement, [...values]));

const tell = (world: World, kind: string, reference: string, amount: number) =>
  database.keepAs(service, (sql) =>
    applyEvent(sql, {
      id: randomUUID(),
      kind,
      order: kind === 'paid' ? world.id : null,
      reference,
      amount,
      provider: 'stripe',
    }),
  );

const amend = (world: World, changes: object) =>
  attempt(() =>
    asOwner(
      `select public.amend_order($1, $2::text::jsonb, 'Asked for',
        (select version from public.order_records where id = $1), false)`,
      [world.id, JSON.stringify(changes)],
    ),
  );

/** A part of what is due, just that, or more; of nothing, some. */
function sumOf({ book }: World, { amount }: Step): number {
  const due = Math.max(book.lack, 0);
  if (due === 0 || amount > 90) return 500 + amount;
  return amount < 40 ? Math.max(Math.floor((due * amount) / 50), 1) : due;
}

const doings: Readonly<Record<Step['do'], (world: World, step: Step) => Promise<void>>> = {
  async transfer(world, each) {
    const sum = sumOf(world, each);
    await asOwner('select public.record_payment($1, $2, $3)', [world.id, sum, randomUUID()]);
    world.book.receive(sum);
  },
  async charge(world, each) {
    const sum = sumOf(world, each);
    const reference = randomUUID();
    await tell(world, 'paid', reference, sum);
    world.charges.push(reference);
    world.book.charge(reference, sum);
  },
  async refund(world, { amount }) {
    const sum = 1 + amount * 30;
    const answer = await attempt(() =>
      asOwner(`select public.refund_order($1, $2, '[]', 'Goodwill')`, [world.id, sum]),
    );
    assert.equal(answer, world.book.refund(sum));
  },
  async refundPieces(world, { which, amount }) {
    const piece: Piece = which % 2 === 0 ? 'foam' : 'plate';
    const units = 1 + (amount % 2);
    const lines = [{ line_id: world.lines[piece] ?? randomUUID(), quantity: units }];
    const answer = await attempt(() =>
      asOwner(`select public.refund_order($1, null, $2::text::jsonb, 'Returned')`, [
        world.id,
        JSON.stringify(lines),
      ]),
    );
    assert.equal(answer, world.book.refundPieces(piece, units));
  },
  async toldRefund(world, { which, amount }) {
    const reference = world.charges[which % Math.max(world.charges.length, 1)];
    if (!reference) return;
    const sum = Math.ceil((world.book.chargeSum(reference) * amount) / 100);
    await tell(world, 'refunded', reference, sum);
    world.book.toldRefund(reference, sum);
  },
  async earlyRefund(world, { amount }) {
    const reference = randomUUID();
    const sum = 300 + amount;
    assert.equal(await tell(world, 'refunded', reference, 100 + amount), 'waiting');
    await tell(world, 'paid', reference, sum);
    world.charges.push(reference);
    world.book.charge(reference, sum);
    world.book.toldRefund(reference, 100 + amount);
  },
  async failedRefund(world, { which }) {
    const reference = world.charges[which % Math.max(world.charges.length, 1)];
    const told = reference ? world.book.toldOf(reference) : 0;
    if (!reference || told === 0) return;
    await tell(world, 'refund_failed', reference, told);
    world.book.failRefund(reference);
  },
  async dispute(world, { which }) {
    const reference = world.charges[which % Math.max(world.charges.length, 1)];
    if (!reference) return;
    await tell(world, 'disputed', reference, world.book.chargeSum(reference));
    world.book.dispute(reference);
  },
  async wonDispute(world, { which }) {
    const reference = world.charges[which % Math.max(world.charges.length, 1)];
    if (!reference) return;
    await tell(world, 'dispute_won', reference, world.book.chargeSum(reference));
    world.book.winDispute(reference);
  },
  async postage(world, { amount }) {
    assert.equal(await amend(world, { shipping_minor: amount * 20 }), world.book.post(amount * 20));
  },
  async pieces(world, { amount }) {
    const quantity = 1 + (amount % 4);
    const changes = { lines: [{ line_id: world.lines.foam, quantity }] };
    assert.equal(await amend(world, changes), world.book.recount(quantity));
  },
  async price(world, { amount }) {
    const priceMinor = 500 + amount * 10;
    const changes = { lines: [{ line_id: world.lines.foam, unit_price_minor: priceMinor }] };
    assert.equal(await amend(world, changes), world.book.reprice(priceMinor));
  },
  async close(world) {
    if (world.book.isClosed) return;
    await endWindow(database.sql, world.batch);
    await asOwner('select public.close_batch($1, false)', [world.batch]);
    world.book.close();
  },
  async ship(world) {
    const [row] = await database.keepAs(
      owner,
      (sql) => sql<{ answer: readonly { ok: boolean }[] }[]>`
        select public.ship_parcels(jsonb_build_array(jsonb_build_object('shipment_id', l.shipment_id))) as answer
        from public.order_lines l where l.id = ${world.lines.foam ?? ''}`,
    );
    assert.equal(row?.answer[0]?.ok ? 'done' : 'refused', world.book.ship());
  },
  async cancel(world) {
    const answer = await attempt(() =>
      asOwner(`select public.cancel_order($1, 'Asked for')`, [world.id]),
    );
    assert.equal(answer, world.book.cancel());
  },
  async lapse(world) {
    if (world.book.status !== 'awaiting_payment') return;
    await letTimeToPayPass(database.sql, world.id);
    world.book.lapse();
  },
  async expire(world) {
    await database.sql`select private.expire_orders(array[${world.id}]::uuid[])`;
    world.book.expire();
  },
};

/** What the shop says of the order, in the words of the book. */
async function stateOf({ id, lines }: World): Promise<BookState> {
  const [row] = await database.sql<BookState[]>`
    select o.status::text, private.due_now(o) as "dueMinor", o.refund_due_minor as "owedMinor",
      o.captured_minor - o.refunded_minor as "hereMinor",
      coalesce((select sum(h.units) from private.holds h where h.line_id = ${lines.foam ?? null} and h.state = 'held'), 0)::int as held,
      (select coalesce(jsonb_object_agg(case l.id when ${lines.foam ?? null} then 'foam' else 'plate' end,
        private.refund_lines(o, jsonb_build_array(jsonb_build_object('line_id', l.id, 'quantity', 1))) -> 0 -> 'amount_minor'), '{}')
        from public.order_lines l where l.order_id = o.id and l.refunded_quantity < l.quantity) as "pieceMinor"
    from public.order_records o where o.id = ${id}`;
  assert.ok(row);
  return { ...row };
}

async function tellLife(told: {
  plates: number;
  foams: number;
  isMade: number;
  steps: readonly Step[];
}): Promise<void> {
  const world = await begin(told.plates, told.foams + 1, told.isMade === 1);
  for (const [index, each] of told.steps.entries()) {
    await doings[each.do](world, each);
    assert.deepEqual(await stateOf(world), world.book.state, `after step ${index}, ${each.do}`);
  }
}

/** As the shop was, or nearly: each has to be noticed. */
const faults: readonly (readonly [routine: string, right: string, wrong: string])[] = [
  ['lines_to_settle', 'l.refunded_quantity < l.quantity', 'l.refunded_quantity = 0'],
  ['give_money_back', '- p_order.refund_due_minor, 0)', ', 0)'],
  ['give_money_back', "0, (l ->> 'settled_minor')::int from", '0, 0 from'],
  ['apply_to_charge', 'and e.reference = p_event.reference and', 'and'],
  ['hold_again', 'h.ended_at >= p_order.closed_at', 'true'],
  ['enter_costs', 'where l.refunded_quantity > 0 and w.units > 0', 'where false'],
];

describe('the life of an order', () => {
  before(async () => {
    await database.sql`
      update public.stock_pools set on_hand = 1000000
      where id = (select stock_pool_id from public.variants where sku = 'FOAM-60')`;
    await database.sql`update public.products set max_per_customer = null`;
    await database.sql`update public.variants set max_per_customer = null`;
  });

  test(`comes to what the rules say after each step, told ${count} times`, async () => {
    console.log(`KEYWRIGHT_SEED=${seed}`);
    await check(asyncProperty(life, tellLife), { numRuns: count, seed });
    assert.deepEqual(await findBrokenInvariants(database.sql), []);
  });

  for (const [routine, right, wrong] of isLong ? faults : [])
    test(`and a planted fault of ${routine} is noticed`, async () => {
      const [found] = await database.sql<{ text: string }[]>`
        select pg_get_functiondef(oid) as text from pg_proc
        where proname = ${routine} and pronamespace = 'private'::regnamespace`;
      assert.ok(found);
      assert.ok(found.text.includes(right));
      await database.sql.unsafe(found.text.replace(right, wrong));
      const telling = check(asyncProperty(life, tellLife), { numRuns: 1000, endOnFailure: true });
      try {
        await assert.rejects(telling);
      } finally {
        await database.sql.unsafe(found.text);
      }
    });
});
