/**
 * What a shop with a million orders behind it pays for the next one: the same quotes and orders in a
 * large shop and in a small one, in turn. And what buyers of one thing get beside buyers of many things.
 */
import postgres, { type Sql, type TransactionSql } from 'postgres';
import type { BenchRow } from '../../scripts/bench.ts';
import { assumeCaller } from '../../scripts/local-supabase/callers.ts';
import type { Caller } from '../../scripts/local-supabase/context.ts';
import { createTestDatabase, startTestCluster } from '../support/cluster.ts';
import { generateOrders } from '../support/data/generated-orders.ts';
import { inParallel } from '../support/data/buyers.ts';
import { line, quoteCart, sendOrder, type Purchase } from '../support/data/orders.ts';
import { anonymous, person, personId } from '../support/database.ts';

export const title = 'A shop with many orders behind it';

const sku = 'TRAY-PAIR';
const code = 'EVERYBODY';
const email = 'first@people.test';
const sizes = { small: 1_000, large: Number(process.env['KEYWRIGHT_ORDERS'] ?? 1_000_000) };
const mostTimes = 1.2;
const turns = 150;
const warmUps = 30;
const buyers = 50;
const soldInARound = 600;
const rounds = 3;

const account: Caller = {
  ...person('first'),
  claims: { ...person('first').claims, email },
};

interface Shop {
  readonly sql: Sql;
  readonly purchase: Purchase;
  drop(): Promise<void>;
}

const open = (url: string, max: number) => postgres(url, { max, onnotice() {} }) as unknown as Sql;

async function purchaseOf(sql: Sql, wanted: string): Promise<Purchase | null> {
  const lines = [await line(sql, wanted)];
  const quote = await quoteCart(sql, lines);
  const method = quote.shipping_methods.find(({ price_minor }) => price_minor !== null)?.id;
  if (method === undefined || quote.problems.length > 0) return null;
  return { lines, method, hash: quote.quote_hash, payment: 'demo' };
}

async function shopOf(orders: number): Promise<Shop> {
  const database = await createTestDatabase();
  const sql = open(database.url, 1);
  await sql`update public.variants set max_per_customer = 50 where sku = ${sku}`;
  await sql`insert into auth.users (id, email, email_confirmed_at) values (${personId('first')}, ${email}, now())`;
  await generateOrders(sql, { sku, code, upTo: orders });
  await sql`analyze`;
  const purchase = await purchaseOf(sql, sku);
  if (!purchase) throw new Error(`${sku} is not for sale`);
  return {
    sql,
    purchase,
    async drop() {
      await sql.end();
      await database.drop();
    },
  };
}

class Undone extends Error {}

/** Milliseconds of what is asked, apart from the transaction around it, which is undone. */
async function time(
  { sql, purchase }: Shop,
  caller: Caller,
  ask: (sql: TransactionSql, purchase: Purchase) => Promise<unknown>,
): Promise<number> {
  let took = Number.NaN;
  await sql
    .begin(async (transaction) => {
      await assumeCaller(transaction, caller, { headers: { 'x-forwarded-for': '192.0.2.7' } });
      const startedAt = performance.now();
      await ask(transaction, purchase);
      took = performance.now() - startedAt;
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return took;
}

const medianOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

async function compare(
  what: string,
  caller: Caller,
  shops: { readonly small: Shop; readonly large: Shop },
  ask: Parameters<typeof time>[2],
): Promise<BenchRow> {
  const took: { readonly small: number[]; readonly large: number[] } = { small: [], large: [] };
  for (let turn = 0; turn < warmUps + turns; turn += 1) {
    const times = {
      small: await time(shops.small, caller, ask),
      large: await time(shops.large, caller, ask),
    };
    if (turn < warmUps) continue;
    took.small.push(times.small);
    took.large.push(times.large);
  }
  const [small, large] = [medianOf(took.small), medianOf(took.large)];
  return {
    what: `${sizes.large.toLocaleString('en-GB')} orders: ${what}, median of ${turns}`,
    figure: `${large.toFixed(2)} ms`,
    comparedWith: `with ${sizes.small.toLocaleString('en-GB')} orders: ${small.toFixed(2)} ms; ${(large / small).toFixed(2)}x`,
    budget: `${mostTimes}x`,
    isWithin: large <= small * mostTimes,
  };
}

const quote = (sql: TransactionSql, { lines }: Purchase) => quoteCart(sql, lines, { code });
const order = (email: string | null) => (sql: TransactionSql, purchase: Purchase) =>
  sendOrder(sql, email === null ? purchase : { ...purchase, email });

/** How many orders a second come through when all want the same, or each something else. */
async function rate(sql: Sql, wanted: readonly Purchase[]): Promise<number> {
  const startedAt = performance.now();
  await inParallel(soldInARound, buyers, (index) =>
    sql.begin(async (transaction) => {
      await assumeCaller(transaction, anonymous);
      await sendOrder(transaction, wanted[index % wanted.length] ?? { lines: [] });
    }),
  );
  return (1000 * soldInARound) / (performance.now() - startedAt);
}

async function hotPool(): Promise<BenchRow> {
  const database = await createTestDatabase();
  const sql = open(database.url, buyers);
  try {
    await sql`update public.variants set max_per_customer = null`;
    await sql`update public.products set max_per_customer = null`;
    await sql`update public.stock_pools set on_hand = allocated + 1000000`;
    const skus = await sql<{ sku: string }[]>`
      select distinct on (stock_pool_id) sku from public.variants v
      where availability = 'in_stock' and stock_pool_id is not null
        and not exists (select from public.product_options o where o.product_id = v.product_id)
        and not exists (select from public.design_kits k where k.variant_id = v.id)`;
    const all = await Promise.all(skus.map(({ sku: each }) => purchaseOf(sql, each)));
    const many = all.filter((each) => each !== null);
    const one = [await purchaseOf(sql, sku)].filter((each) => each !== null);
    const rates: { readonly one: number[]; readonly many: number[] } = { one: [], many: [] };
    for (let round = 0; round <= rounds; round += 1) {
      const found = { many: await rate(sql, many), one: await rate(sql, one) };
      if (round === 0) continue;
      rates.many.push(found.many);
      rates.one.push(found.one);
    }
    const [hot, spread] = [medianOf(rates.one), medianOf(rates.many)];
    return {
      what: `${buyers} connections order one thing`,
      figure: `${hot.toFixed(0)} orders a second`,
      comparedWith: `the same of ${many.length} things: ${spread.toFixed(0)}; ${(hot / spread).toFixed(2)} of it`,
      budget: 'reported',
      isWithin: null,
    };
  } finally {
    await sql.end();
    await database.drop();
  }
}

export async function measure(): Promise<readonly BenchRow[]> {
  const cluster = await startTestCluster();
  process.env['KEYWRIGHT_TEST_CLUSTER'] = cluster.url;
  try {
    const hot = await hotPool();
    const shops = { small: await shopOf(sizes.small), large: await shopOf(sizes.large) };
    const rows = [
      await compare('a quote for an account', account, shops, quote),
      await compare('a quote for a guest', anonymous, shops, quote),
      await compare('an order of an account', account, shops, order(email)),
      await compare('an order of a guest', anonymous, shops, order(null)),
    ];
    await shops.small.drop();
    await shops.large.drop();
    return [...rows, hot];
  } finally {
    delete process.env['KEYWRIGHT_TEST_CLUSTER'];
    await cluster.stop();
  }
}
