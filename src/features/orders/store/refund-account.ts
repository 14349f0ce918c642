/** Where the refund of the shown order goes, where it goes by bank. */
import { atom } from 'nanostores';
import { unanswered } from '#shared/backend/errors.ts';
import { enterRefundAccount, refundAccount } from '../api/bank-refunds.ts';
import type { RefundAccount } from '../model/bank-refund.ts';
import type { Order } from '../model/order.ts';
import { readAskedOrder } from './my-orders.ts';
import { actingSecretOf, secretOf } from './placed-order.ts';

export type RefundAccountState =
  | { readonly orderId: string; readonly status: 'ready'; readonly account: RefundAccount }
  | { readonly orderId: string; readonly status: 'failed' };

/** Null until it is known. */
export const $refundAccount = atom<RefundAccountState | null>(null);

export async function readRefundAccount({ id, number }: Order): Promise<void> {
  const answer = await refundAccount(id, secretOf(number)).catch(unanswered);
  const shown = $refundAccount.get();
  if (answer.ok) $refundAccount.set({ orderId: id, status: 'ready', account: answer.value });
  else if (shown?.orderId !== id) $refundAccount.set({ orderId: id, status: 'failed' });
}

/** Null when it is noted; otherwise why not. */
export async function enterAccount(
  order: Order,
  iban: string,
  holder: string,
): Promise<string | null> {
  const token = actingSecretOf(order.number);
  const answer = await enterRefundAccount({ orderId: order.id, iban, holder, token }).catch(
    unanswered,
  );
  if (!answer.ok && answer.error.reason === 'link_expired') await readAskedOrder();
  await readRefundAccount(order);
  return answer.ok ? null : answer.error.message;
}
