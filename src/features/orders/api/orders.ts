/**
 * What a caller may see of an order is decided by the database, row by row and field by field.
 */
import type { Order, OrderSummary } from '../model/order.ts';
import type { Given } from '#shared/backend/given.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { notFoundWords, toBackendError, type BackendError } from '#shared/backend/errors.ts';

/** How many are read at once. */
export const mostListed = 100;

/** The signed-in person's orders, newest first; `most` of them after the first `from`. */
export async function listMyOrders(
  userId: string,
  { from = 0, most = mostListed }: { readonly from?: number; readonly most?: number } = {},
  backend: Promise<Backend> = getBackend(),
): Promise<Result<readonly OrderSummary[], BackendError>> {
  const { data, error, status } = await (
    await backend
  )
    .from('orders')
    .select('*')
    .eq('user_id', userId)
    .order('placed_at', { ascending: false })
    .order('id')
    .range(from, from + most - 1);
  return error ? fail(toBackendError(error, status)) : succeed(data);
}

export type OpenedOrder =
  | Extract<Given<'open_order'>, { found: true }>
  | { readonly found: false; readonly message: string };

export interface OrderSecrets {
  readonly token: string | null;
  readonly acting?: string | null;
}

/** One order with its lines, parcels, history, payments and documents, by the account or by a secret. */
export async function openOrder(
  number: string,
  { token, acting = null }: OrderSecrets = { token: null },
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<OpenedOrder, BackendError>> {
  const call = (await backend).rpc('open_order', {
    p_number: number,
    ...(token === null ? {} : { p_token: token }),
    ...(acting === null ? {} : { p_acting: acting }),
  });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  const lost = notFoundWords(error);
  if (lost !== null) return succeed({ found: false, message: lost });
  return error ? fail(toBackendError(error, status)) : succeed(data);
}

/** Null when there is none that the account may see. */
export async function readOrder(
  number: string,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<Order | null, BackendError>> {
  const answer = await openOrder(number, undefined, signal, backend);
  if (!answer.ok) return answer;
  return succeed(answer.value.found ? answer.value.order : null);
}

export type FoundOrder =
  | { readonly found: true; readonly order: Order }
  | { readonly found: false; readonly message: string };

/** A guest's order without anything personal. A wrong number and a wrong e-mail are told alike. */
export async function findOrder(
  number: string,
  email: string,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<FoundOrder, BackendError>> {
  const call = (await backend).rpc('find_order', { p_number: number, p_email: email });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  const lost = notFoundWords(error);
  if (lost !== null) return succeed({ found: false, message: lost });
  return error ? fail(toBackendError(error, status)) : succeed(data);
}

/** `token` is the secret that a guest's browser got with the order. */
export async function cancelOrder(
  orderId: string,
  reason: string,
  token: string | null = null,
  /** What its customer was told that the shop keeps. */
  keptMinor = 0,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<null, BackendError>> {
  const call = (await backend).rpc('cancel_order', {
    p_order: orderId,
    p_reason: reason,
    p_kept_minor: keptMinor,
    ...(token === null ? {} : { p_token: token }),
  });
  const { error, status } = await (signal ? call.abortSignal(signal) : call);
  return error ? fail(toBackendError(error, status)) : succeed(null);
}
