import { numberOf, textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { paymentCodes, paymentName } from '../model/payment-providers.ts';
import { orderStatusName } from '../model/order-words.ts';
import { orderStatuses, type OrderStatus } from '../model/order-status.ts';
import type { Tone } from '#shared/tone.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { moment, money, plain } from '#desk-kit/table/column-text.ts';
import type { TableColumn } from '#desk-kit/table/table-model.ts';
import { batchColumn } from '../store/desk-orders.ts';

const tones: { readonly [status in OrderStatus]: Tone } = {
  awaiting_payment: 'waiting',
  paid: 'good',
  in_production: 'good',
  ready_to_ship: 'open',
  shipped: 'good',
  delivered: 'good',
  expired: 'plain',
  cancelled: 'plain',
  refunded: 'bad',
};

export function OrderStatusBadge({ status }: { readonly status: OrderStatus }) {
  return <Badge tone={tones[status]}>{orderStatusName(status)}</Badge>;
}

const keys: { readonly [status in OrderStatus]?: string } = {
  in_production: 'Start production',
  ready_to_ship: 'Mark as packed',
  shipped: 'Mark order as shipped',
  delivered: 'Mark as delivered',
};

/** What the key says that moves an order on to a stage. */
export const moveKey = (status: OrderStatus): string => keys[status] ?? orderStatusName(status);

/** What the key says that takes an order back to a stage, or out of them all. */
export const returnKey = (status: OrderStatus): string =>
  status === 'cancelled' ? 'Cancel order' : `Return to “${orderStatusName(status)}”`;

const payments = paymentCodes.map((value) => ({ value, label: paymentName(value) }));

const statusOf = (row: DeskRow) => orderStatuses.find((each) => each === textOf(row, 'status'));

export const orderColumns: readonly TableColumn[] = [
  { name: 'number', title: 'Order', width: 120, text: plain('number') },
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
    name: 'total_minor',
    title: 'Total',
    width: 115,
    align: 'end',
    text: money('total_minor'),
    filter: { kind: 'money' },
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
    // What stands here is work: nothing is said where there is none.
    render: (row) => (numberOf(row, 'refund_due_minor') ? money('refund_due_minor')(row) : ''),
    filter: { kind: 'money' },
  },
  {
    name: 'payment',
    title: 'Payment',
    width: 105,
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
