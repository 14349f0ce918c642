/** Invariant: a colleague who was faster is noticed, by the version of the return. */
import { atom } from 'nanostores';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';
import { sendRefunds } from '../api/order-desk.ts';
import { moveReturn, waysBack, type ReturnStep } from '../api/returns.ts';
import type { OrderReturn } from '../model/returns.ts';
import { $openOrder, openOrder } from './desk-orders.ts';

export const $openReturns = atom<{
  readonly orderId: string;
  readonly returns: readonly OrderReturn[];
} | null>(null);

export async function readOpenReturns(orderId: string): Promise<void> {
  const read = await waysBack(orderId, null);
  if (read.ok) $openReturns.set({ orderId, returns: read.value.returns });
}

/** Null when it is done; otherwise why not. */
export async function moveOpenReturn(given: OrderReturn, step: ReturnStep): Promise<string | null> {
  const open = $openOrder.get();
  if (open.status !== 'open') return null;
  const { id, number } = open.order;
  const moved = await moveReturn(given, step);
  if (moved.ok && step.to === 'settled') await sendRefunds([id]);
  await Promise.all([openOrder(number, true), readOpenReturns(id)]);
  return moved.ok ? null : askedAgain(moved.error);
}
