/**
 * Measures what a bulk action costs beside the same for one order, through the calls of the screen:
 * in its parts, in a shop of very many orders.
 */
import type { BenchRow } from '../../scripts/bench.ts';
import type { Backend } from '../../src/shared/backend/client.ts';
import { readDeskPage } from '../../src/desk-kit/api/desk-rows.ts';
import { staffTargets } from '../../src/features/orders/model/order-moves.ts';
import type { OrderStatus } from '../../src/features/orders/model/order-status.ts';
import type { BulkOutcome } from '../../src/desk-kit/model/table-bulk.ts';
import { defaultQuery } from '../../src/desk-kit/model/table-query.ts';
import { moveOrders } from '../../src/features/orders/store/desk-order-actions.ts';
import { orderTable } from '../../src/features/orders/store/desk-orders.ts';
import { generateDesk, startDesk, wantedDesk } from './generated-desk.ts';

export const title = 'Moves of many orders';

const bulk = 1_000;
const mostTimes = 20;

async function rowsIn(backend: Promise<Backend>, status: OrderStatus, count: number) {
  const filters = [{ column: 'status', operator: 'is', value: status }] as const;
  const query = { ...defaultQuery(orderTable.shape), filters };
  const read = await readDeskPage(orderTable.source, query, count, undefined, backend);
  const rows = read.ok ? read.value.rows : [];
  if (rows.length < count) throw new Error(`There are only ${rows.length} orders to move`);
  return rows;
}

/** How long it takes to move so many from one stage to the next. */
async function move(backend: Promise<Backend>, from: OrderStatus, to: OrderStatus, count: number) {
  const rows = await rowsIn(backend, from, count);
  const outcomes: BulkOutcome[] = [];
  const { signal } = new AbortController();
  const start = performance.now();
  await moveOrders(
    rows,
    { to, reason: '', despiteDue: '' },
    signal,
    (outcome) => outcomes.push(outcome),
    backend,
  );
  const took = performance.now() - start;
  if (outcomes.length !== count || outcomes.some(({ kind }) => kind !== 'done'))
    throw new Error('A move was refused');
  return took;
}

async function measureMove(backend: Promise<Backend>, from: OrderStatus, to: OrderStatus) {
  const one: number[] = [];
  for (let n = 0; n < 9; n += 1) one.push(await move(backend, from, to, 1));
  const median = one.toSorted((a, b) => a - b)[4] ?? 0;
  return { median, many: await move(backend, from, to, bulk) };
}

export async function measure(): Promise<readonly BenchRow[]> {
  const { sql, owner, stop } = await startDesk();
  try {
    const size = wantedDesk();
    await generateDesk(sql, size);
    const rows: BenchRow[] = [];
    // Payments make orders paid, one by one; what follows is moved.
    const moved = staffTargets.filter((to) => to !== 'cancelled');
    for (const [n, from] of moved.slice(0, -1).entries()) {
      const to = moved[n + 1] ?? from;
      const { median, many } = await measureMove(owner, from, to);
      rows.push({
        what: `desk of ${size.orders.toLocaleString('en-GB')}, orders: bulk move of ${bulk.toLocaleString('en-GB')} to ${to.replaceAll('_', ' ')}`,
        figure: `${many.toFixed(1)} ms`,
        comparedWith: `a move of one: ${median.toFixed(1)} ms; ${(many / median).toFixed(1)}x`,
        budget: `${mostTimes}x`,
        isWithin: many <= median * mostTimes,
      });
    }
    return rows;
  } finally {
    await stop();
  }
}
