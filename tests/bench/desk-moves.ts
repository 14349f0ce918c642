/**
 * Measures what a bulk action costs beside the same for one order, through the calls of the screen:
 * in parts, one after the other, in a shop of very many orders.
 */
import type { BenchRow } from '../../scripts/bench.ts';
import type { Backend } from '../../src/backend/client.ts';
import { readDeskPage } from '../../src/backend/desk-rows.ts';
import { transitionOrders } from '../../src/backend/order-desk.ts';
import { orderStages, type OrderStatus } from '../../src/domain/order-status.ts';
import { chunk } from '../../src/domain/table-bulk.ts';
import { defaultQuery } from '../../src/domain/table-query.ts';
import { movedAtOnce } from '../../src/stores/desk-order-actions.ts';
import { orderTable } from '../../src/stores/desk-orders.ts';
import { generateDesk, startDesk, wantedDesk } from './generated-desk.ts';

export const title = 'Moves of many orders';

const bulk = 1_000;
const mostTimes = 20;

async function idsIn(backend: Promise<Backend>, status: OrderStatus, count: number) {
  const filters = [{ column: 'status', operator: 'is', value: status }] as const;
  const query = { ...defaultQuery(orderTable.shape), filters };
  const read = await readDeskPage(orderTable.source, query, count, undefined, backend);
  const ids = read.ok ? read.value.rows.map(({ id }) => id) : [];
  if (ids.length < count) throw new Error(`There are only ${ids.length} orders to move`);
  return ids;
}

/** How long it takes to move so many from one stage to the next. */
async function move(backend: Promise<Backend>, from: OrderStatus, to: OrderStatus, count: number) {
  const ids = await idsIn(backend, from, count);
  const start = performance.now();
  for (const part of chunk(ids, movedAtOnce)) {
    const moved = await transitionOrders(part, to, '', undefined, backend);
    if (!moved.ok || moved.value.some(({ ok }) => !ok)) throw new Error('A move was refused');
  }
  return performance.now() - start;
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
    for (const [n, from] of orderStages.slice(0, -1).entries()) {
      const to = orderStages[n + 1] ?? from;
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
