import { atom } from 'nanostores';
import { mailOrders, type OrderMessage } from '../api/order-messages.ts';
import { readOrder } from '../api/orders.ts';
import { formatMoney } from '#shared/money.ts';
import type { MessageValues } from '../model/order-message.ts';
import type { BulkOutcome } from '#desk-kit/model/table-bulk.ts';
import { callForMany } from '#desk-kit/store/desk-bulk.ts';
import type { ListedOrder } from './desk-orders.ts';

/** Whose values the preview shows; null until one was read. */
export const $messageSample = atom<MessageValues | null>(null);

/** What went wrong, or null. */
export async function readMessageSample(number: string): Promise<string | null> {
  const order = await readOrder(number);
  if (!order.ok) return order.error.message;
  if (order.value === null) return 'This order can no longer be opened.';
  const { address, total_minor: minor, currency } = order.value;
  $messageSample.set({
    name: address?.name ?? '',
    number,
    total: formatMoney(minor, currency),
  });
  return null;
}

export function writeToCustomers(
  rows: readonly ListedOrder[],
  message: OrderMessage,
  signal: AbortSignal,
  onOutcome: (outcome: BulkOutcome) => void,
): Promise<void> {
  return callForMany(rows, (ids) => mailOrders(message, ids), signal, onOutcome);
}
