import { readEveryRow, type DeskSource } from '#desk-kit/api/desk-rows.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { chunk } from '#desk-kit/model/table-bulk.ts';
import type { ValuesOf } from '#shared/backend/given.ts';
import type { TableQuery } from '#desk-kit/model/table-query.ts';
import { exportLines } from '#desk-kit/store/desk-files.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { lineColumns, linesOfOrders, orderFile, type LineRow } from '../model/order-file.ts';
import { orderSource } from './desk-orders.ts';

/** An order of one batch is read from `batch_orders`, which has to have them as well. */
export const orderFileColumns =
  `${orderSource.columns},shipping_minor,tax_minor,tax_included_minor` as const;
type OrderRow = DeskRow<ValuesOf<'orders', typeof orderFileColumns>>;
const source: DeskSource<OrderRow['values']> = {
  ...orderSource,
  columns: orderFileColumns,
};

/** An order has a hundred lines at most. */
const [ordersAtOnce, linesOfThese] = [80, 8000];

async function withLines(orders: readonly OrderRow[], signal: AbortSignal) {
  const lines: LineRow[] = [];
  for (const some of chunk(orders, ordersAtOnce)) {
    if (signal.aborted) return fail('Cancelled.');
    const value = `(${some.map(({ id }) => id).join(',')})`;
    const conditions = [{ column: 'order_id', operator: 'in', value }];
    const read = await readEveryRow(
      { table: 'order_lines', columns: lineColumns, conditions },
      linesOfThese,
    );
    if (!read.ok) return fail(read.error.message);
    lines.push(...read.value);
  }
  return succeed(linesOfOrders(orders, lines));
}

/** The orders that the filters leave, a line for each thing that was ordered. */
export const exportOrders = (
  query: TableQuery,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<Result<readonly string[], string>> =>
  exportLines({ source, query, columns: orderFile, linesOf: withLines }, signal, onProgress);
