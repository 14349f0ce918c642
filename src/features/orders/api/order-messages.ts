/** Invariant: one mail per order and key. */
import type { Given } from '#shared/backend/given.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

export interface OrderMessage {
  /** Made once for one intention to write, so that two presses are one mail. */
  readonly key: string;
  readonly subject: string;
  readonly text: string;
}

export async function mailOrders(
  { key, subject, text }: OrderMessage,
  orderIds: readonly string[],
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<Given<'mail_orders'>, BackendError>> {
  const call = (await backend).rpc('mail_orders', {
    p_key: key,
    p_orders: [...orderIds],
    p_subject: subject,
    p_text: text,
  });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  return error ? fail(toBackendError(error, status)) : succeed(data);
}
