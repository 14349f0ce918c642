/**
 * What can be cancelled and given back of the order that is shown. Invariant: what a press costs or
 * brings was told before it, by the database.
 */
import { atom } from 'nanostores';
import { toBackendError } from '#shared/backend/errors.ts';
import { askReturn, moveReturn, waysBack } from '../api/returns.ts';
import type { Order } from '../model/order.ts';
import type { OrderReturn, Pieces, ReturnKind, WaysBack } from '../model/returns.ts';
import { readAskedOrder } from './my-orders.ts';
import { secretOf } from './placed-order.ts';

export type WaysState =
  | { readonly orderId: string; readonly status: 'ready'; readonly ways: WaysBack }
  | { readonly orderId: string; readonly status: 'failed' };

/** Null until it is known. */
export const $waysBack = atom<WaysState | null>(null);

const lost = () => ({ ok: false, error: toBackendError(null, 0) }) as const;

export async function readWaysBack({ id, number }: Order): Promise<void> {
  const answer = await waysBack(id, secretOf(number)).catch(lost);
  const shown = $waysBack.get();
  if (answer.ok) $waysBack.set({ orderId: id, status: 'ready', ways: answer.value });
  else if (shown?.orderId !== id) $waysBack.set({ orderId: id, status: 'failed' });
}

async function readBoth(order: Order): Promise<void> {
  await Promise.all([readAskedOrder(), readWaysBack(order)]);
}

/** Null when it is done; otherwise why not. */
export async function giveBack(
  order: Order,
  kind: ReturnKind,
  lines: readonly Pieces[],
  reason: string,
): Promise<string | null> {
  const token = secretOf(order.number);
  const answer = await askReturn({ orderId: order.id, kind, lines, reason, token }).catch(lost);
  if (!answer.ok) return answer.error.message;
  await readBoth(order);
  return null;
}

export async function dropReturn(order: Order, given: OrderReturn): Promise<string | null> {
  const step = { to: 'dropped', token: secretOf(order.number) } as const;
  const answer = await moveReturn(given, step).catch(lost);
  if (!answer.ok) return answer.error.message;
  await readBoth(order);
  return null;
}
