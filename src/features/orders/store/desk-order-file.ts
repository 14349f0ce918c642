import { readEveryRow } from '#desk-kit/api/desk-rows.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { chunk } from '#desk-kit/model/table-bulk.ts';
import type { TableQuery } from '#desk-kit/model/table-query.ts';
import { exportLines } from '#desk-kit/store/desk-files.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { linesOfOrders, orderFile } from '../model/order-file.ts';
import { orderTable } from './desk-orders.ts';

const source = {
  ...orderTable.source,
  columns: `${orderTable.source.columns},shipping_minor,tax_minor,tax_included_minor`,
};

const lineColumns =
  'id,order_id,position,sku,title,variant_title,options,quantity,refunded_quantity,unit_price_minor,total_minor,discount_minor,tax_minor,tax_rate_basis_points,tax_name,tax_scheme';

/** An order has a hundred lines at most. */
const [ordersAtOnce, linesOfThese] = [80, 8000];

async function withLines(
  orders: readonly DeskRow[],
  signal: AbortSignal,
): Promise<Result<readonly DeskRow[], string>> {
  const lines: DeskRow[] = [];
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
