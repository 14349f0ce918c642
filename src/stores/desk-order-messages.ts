/** The only place that writes to the customers of many orders, and shows before what one of them reads. */
import { atom } from 'nanostores';
import { mailOrders, type OrderMessage } from '#backend/order-messages.ts';
import { readOrder } from '#backend/orders.ts';
import type { DeskRow } from '#domain/desk-row.ts';
import { formatMoney } from '#domain/money.ts';
import type { MessageValues } from '#domain/order-message.ts';
import type { BulkOutcome } from '#domain/table-bulk.ts';
import { callForMany } from './desk-bulk.ts';

/** Whose values the preview shows; null until one was read. */
export const $messageSample = atom<MessageValues | null>(null);

/** What went wrong, or null. */
export async function readMessageSample(number: string): Promise<string | null> {
  const order = await readOrder(number);
  if (!order.ok) return order.error.message;
  if (order.value === null) return 'This order can’t be read any more.';
  const { address, totalMinor, currency } = order.value;
  $messageSample.set({
    name: address?.['name'] ?? '',
    number,
    total: formatMoney(totalMinor, currency),
  });
  return null;
}

export function writeToCustomers(
  rows: readonly DeskRow[],
  message: OrderMessage,
  signal: AbortSignal,
  onOutcome: (outcome: BulkOutcome) => void,
): Promise<void> {
  return callForMany(rows, (ids) => mailOrders(message, ids), signal, onOutcome);
}
