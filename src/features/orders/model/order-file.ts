/**
 * The file of orders: a line for each thing that was ordered, with its VAT. Invariant: a column can be
 * added up, so what holds for an order as a whole stands on its first line alone; days are ISO.
 */
import {
  isRecord,
  numberOf,
  plainText,
  textOf,
  valueAt,
  type DeskRow,
} from '#desk-kit/model/desk-row.ts';
import { decimalMoney } from '#shared/money.ts';
import { orderStatusName } from './order-words.ts';
import { orderStatuses } from './order-status.ts';
import { paymentName } from './payment-providers.ts';
import { schemeWords } from './vat-report.ts';

interface OrderColumn {
  readonly title: string;
  readonly text: (row: DeskRow) => string;
}

const currencyOf = (row: DeskRow): string => textOf(row, 'currency') || 'EUR';

const plain = (column: string) => (row: DeskRow) => plainText(valueAt(row, column));

const amount = (column: string) => (row: DeskRow) => {
  const minor = numberOf(row, column);
  return minor === null ? '' : decimalMoney(minor, currencyOf(row));
};

const moment = (column: string) => (row: DeskRow) => {
  const time = Date.parse(textOf(row, column));
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
};

/** What holds for the whole order is said once. */
const once =
  (text: (row: DeskRow) => string) =>
  (row: DeskRow): string =>
    valueAt(row, 'is_first') === true ? text(row) : '';

function stage(row: DeskRow): string {
  const status = orderStatuses.find((each) => each === textOf(row, 'status'));
  return status === undefined ? '' : orderStatusName(status);
}

function chosen(row: DeskRow): string {
  const options = valueAt(row, 'line.options');
  if (!Array.isArray(options)) return '';
  return options
    .filter(isRecord)
    .map(({ option, value }) => `${plainText(option)}: ${plainText(value)}`)
    .join('; ');
}

function rate(row: DeskRow): string {
  const points = numberOf(row, 'line.tax_rate_basis_points');
  return points === null ? '' : String(points / 100);
}

export const orderFile: readonly OrderColumn[] = [
  { title: 'Order', text: plain('number') },
  { title: 'Placed', text: moment('placed_at') },
  { title: 'Paid on', text: moment('paid_at') },
  { title: 'Payment due', text: moment('pay_by') },
  { title: 'Stage', text: stage },
  { title: 'Payment method', text: (row) => paymentName(textOf(row, 'payment')) },
  { title: 'Customer', text: plain('customer') },
  { title: 'E-mail', text: plain('email') },
  { title: 'Country', text: plain('country_code') },
  { title: 'SKU', text: plain('line.sku') },
  { title: 'Product', text: plain('line.title') },
  { title: 'Variant', text: plain('line.variant_title') },
  { title: 'Options', text: chosen },
  { title: 'Quantity', text: plain('line.quantity') },
  { title: 'Refunded quantity', text: plain('line.refunded_quantity') },
  { title: 'Unit price', text: amount('line.unit_price_minor') },
  { title: 'Line total', text: amount('line.total_minor') },
  { title: 'Discount', text: amount('line.discount_minor') },
  { title: 'VAT rate (%)', text: rate },
  { title: 'VAT', text: amount('line.tax_minor') },
  { title: 'VAT name', text: plain('line.tax_name') },
  {
    title: 'VAT rule',
    text: (row) => {
      const scheme = textOf(row, 'line.tax_scheme');
      return scheme === '' ? '' : schemeWords(scheme);
    },
  },
  { title: 'Shipping', text: once(amount('shipping_minor')) },
  { title: 'Order VAT in the total', text: once(amount('tax_included_minor')) },
  { title: 'Order VAT taken off', text: once(amount('tax_minor')) },
  { title: 'Order total', text: once(amount('total_minor')) },
  { title: 'Paid', text: once(amount('captured_minor')) },
  { title: 'Refunded', text: once(amount('refunded_minor')) },
  { title: 'Refund due', text: once(amount('refund_due_minor')) },
  { title: 'Balance due', text: once(amount('due_minor')) },
  { title: 'Currency', text: currencyOf },
];

/** Orders with each of their lines beside them; one whose lines nobody may see is a line as well. */
export function linesOfOrders(
  orders: readonly DeskRow[],
  lines: readonly DeskRow[],
): readonly DeskRow[] {
  const byOrder = Map.groupBy(lines, (line) => textOf(line, 'order_id'));
  const placeOf = (line: DeskRow) => numberOf(line, 'position') ?? 0;
  return orders.flatMap((order) => {
    const own = (byOrder.get(order.id) ?? []).toSorted(
      (one, other) => placeOf(one) - placeOf(other),
    );
    const shown = own.length > 0 ? own.map(({ values }) => values) : [{}];
    return shown.map((line, index) => ({
      ...order,
      values: { ...order.values, line, is_first: index === 0 },
    }));
  });
}
