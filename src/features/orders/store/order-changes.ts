/**
 * What a customer changes on an order before its deadlines. The shop decides; the page is read again
 * afterwards. The answer is null when it is done, and otherwise why not.
 */
import { changeOrderAddress, changeOrderOptions } from '../api/order-changes.ts';
import { sendOrderLink } from '../api/guest-orders.ts';
import { agreeToOrder } from '../api/order-consents.ts';
import type { Address } from '#shared/address.ts';
import type { Consent, Order } from '../model/order.ts';
import { readAskedOrder } from './my-orders.ts';
import { actingSecretOf, secretOf } from './placed-order.ts';

const unreached = 'The shop can’t be reached right now. Nothing has changed.';

async function finish(
  change: Promise<
    | { readonly ok: true }
    | {
        readonly ok: false;
        readonly error: { readonly message: string; readonly reason: string | null };
      }
  >,
): Promise<string | null> {
  const answer = await change.catch(() => null);
  if (answer === null) return unreached;
  if (!answer.ok) {
    // The page then offers a new link, behind what was typed.
    if (answer.error.reason === 'link_expired') await readAskedOrder();
    return answer.error.message;
  }
  await readAskedOrder();
  return null;
}

/** Sends a link that changes the order to its own mailbox. */
export async function askForLink(order: Order): Promise<string | null> {
  const answer = await sendOrderLink(order.number, secretOf(order.number)).catch(() => null);
  if (answer === null) return unreached;
  return answer.ok ? null : answer.error.message;
}

export function changeAddress(order: Order, address: Address): Promise<string | null> {
  return finish(changeOrderAddress(order.id, address, actingSecretOf(order.number)));
}

export function agree(order: Order, agreed: readonly Consent[]): Promise<string | null> {
  return finish(agreeToOrder(order.id, agreed, actingSecretOf(order.number)));
}

export function changeOptions(
  order: Order,
  lineId: string,
  options: Readonly<Record<string, string>>,
): Promise<string | null> {
  return finish(changeOrderOptions(lineId, options, actingSecretOf(order.number)));
}
