/** Invariant: what is personal comes only once the mailbox has been proven. */
import type { Order } from '../model/order.ts';
import { parseOrder } from '../model/order-parser.ts';
import { fieldsOf, numberOf, textOf, textOrNull } from '#shared/parsed-fields.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

export type OpenedOrder =
  | {
      readonly found: true;
      readonly order: Order;
      readonly isFull: boolean;
      /** Whether the secrets that were given still change it. */
      readonly mayChange: boolean;
      /** Without an account; whoever has lost the right to change it is sent a new link. */
      readonly isGuests: boolean;
      /** Why its e-mail could not confirm it. */
      readonly trouble: string | null;
    }
  | { readonly found: false; readonly message: string };

export async function openOrder(
  number: string,
  token: string,
  acting: string | null = null,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<OpenedOrder, BackendError>> {
  const call = (await backend).rpc('open_order', {
    p_number: number,
    p_token: token,
    ...(acting === null ? {} : { p_acting: acting }),
  });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  const answer = fieldsOf(data) ?? fieldsOf(error);
  if (answer?.['found'] === false) {
    return succeed({ found: false, message: textOf(answer['message']) });
  }
  if (error) return fail(toBackendError(error, status));
  const order = parseOrder(answer?.['order']);
  if (order === null) return fail(toBackendError(null, 500));
  return succeed({
    found: true,
    order,
    isFull: answer?.['is_full'] === true,
    mayChange: answer?.['may_act'] === true,
    isGuests: answer?.['is_guests'] === true,
    trouble: textOrNull(fieldsOf(answer?.['trouble'])?.['message']),
  });
}

/** Mails a link that changes the order for a day; gives the mailbox, masked. */
export function sendOrderLink(
  number: string,
  token: string | null,
  parts: CallParts = {},
): Answer<string> {
  return callFunction(
    'send_order_link',
    { p_number: number, p_token: token ?? '' },
    (data) => textOrNull(fieldsOf(data)?.['email']),
    parts,
  );
}

/** How many orders of the confirmed mailbox became the account's own. */
export async function claimGuestOrders(
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<number, BackendError>> {
  const call = (await backend).rpc('claim_guest_orders');
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  return error ? fail(toBackendError(error, status)) : succeed(numberOf(data));
}
