/**
 * A drop: 5,000 buyers come within a minute for 1,000 pieces. Each looks at the stock, asks for the sum
 * and orders; nobody waits for anybody. They come evenly, also while others still wait.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import type { BenchRow } from '../../scripts/bench.ts';
import { startApiProcess, type ApiProcess } from '../support/api-process.ts';
import { asSomeone, call, inParallel, place, prepareOrder } from '../support/data/buyers.ts';
import { line } from '../support/data/orders.ts';

export const title = 'A drop';

const buyers = Number(process.env['KEYWRIGHT_BUYERS'] ?? 5000);
const spreadMs = (60_000 * buyers) / 5000;
const pieces = buyers / 5;
const sku = 'REST-L';

interface Buyer {
  /** What its order was answered with. */
  readonly answer: string;
  readonly tookMs: number;
}

async function comeAndBuy(
  api: ApiProcess,
  prepared: Awaited<ReturnType<typeof prepareOrder>>,
): Promise<Buyer> {
  const cameAt = performance.now();
  const asked = { p_lines: prepared.p_lines, p_country: 'NL' };
  await fetch(
    `${api.url}/rest/v1/availability?variant_id=eq.${String(prepared.p_lines[0]?.variant_id)}`,
    { headers: { apikey: api.publishableKey } },
  ).then((response) => response.arrayBuffer());
  await call(api, 'quote_cart', asked);
  const { status, reason } = await place(api, asSomeone(prepared));
  return { answer: reason || String(status), tookMs: performance.now() - cameAt };
}

const at = (took: readonly number[], part: number) => {
  const sorted = took.toSorted((a, b) => a - b);
  return ((sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN) / 1000).toFixed(1);
};

const sizeOf = async (sql: Sql): Promise<number> => {
  const [row] = await sql<{ bytes: number }[]>`
    select pg_database_size(current_database())::float8 as bytes`;
  return row?.bytes ?? Number.NaN;
};

async function speedOfNothing(api: ApiProcess): Promise<number> {
  const startedAt = performance.now();
  await inParallel(500, 10, () => call(api, 'bench_nothing', {}));
  return 500_000 / (performance.now() - startedAt);
}

export async function measure(): Promise<readonly BenchRow[]> {
  const api = await startApiProcess();
  const sql = postgres(api.databaseUrl, { max: 1, onnotice() {} }) as unknown as Sql;
  try {
    await sql`update public.variants set max_per_customer = null where sku = ${sku}`;
    await sql`update public.stock_pools s set on_hand = s.allocated + ${pieces}
      from public.variants v where v.stock_pool_id = s.id and v.sku = ${sku}`;
    await sql`create function public.bench_nothing() returns int language sql as 'select 1'`;
    await sql`grant execute on function public.bench_nothing() to anon`;
    const prepared = await prepareOrder(api, [await line(sql, sku)]);
    const bare = await speedOfNothing(api);
    const before = await sizeOf(sql);
    const startedAt = performance.now();
    const done = await Promise.all(
      Array.from({ length: buyers }, async (_, index) => {
        await sleep((spreadMs * index) / buyers);
        return comeAndBuy(api, prepared);
      }),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    const answers = Object.groupBy(done, ({ answer }) => answer);
    const served = (answer: string) => answers[answer]?.length ?? 0;
    const others = Object.entries(answers)
      .filter(([answer]) => answer !== '200' && answer !== 'out_of_stock')
      .map(([answer, all]) => `${all?.length ?? 0} ${answer}`);
    const [stock] = await sql<{ left: number }[]>`
      select on_hand - allocated as left from public.stock_pools s join public.variants v on v.stock_pool_id = s.id
      where v.sku = ${sku}`;
    const took = done.map(({ tookMs }) => tookMs);
    const isExact = served('200') === pieces && stock?.left === 0;
    const perOrder = ((await sizeOf(sql)) - before) / Math.max(served('200'), 1) / 1024;
    const speed = `${(done.length / seconds).toFixed(0)} buyers a second, three calls each; half within ${at(took, 0.5)} s, all within ${at(took, 1)} s`;
    return [
      {
        what: `drop: ${buyers} buyers in ${spreadMs / 1000} s for ${pieces} pieces`,
        figure: `${served('200')} sold, ${served('out_of_stock')} told that it is sold out${others.length > 0 ? `, ${others.join(', ')}` : ''}; ${speed}`,
        comparedWith: `select 1 through the same stack: ${bare.toFixed(0)} a second`,
        budget: 'each piece sold once, everybody answered',
        isWithin: isExact && others.length === 0,
      },
      {
        what: 'drop: what an order keeps in the database',
        figure: `${perOrder.toFixed(1)} kB, indexes and its mail included`,
        comparedWith: `${served('200')} orders`,
        budget: 'reported',
        isWithin: null,
      },
    ];
  } finally {
    await sql.end();
    await api.stop();
  }
}
