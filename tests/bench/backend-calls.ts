/**
 * Measures the three calls that a shop lives by, each at ten connections, beside a bare `select 1`
 * through the same stack in the same run: HTTP, rights, pool and Postgres that keeps what it wrote.
 */
import postgres, { type Sql } from 'postgres';
import type { BenchRow } from '../../scripts/bench.ts';
import { startApiProcess, type ApiProcess } from '../support/api-process.ts';
import { asSomeone, call, inParallel, place, prepareOrder } from '../support/data/buyers.ts';
import { line, type CartLine } from '../support/data/orders.ts';

export const title = 'The calls of the backend';

const connections = 10;
const warmUps = 50;
const calls = 1000;
const lines = [
  'PEBBLE-10',
  'FOAM-60',
  'FOAM-65',
  'FOAM-TKL',
  'CASE-MOSS',
  'KNOB-SILVER',
  'KNOB-BLACK',
];
const more = ['TRAY-PAIR', 'TOOL-DRIVER', 'SALTMARSH-BASE'];

interface Speed {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

async function speedOf(count: number, ask: () => Promise<number>): Promise<Speed> {
  await inParallel(warmUps, connections, ask);
  const startedAt = performance.now();
  const took = await inParallel(count, connections, async () => {
    const askedAt = performance.now();
    const status = await ask();
    if (status !== 200) throw new Error(`A call was answered with ${status}`);
    return performance.now() - askedAt;
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const sorted = took.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN;
  return { perSecond: count / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

const words = ({ perSecond, p50Ms, p99Ms }: Speed): string =>
  `${perSecond.toFixed(0)} a second; p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;

function rowOf(what: string, speed: Speed, bare: Speed): BenchRow {
  const times = (of: number, by: number) => `${(of / by).toFixed(2)}x`;
  return {
    what: `${what}, ${connections} connections`,
    figure: words(speed),
    comparedWith: `select 1 through the same stack: ${words(bare)}; ${times(speed.perSecond, bare.perSecond)} as many, p50 ${times(speed.p50Ms, bare.p50Ms)}, p99 ${times(speed.p99Ms, bare.p99Ms)}`,
    budget: 'told as ratios',
    isWithin: null,
  };
}

/** Stock enough for every order of the run, and a function that does nothing. */
async function prepare(api: ApiProcess): Promise<readonly CartLine[]> {
  const sql = postgres(api.databaseUrl, { max: 1, onnotice() {} }) as unknown as Sql;
  try {
    await sql`update public.stock_pools set on_hand = allocated + 100000`;
    await sql`create function public.bench_nothing() returns int language sql as 'select 1'`;
    await sql`grant execute on function public.bench_nothing() to anon`;
    const cart: CartLine[] = [];
    for (const sku of [...lines, ...more]) cart.push(await line(sql, sku));
    return cart;
  } finally {
    await sql.end();
  }
}

async function readAvailability(api: ApiProcess, variantId: string): Promise<number> {
  const url = `${api.url}/rest/v1/availability?variant_id=eq.${variantId}`;
  const response = await fetch(url, { headers: { apikey: api.publishableKey } });
  await response.arrayBuffer();
  return response.status;
}

export async function measure(): Promise<readonly BenchRow[]> {
  const api = await startApiProcess();
  try {
    const cart = await prepare(api);
    const first = cart[0];
    if (first === undefined) throw new Error('Your cart is empty');
    const one = await prepareOrder(api, [first]);
    const ask = async (name: string, body: object) => (await call(api, name, body)).status;
    const bare = await speedOf(calls, () => ask('bench_nothing', {}));
    const availability = await speedOf(calls, () =>
      readAvailability(api, String(first.variant_id)),
    );
    const quote = await speedOf(calls / 2, () =>
      ask('quote_cart', { p_lines: cart, p_country: 'NL' }),
    );
    const order = await speedOf(calls / 2, async () => (await place(api, asSomeone(one))).status);
    return [
      rowOf('backend: availability of one product', availability, bare),
      rowOf('backend: quote_cart of 10 lines', quote, bare),
      rowOf('backend: place_order of one line', order, bare),
    ];
  } finally {
    await api.stop();
  }
}
