/* Twelve histories run with every test; KEYWRIGHT_LONG=1 (npm run test:long) tells 300. Each run tells
   others; KEYWRIGHT_SEED=… tells those of a run again. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  array,
  assert as check,
  asyncProperty,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  record,
} from 'fast-check';
import { tierPrice } from '#features/batches/model/tier-price.ts';
import { anonymous, openTestDatabase, person } from '../../support/database.ts';
import { endWindow, makeBatch } from '../../support/data/group-buys.ts';
import {
  buy,
  findBrokenInvariants,
  letTimeToPayPass,
  variantId,
  type CartLine,
} from '../../support/data/orders.ts';

const database = openTestDatabase();
const owner = person('owner');
const count = process.env['KEYWRIGHT_LONG'] === '1' ? 300 : 12;
const seed = Number(process.env['KEYWRIGHT_SEED'] ?? Date.now() % 2 ** 31);

const skus = ['BRAEFELL-PLATE', 'BRAEFELL-PCB'] as const;
type Sku = (typeof skus)[number];
const tiers = [
  { fromCount: 2, priceMinor: 1800 },
  { fromCount: 4, priceMinor: 1500 },
  { fromCount: 7, priceMinor: 1100 },
];

interface Step {
  readonly do: 'place' | 'pay' | 'cancel' | 'lapse' | 'expire' | 'preview';
  readonly which: number;
  readonly units: readonly [number, number];
}

const step = record<Step>({
  do: oneof(
    { weight: 5, arbitrary: constant('place' as const) },
    { weight: 3, arbitrary: constant('pay' as const) },
    { weight: 3, arbitrary: constantFrom('cancel', 'lapse', 'expire', 'preview') },
  ),
  which: nat(7),
  units: constantFrom([1, 0], [3, 0], [0, 2], [1, 1], [2, 3]),
});
const history = record({
  moqs: array(integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 2 }),
  before: array(step, { minLength: 5, maxLength: 14 }),
  after: array(step, { maxLength: 3 }),
});

interface Known {
  readonly id: string;
  readonly units: Readonly<Record<Sku, number>>;
  readonly prices: Readonly<Record<Sku, number>>;
  readonly totalMinor: number;
  /** Lapsed: its time to pay has passed, and nobody has expired it. */
  state: 'waiting' | 'lapsed' | 'expired' | 'cancelled' | 'paid';
}

interface World {
  readonly batch: string;
  readonly moqs: Readonly<Record<Sku, number>>;
  readonly base: Readonly<Record<Sku, number>>;
  orders: Known[];
  /** What was paid when it was settled. */
  settled: Readonly<Record<Sku, number>> | null;
}

const each = <T>(value: (sku: Sku, index: number) => T): Record<Sku, T> => ({
  'BRAEFELL-PLATE': value('BRAEFELL-PLATE', 0),
  'BRAEFELL-PCB': value('BRAEFELL-PCB', 1),
});

const unitsOf = ({ orders }: World, sku: Sku, ...states: readonly Known['state'][]) =>
  orders
    .filter(({ state }) => states.includes(state))
    .reduce((sum, { units }) => sum + units[sku], 0);

const paidPrice = (world: World, sku: Sku) =>
  tierPrice(tiers, world.settled?.[sku] ?? unitsOf(world, sku, 'paid'), world.base[sku]);

const isMade = ({ settled, moqs }: World, sku: Sku) =>
  settled === null || settled[sku] >= moqs[sku];

async function begin(moqs: readonly number[]): Promise<World> {
  const plans = skus.map((sku, index) => ({
    sku,
    moq: moqs[index] ?? 1,
    tiers: tiers.map(({ fromCount, priceMinor }) => [fromCount, priceMinor] as const),
  }));
  const batch = await makeBatch(database.sql, plans);
  const rows = await database.sql<{ sku: Sku; minor: number }[]>`
    select sku, price_minor as minor from public.variants where sku in ${database.sql(skus)}`;
  const base = each((sku) => rows.find((row) => row.sku === sku)?.minor ?? 0);
  return { batch, base, moqs: each((_, index) => moqs[index] ?? 1), orders: [], settled: null };
}

async function place(world: World, wished: readonly [number, number]): Promise<void> {
  const units = each((_, index) => wished[index] ?? 0);
  const lines: CartLine[] = [];
  for (const sku of skus) {
    if (units[sku] > 0)
      lines.push({ variant_id: await variantId(database.sql, sku), quantity: units[sku] });
  }
  const prices = each((sku) => paidPrice(world, sku));
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
  const bought = await database.sql<{ sku: Sku; minor: number }[]>`
    select sku, unit_price_minor as minor from public.order_lines where order_id = ${order.id}`;
  for (const { sku, minor } of bought) assert.equal(minor, prices[sku], `${sku} as ordered`);
  // Whoever orders ends what has lapsed of the same kits.
  for (const other of world.orders) {
    const shares = skus.some((sku) => units[sku] > 0 && other.units[sku] > 0);
    if (other.state === 'lapsed' && shares) other.state = 'expired';
  }
  const { id, total_minor: totalMinor } = order;
  world.orders.push({ id, units, prices, totalMinor, state: 'waiting' });
}

const deeds: Readonly<Record<Step['do'], (world: World, one: Known) => Promise<void>>> = {
  async place() {},
  async pay(world, one) {
    if (one.state === 'paid' || one.state === 'cancelled') return;
    const rows = await database.keepAs(
      owner,
      (sql) => sql<{ outcome: string }[]>`
        select public.record_payment(${one.id}) ->> 'outcome' as outcome`,
    );
    // Once it is settled, an order that has ended can't come back.
    const isGone = one.state === 'expired' && world.settled !== null;
    assert.equal(rows[0]?.outcome.startsWith('paid'), !isGone);
    one.state = isGone ? 'cancelled' : 'paid';
  },
  async cancel(_, one) {
    if (one.state === 'cancelled' || one.state === 'expired') return;
    await database.keepAs(owner, (sql) => sql`select public.cancel_order(${one.id}, 'Asked')`);
    one.state = 'cancelled';
  },
  async lapse(_, one) {
    if (one.state !== 'waiting') return;
    await letTimeToPayPass(database.sql, one.id);
    one.state = 'lapsed';
  },
  async expire(world) {
    await database.sql`select private.run_due_jobs()`;
    for (const one of world.orders) if (one.state === 'lapsed') one.state = 'expired';
  },
  async preview(world) {
    if (world.settled === null) await compareKits(world, await close(world, true), false);
  },
};

interface Kit {
  readonly variant_id: string;
  readonly ordered: number;
  readonly waiting: number;
  readonly is_dropped: boolean;
  readonly price_minor: number;
}

async function close({ batch }: World, isPreview: boolean): Promise<readonly Kit[]> {
  const rows = await database.keepAs(
    owner,
    (sql) => sql<{ kits: Kit[] }[]>`
      select public.close_batch(${batch}, ${isPreview}) -> 'kits' as kits`,
  );
  assert.ok(rows[0]);
  return rows[0].kits;
}

async function compareKits(world: World, kits: readonly Kit[], isDone: boolean): Promise<void> {
  for (const sku of skus) {
    const id = await variantId(database.sql, sku);
    const kit = kits.find(({ variant_id: variant }) => variant === id);
    assert.partialDeepStrictEqual(kit, {
      ordered: unitsOf(world, sku, 'paid'),
      waiting: unitsOf(world, sku, 'waiting'),
      is_dropped: unitsOf(world, sku, 'paid') < world.moqs[sku],
      price_minor: paidPrice(world, sku),
    });
  }
  assert.equal(world.settled !== null, isDone);
}

/** Of an order that holds its place: what its lines come to by the settled prices. */
const settledWorth = (world: World, one: Known) =>
  skus
    .filter((sku) => isMade(world, sku))
    .reduce(
      (sum, sku) => sum + one.units[sku] * Math.min(one.prices[sku], paidPrice(world, sku)),
      0,
    );

const boughtWorth = (one: Known) =>
  skus.reduce((sum, sku) => sum + one.units[sku] * one.prices[sku], 0);

async function settle(world: World): Promise<void> {
  const planned = await close(world, true);
  await endWindow(database.sql, world.batch);
  const settled = await close(world, false);
  assert.deepEqual(settled, planned);
  world.settled = each((sku) => unitsOf(world, sku, 'paid'));
  await compareKits(world, settled, true);
  for (const one of world.orders) {
    const keeps = skus.some((sku) => one.units[sku] > 0 && isMade(world, sku));
    if (one.state === 'lapsed') one.state = 'expired';
    const off = boughtWorth(one) - settledWorth(world, one);
    if (one.state === 'paid')
      await compareMoney(one, { dueMinor: 0, backMinor: keeps ? off : one.totalMinor });
    if (one.state !== 'waiting') continue;
    if (!keeps) one.state = 'cancelled';
    await compareMoney(one, { dueMinor: keeps ? one.totalMinor - off : 0, backMinor: 0 });
  }
}

async function compareMoney(one: Known, expected: { dueMinor: number; backMinor: number }) {
  const [money] = await database.sql`
    select private.due_now(o) as "dueMinor", o.refund_due_minor as "backMinor"
    from public.order_records o where o.id = ${one.id}`;
  assert.deepEqual({ ...money }, expected, `${one.state} ${one.id}`);
}

const statusOf = { waiting: 'awaiting_payment', lapsed: 'awaiting_payment' } as const;

async function compare(world: World): Promise<void> {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
  for (const sku of skus) {
    const [row] = await database.sql`
      select a.price_minor, a.ordered_count, a.waiting_count
      from public.availability a join public.variants v on v.id = a.variant_id where v.sku = ${sku}`;
    assert.deepEqual(
      { ...row },
      {
        price_minor: paidPrice(world, sku),
        ordered_count: world.settled?.[sku] ?? unitsOf(world, sku, 'paid'),
        waiting_count: isMade(world, sku) ? unitsOf(world, sku, 'waiting', 'lapsed') : 0,
      },
      sku,
    );
  }
  for (const { id, state } of world.orders) {
    const [order] = await database.sql`
      select status from public.order_records where id = ${id}`;
    if (state === 'waiting' || state === 'lapsed') assert.equal(order?.['status'], statusOf[state]);
    if (state === 'paid') assert.equal(order?.['status'], 'paid');
  }
}

async function take(world: World, { do: deed, which, units }: Step): Promise<void> {
  const one = world.orders[which % Math.max(world.orders.length, 1)];
  if (deed === 'place' && world.settled === null) await place(world, units);
  else if (one) await deeds[deed](world, one);
  await compare(world);
}

describe('a history of a group buy', () => {
  test(`is decided by paid orders alone, told ${count} times`, async () => {
    console.log(`KEYWRIGHT_SEED=${seed}`);
    await database.sql`update public.products set max_per_customer = null where url = 'braefell-65'`;
    await database.sql`update public.variants set max_per_customer = null where sku in ${database.sql(skus)}`;
    await check(
      asyncProperty(history, async ({ moqs, before, after }) => {
        const world = await begin(moqs);
        for (const each of before) await take(world, each);
        await settle(world);
        for (const each of after) await take(world, each);
      }),
      { numRuns: count, seed, endOnFailure: true },
    );
  });
});
