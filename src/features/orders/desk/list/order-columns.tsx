import { numberOf, textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { paymentCodes, paymentName } from '../../model/payment-providers.ts';
import {
  moneyState,
  orderStatusName,
  orderTone,
  shipmentState,
  type OrderState,
} from '../../model/order-words.ts';
import { orderStages, orderStatuses, type OrderStatus } from '../../model/order-status.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { moment, money, plain } from '#desk-kit/table/column-text.ts';
import type { TableColumn } from '#desk-kit/table/table-model.ts';
import { batchColumn } from '../../store/desk-orders.ts';

export function OrderStatusBadge({ status }: { readonly status: OrderStatus }) {
  return <Badge tone={orderTone(status)}>{orderStatusName(status)}</Badge>;
}

/** What the key says that moves an order on to a stage. */
export const moveKey = (status: OrderStatus): string =>
  orderStages[status].key ?? orderStages[status].name;

/** What the key says that takes an order back to a stage, or out of them all. */
export const returnKey = (status: OrderStatus): string =>
  status === 'cancelled' ? 'Cancel order' : `Return to “${orderStatusName(status)}”`;

const payments = paymentCodes.map((value) => ({ value, label: paymentName(value) }));

const statusOf = (row: DeskRow) => orderStatuses.find((each) => each === textOf(row, 'status'));

const minor = (row: DeskRow, column: string) => numberOf(row, column) ?? 0;

const moneyStateOf = (row: DeskRow) =>
  moneyState({
    status: textOf(row, 'status'),
    dueMinor: minor(row, 'due_minor'),
    capturedMinor: minor(row, 'captured_minor'),
    refundedMinor: minor(row, 'refunded_minor'),
    refundDueMinor: minor(row, 'refund_due_minor'),
  });

const shipmentStateOf = (row: DeskRow) =>
  shipmentState(textOf(row, 'shipment'), textOf(row, 'status'));

const StateBadge = ({ state }: { readonly state: OrderState }) => (
  <Badge tone={state.tone}>{state.label}</Badge>
);

/** How many things it is of, and what the first is called. @example '3 · Braefell 65' */
function itemsWords(row: DeskRow): string {
  const count = minor(row, 'item_count');
  return count === 0 ? '' : `${count} · ${textOf(row, 'first_item')}`;
}

export const orderColumns: readonly TableColumn[] = [
  { name: 'number', title: 'Order', width: 120, text: plain('number') },
  { name: 'customer', title: 'Customer', width: 170, text: plain('customer') },
  { name: 'items', title: 'Items', width: 210, text: itemsWords },
  {
    name: 'status',
    title: 'Stage',
    width: 165,
    text: plain('status'),
    filter: {
      kind: 'choice',
      choices: orderStatuses.map((value) => ({ value, label: orderStatusName(value) })),
    },
    render(row) {
      const status = statusOf(row);
      return status ? <OrderStatusBadge status={status} /> : null;
    },
  },
  {
    name: 'money',
    title: 'Payment status',
    width: 140,
    text: (row) => moneyStateOf(row).label,
    render: (row) => <StateBadge state={moneyStateOf(row)} />,
  },
  {
    name: 'shipment',
    title: 'Shipment',
    width: 135,
    text: (row) => shipmentStateOf(row)?.label ?? '',
    render(row) {
      const state = shipmentStateOf(row);
      return state === null ? '' : <StateBadge state={state} />;
    },
  },
  {
    name: 'due_minor',
    title: 'Balance due',
    width: 115,
    align: 'end',
    text: money('due_minor'),
    // What stands here is work: nothing is said where there is none.
    render: (row) => (minor(row, 'due_minor') > 0 ? money('due_minor')(row) : ''),
  },
  {
    name: 'total_minor',
    title: 'Total',
    width: 115,
    align: 'end',
    text: money('total_minor'),
    filter: { kind: 'money' },
  },
  {
    name: 'placed_at',
    title: 'Placed',
    width: 210,
    text: moment('placed_at'),
    filter: { kind: 'date' },
  },
  {
    name: 'address_question',
    title: 'Address problem',
    width: 150,
    text: plain('address_question'),
    filter: { kind: 'empty' },
    render: (row) =>
      textOf(row, 'address_question') === '' ? null : <Badge tone="bad">Customer asked</Badge>,
  },
  { name: 'email', title: 'E-mail', width: 220, text: plain('email') },
  {
    name: 'country_code',
    title: 'Country',
    width: 95,
    text: plain('country_code'),
    filter: { kind: 'text' },
  },
  {
    name: 'captured_minor',
    title: 'Paid',
    width: 110,
    align: 'end',
    text: money('captured_minor'),
  },
  {
    name: 'refund_due_minor',
    title: 'Refund due',
    width: 120,
    align: 'end',
    text: money('refund_due_minor'),
    render: (row) => (minor(row, 'refund_due_minor') > 0 ? money('refund_due_minor')(row) : ''),
    filter: { kind: 'money' },
  },
  {
    name: 'payment',
    title: 'Payment method',
    width: 140,
    text: plain('payment'),
    filter: { kind: 'choice', choices: payments },
    render: (row) => paymentName(textOf(row, 'payment')),
  },
  { name: 'pay_by', title: 'Payment due', width: 210, text: moment('pay_by') },
];

/** What rows are made in: they are asked for it, and don't say it. */
export function batchFilter(batches: readonly DeskRow[]): TableColumn {
  const choices = batches.map((batch) => ({ value: batch.id, label: textOf(batch, 'code') }));
  return {
    name: batchColumn,
    title: 'Batch',
    width: 0,
    text: plain(batchColumn),
    filter: { kind: 'one', choices },
    isFilterOnly: true,
  };
}
