/**
 * The file of orders: a line for each thing that was ordered, with its VAT. Invariant: a column can be
 * added up, so what holds for an order as a whole stands on its first line alone; days are ISO.
 */
import { plainText, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { decimalMoney } from '#shared/money.ts';
import type { Row, ValuesOf } from '#shared/backend/given.ts';
import { orderStatusName } from './order-words.ts';
import { chosenWords } from './packing-slip.ts';
import { paymentName } from './payment-providers.ts';
import { schemeWords } from './vat-report.ts';

type OrderValues = Pick<
  Row<'orders'>,
  | 'number'
  | 'placed_at'
  | 'paid_at'
  | 'pay_by'
  | 'status'
  | 'payment'
  | 'customer'
  | 'email'
  | 'country_code'
  | 'currency'
  | 'shipping_minor'
  | 'tax_included_minor'
  | 'tax_minor'
  | 'total_minor'
  | 'captured_minor'
  | 'refunded_minor'
  | 'refund_due_minor'
  | 'due_minor'
>;

/** What is read of a line. */
export const lineColumns =
  'id,order_id,position,sku,title,variant_title,options,quantity,refunded_quantity,unit_price_minor,total_minor,discount_minor,tax_minor,tax_rate_basis_points,tax_name,tax_scheme';
export type LineRow = DeskRow<ValuesOf<'order_lines', typeof lineColumns>>;
type LineValues = LineRow['values'];

type FileRow = DeskRow<
  OrderValues & {
    /** Null where nobody may see the lines of its order. */
    readonly line: LineValues | null;
    readonly isFirst: boolean;
  }
>;

interface OrderColumn {
  readonly title: string;
  readonly text: (row: FileRow) => string;
}

type Amount<Values> = Extract<keyof Values, `${string}_minor`>;

const plain = (column: keyof OrderValues) => (row: FileRow) => plainText(row.values[column]);

const ofLine = (column: keyof LineValues) => (row: FileRow) => plainText(row.values.line?.[column]);

const moment =
  (column: 'placed_at' | 'paid_at' | 'pay_by') =>
  ({ values: { [column]: at } }: FileRow) =>
    at === null ? '' : new Date(at).toISOString();

const amount = (minor: number | null | undefined, { values }: FileRow): string =>
  typeof minor === 'number' ? decimalMoney(minor, values.currency) : '';

const lineAmount = (column: Amount<LineValues>) => (row: FileRow) =>
  amount(row.values.line?.[column], row);

/** What holds for the whole order is said once. */
const once = (column: Amount<OrderValues>) => (row: FileRow) =>
  row.values.isFirst ? amount(row.values[column], row) : '';

export const orderFile: readonly OrderColumn[] = [
  { title: 'Order', text: plain('number') },
  { title: 'Placed', text: moment('placed_at') },
  { title: 'Paid on', text: moment('paid_at') },
  { title: 'Payment due', text: moment('pay_by') },
  { title: 'Stage', text: ({ values }) => orderStatusName(values.status) },
  { title: 'Payment method', text: ({ values }) => paymentName(values.payment) },
  { title: 'Customer', text: plain('customer') },
  { title: 'E-mail', text: plain('email') },
  { title: 'Country', text: plain('country_code') },
  { title: 'SKU', text: ofLine('sku') },
  { title: 'Product', text: ofLine('title') },
  { title: 'Variant', text: ofLine('variant_title') },
  { title: 'Options', text: ({ values: { line } }) => (line ? chosenWords(line).join('; ') : '') },
  { title: 'Quantity', text: ofLine('quantity') },
  { title: 'Refunded quantity', text: ofLine('refunded_quantity') },
  { title: 'Unit price', text: lineAmount('unit_price_minor') },
  { title: 'Line total', text: lineAmount('total_minor') },
  { title: 'Discount', text: lineAmount('discount_minor') },
  {
    title: 'VAT rate (%)',
    text: ({ values: { line } }) => (line ? String(line.tax_rate_basis_points / 100) : ''),
  },
  { title: 'VAT', text: lineAmount('tax_minor') },
  { title: 'VAT name', text: ofLine('tax_name') },
  {
    title: 'VAT rule',
    text: ({ values: { line } }) => (line?.tax_scheme ? schemeWords(line.tax_scheme) : ''),
  },
  { title: 'Shipping', text: once('shipping_minor') },
  { title: 'Order VAT in the total', text: once('tax_included_minor') },
  { title: 'Order VAT taken off', text: once('tax_minor') },
  { title: 'Order total', text: once('total_minor') },
  { title: 'Paid', text: once('captured_minor') },
  { title: 'Refunded', text: once('refunded_minor') },
  { title: 'Refund due', text: once('refund_due_minor') },
  { title: 'Balance due', text: once('due_minor') },
  { title: 'Currency', text: plain('currency') },
];

/** Orders with each of their lines beside them; one whose lines nobody may see is a line as well. */
export function linesOfOrders(
  orders: readonly DeskRow<OrderValues>[],
  lines: readonly LineRow[],
): readonly FileRow[] {
  const byOrder = Map.groupBy(
    lines.map(({ values }) => values),
    (line) => line.order_id,
  );
  return orders.flatMap((order) => {
    const own = byOrder.get(order.id)?.toSorted((a, b) => a.position - b.position) ?? [null];
    return own.map((line, index) => ({
      ...order,
      values: { ...order.values, line, isFirst: index === 0 },
    }));
  });
}
