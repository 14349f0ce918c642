/**
 * Only such a page marks an order as paid, through the provider's own signed message, never this
 * answer.
 */
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import type { PaymentProviderCode } from '../model/payment-providers.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

export interface PayableOrder {
  readonly id: string;
  /** A guest's secret of the order; null for the account that owns it. */
  readonly token: string | null;
}

export async function beginPayment(
  order: PayableOrder,
  provider: PaymentProviderCode,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<URL, BackendError>> {
  const { data, error, response } = await (
    await backend
  ).functions.invoke('start-payment', {
    body: { order: order.id, token: order.token, provider },
    ...(signal ? { signal } : {}),
  });
  if (error) {
    const said: unknown = await response?.json().catch(() => null);
    return fail(toBackendError(said, response?.status ?? 0));
  }
  const url = readUrl(data);
  return url === null ? fail(toBackendError(null, 500)) : succeed(url);
}

function readUrl(data: unknown): URL | null {
  if (typeof data !== 'object' || data === null || !('url' in data)) return null;
  const url = URL.parse(String(data.url));
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null;
}
