/**
 * Orders that change hands, for both people. Every action gives null when it is done, and otherwise
 * what to say; what is shown afterwards was read from the shop.
 */
import {
  answerTransfer,
  myTransfers,
  offerTransfer,
  type OfferedTransfer,
  type ReceivedTransfer,
  type Transfers,
} from '../api/transfers.ts';
import { tidyAddress, type Address } from '#shared/address.ts';
import type { Order } from '../model/order.ts';
import { $countryRules } from '#features/account/store/address-book.ts';
import { toAuthFailure } from '#features/account/store/auth-failure.ts';
import { readAskedOrder, readOrders } from './my-orders.ts';
import { createResource, type Loaded } from '#features/account/store/resource.ts';

export type { ReceivedTransfer } from '../api/transfers.ts';

export const transfers = createResource(() => myTransfers());

/** The question about an order that waits for its answer. */
export function offeredOf(state: Loaded<Transfers>, orderId: string): OfferedTransfer | null {
  if (state.status !== 'ready') return null;
  return state.value.offered.find((each) => each.order_id === orderId) ?? null;
}

type Done = Promise<string | null>;

const unreached = 'The shop can’t be reached right now. Nothing has changed.';

async function finish(
  work: ReturnType<typeof offerTransfer> | ReturnType<typeof answerTransfer>,
): Done {
  const answer = await work.catch(() => null);
  if (answer === null) return unreached;
  // What was answered or taken back elsewhere is gone from here too.
  await Promise.all([transfers.reload(), readOrders(), readAskedOrder()]);
  return answer.ok ? null : toAuthFailure(answer.error).title;
}

/** Without an e-mail the question is taken back. */
export const passOn = (order: Order, email: string | null): Done =>
  finish(offerTransfer(order.id, email));

export function takeOver(transfer: ReceivedTransfer, address: Address): Done {
  const rules = $countryRules.get()?.find(({ code }) => code === transfer.country_code) ?? null;
  return finish(answerTransfer(transfer.id, tidyAddress(address, rules)));
}

export const turnDown = (transfer: ReceivedTransfer): Done =>
  finish(answerTransfer(transfer.id, null));
