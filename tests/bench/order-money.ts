/** Measures what paying and refunding an order cost beside placing it: each order in turn, so that noise meets all. */
import { randomUUID } from 'node:crypto';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import type { BenchRow } from '../../scripts/bench.ts';
import { assumeCaller } from '../../scripts/local-supabase/callers.ts';
import type { Caller } from '../../scripts/local-supabase/context.ts';
import { databaseValueTypes } from '../../scripts/local-supabase/database-values.ts';
import { createTestDatabase } from '../support/cluster.ts';
import { anonymous, service } from '../support/database.ts';
import { applyEvent, line, quoteCart, sendOrder } from '../support/data/orders.ts';

export const title = 'Placing, paying and refunding an order';

const warmUps = 200;
const orders = 400;

type Step = 'place' | 'pay' | 'refundPiece' | 'refundAmount' | 'refundRest';
type Took = Readonly<Record<Step, number[]>>;

const median = (took: readonly number[]): number =>
  took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? Number.NaN;

async function prepare(sql: Sql) {
  await sql`update public.stock_pools set on_hand = on_hand + 1000000`;
  const [owner] = await sql<{ id: string }[]>`
    select id from auth.users where email = 'owner@keywright.test'`;
  const lines = [await line(sql, 'CASE-INK', 3), await line(sql, 'FOAM-60')];
  const quote = await quoteCart(sql, lines);
  const method = quote.shipping_methods.find((each) => each.price_minor !== null)?.id ?? null;
  const staff: Caller = {
    role: 'authenticated',
    claims: { role: 'authenticated', sub: owner?.id ?? '' },
  };
  return { staff, purchase: { lines, method, hash: quote.quote_hash, payment: 'demo' } };
}

/** The life of one order; what each step took is added to the others. */
async function live(
  sql: Sql,
  { staff, purchase }: Awaited<ReturnType<typeof prepare>>,
  took: Took,
) {
  async function time<T>(step: Step, caller: Caller, run: (by: TransactionSql) => Promise<T>) {
    const done = await sql.begin(async (by) => {
      await assumeCaller(by, caller);
      const start = performance.now();
      return { start, value: await run(by) };
    });
    took[step].push(performance.now() - done.start);
    return done.value as T;
  }
  const { order } = await time('place', anonymous, (by) => sendOrder(by, purchase));
  await time('pay', service, (by) =>
    applyEvent(by, { id: randomUUID(), order: order.id, amount: order.total_minor }),
  );
  const [first] = await sql<{ id: string }[]>`
    select id from public.order_lines where order_id = ${order.id} and position = 1`;
  const refund = (step: Step, amount: number | null, lines: readonly unknown[] = []) =>
    time(step, staff, async (by) => {
      await by`select public.refund_order(${order.id}, ${amount}, ${JSON.stringify(lines)}::text::jsonb, 'Broken')`;
    });
  await refund('refundPiece', null, [{ line_id: first?.id, quantity: 1 }]);
  await refund('refundAmount', 100);
  await refund('refundRest', null);
}

const noTimes = (): Took => ({
  place: [],
  pay: [],
  refundPiece: [],
  refundAmount: [],
  refundRest: [],
});

export async function measure(): Promise<readonly BenchRow[]> {
  const database = await createTestDatabase();
  const options = { max: 1, onnotice() {}, types: databaseValueTypes };
  const sql = postgres(database.url, options) as unknown as Sql;
  try {
    const prepared = await prepare(sql);
    const warming = noTimes();
    for (let n = 0; n < warmUps; n += 1) await live(sql, prepared, warming);
    // The planner knows of none of them until they are counted.
    await sql`vacuum analyze`;
    const took = noTimes();
    for (let n = 0; n < orders; n += 1) await live(sql, prepared, took);
    const placed = median(took.place);
    const row = (what: string, step: Step): BenchRow => ({
      what: `${what}, median of ${orders}`,
      figure: `${median(took[step]).toFixed(1)} ms`,
      comparedWith: `placing that order: ${placed.toFixed(1)} ms; ${(median(took[step]) / placed).toFixed(2)}x`,
      budget: '1x',
      isWithin: median(took[step]) <= placed,
    });
    return [
      row('paying an order in full, by event', 'pay'),
      row('refund of one of three pieces', 'refundPiece'),
      row('refund of an amount', 'refundAmount'),
      row('refund of the rest, which ends the order', 'refundRest'),
    ];
  } finally {
    await sql.end();
    await database.drop();
  }
}
