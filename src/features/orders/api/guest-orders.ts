/** Invariant: what is personal comes only once the mailbox has been proven. */
import type { Order } from '../model/order.ts';
import { parseOrder } from '../model/order-parser.ts';
import { fieldsOf, numberOf, textOf } from '#shared/parsed-fields.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

export type OpenedOrder =
  | { readonly found: true; readonly order: Order; readonly isFull: boolean }
  | { readonly found: false; readonly message: string };

export async function openOrder(
  number: string,
  token: string,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<OpenedOrder, BackendError>> {
  const call = (await backend).rpc('open_order', { p_number: number, p_token: token });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  const answer = fieldsOf(data) ?? fieldsOf(error);
  if (answer?.['found'] === false) {
    return succeed({ found: false, message: textOf(answer['message']) });
  }
  if (error) return fail(toBackendError(error, status));
  const order = parseOrder(answer?.['order']);
  if (order === null) return fail(toBackendError(null, 500));
  return succeed({ found: true, order, isFull: answer?.['is_full'] === true });
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
