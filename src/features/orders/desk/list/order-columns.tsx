import { paymentCodes, paymentName } from '../../model/payment-providers.ts';
import {
  moneyState,
  orderStatusName,
  orderTone,
  shipmentState,
  type OrderState,
} from '../../model/order-words.ts';
import { orderStages, orderStatuses, type OrderStatus } from '../../model/order-status.ts';
import { formatMoney } from '#shared/money.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { moment, money, plain } from '#desk-kit/table/column-text.ts';
import type { BulkAction, ColumnsOf, TableColumn } from '#desk-kit/table/table-model.ts';
import {
  batchColumn,
  type BatchChoice,
  type ListedOrder,
  type orderTable,
} from '../../store/desk-orders.ts';

/** What is done to many orders of the list at once. */
export type OrderAction = BulkAction<ListedOrder['values']>;

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

const moneyStateOf = ({ values }: ListedOrder) => moneyState(values);

const shipmentStateOf = ({ values }: ListedOrder) =>
  shipmentState(values.shipment ?? '', values.status);

/** What stands here is work: nothing is said where there is none. */
const owed = (minor: number | null, currency: string): string =>
  minor !== null && minor > 0 ? formatMoney(minor, currency) : '';

const StateBadge = ({ state }: { readonly state: OrderState }) => (
  <Badge tone={state.tone}>{state.label}</Badge>
);

/** How many things it is of, and what the first is called. @example '3 · Braefell 65' */
const itemsWords = ({ values: { item_count: count, first_item: first } }: ListedOrder): string =>
  count ? `${count} · ${first ?? ''}` : '';

export const orderColumns: ColumnsOf<typeof orderTable> = [
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
    render: ({ values }) => <OrderStatusBadge status={values.status} />,
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
    render: ({ values }) => owed(values.due_minor, values.currency),
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
    render: ({ values }) =>
      values.address_question ? <Badge tone="bad">Customer asked</Badge> : null,
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
    render: ({ values }) => owed(values.refund_due_minor, values.currency),
    filter: { kind: 'money' },
  },
  {
    name: 'payment',
    title: 'Payment method',
    width: 140,
    text: plain('payment'),
    filter: { kind: 'choice', choices: payments },
    render: ({ values }) => paymentName(values.payment),
  },
  { name: 'pay_by', title: 'Payment due', width: 210, text: moment('pay_by') },
];

/** What rows are made in: they are asked for it, and don't say it. */
export function batchFilter(batches: readonly BatchChoice[]): TableColumn {
  const choices = batches.map(({ id, values }) => ({ value: id, label: values.code }));
  return {
    name: batchColumn,
    title: 'Batch',
    width: 0,
    text: plain(batchColumn),
    filter: { kind: 'one', choices },
    isFilterOnly: true,
  };
}
