/**
 * Invariant: until the deadline that the answer names, and never more than the database allows.
 */
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';
import type { Address } from '#shared/address.ts';

/** `token` is the secret that a guest's browser got with the order. */
export async function changeOrderAddress(
  orderId: string,
  address: Address,
  token: string | null = null,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<null, BackendError>> {
  const call = (await backend).rpc('change_order_address', {
    p_order: orderId,
    p_address: { ...address },
    ...(token === null ? {} : { p_token: token }),
  });
  const { error, status } = await (signal ? call.abortSignal(signal) : call);
  return error ? fail(toBackendError(error, status)) : succeed(null);
}

export async function changeOrderOptions(
  lineId: string,
  options: Readonly<Record<string, string>>,
  token: string | null = null,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<null, BackendError>> {
  const call = (await backend).rpc('change_order_options', {
    p_line: lineId,
    p_options: { ...options },
    ...(token === null ? {} : { p_token: token }),
  });
  const { error, status } = await (signal ? call.abortSignal(signal) : call);
  return error ? fail(toBackendError(error, status)) : succeed(null);
}
