import type { Consent } from '../model/order.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

/** `token` is the secret that a guest's browser got with the order. */
export async function agreeToOrder(
  orderId: string,
  agreed: readonly Consent[],
  token: string | null = null,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<null, BackendError>> {
  const call = (await backend).rpc('agree_to_order', {
    p_order: orderId,
    p_consents: Object.fromEntries(agreed.map((each) => [each, true])),
    ...(token === null ? {} : { p_token: token }),
  });
  const { error, status } = await (signal ? call.abortSignal(signal) : call);
  return error ? fail(toBackendError(error, status)) : succeed(null);
}

export interface AgreedElsewhere {
  readonly how: 'phone' | 'email';
  /** A day as the calendar writes it. */
  readonly agreedOn: string;
  readonly note: string;
}

export async function recordConsents(
  orderId: string,
  agreed: AgreedElsewhere,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<null, BackendError>> {
  const call = (await backend).rpc('record_consents', {
    p_order: orderId,
    p_how: agreed.how,
    p_agreed_on: agreed.agreedOn,
    p_note: agreed.note,
  });
  const { error, status } = await (signal ? call.abortSignal(signal) : call);
  return error ? fail(toBackendError(error, status)) : succeed(null);
}
