import { toBackendError, type BackendError } from '#shared/backend/errors.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { fail, succeed, type Result } from '#shared/result.ts';

/** Before the order is paid; gives the number. */
export function issueInvoice(orderId: string, parts: CallParts = {}): Answer<string> {
  return callFunction('issue_invoice', { p_order: orderId }, ({ number }) => number, parts);
}

/** The document as a PDF, drawn by the shop's server. */
export async function documentFile(
  number: string,
  token: string | null = null,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<Blob, BackendError>> {
  const { data, error, response } = await (
    await backend
  ).functions.invoke('document', { body: { number, token } });
  if (error) {
    const said: unknown = await response?.json().catch(() => null);
    return fail(toBackendError(said, response?.status ?? 0));
  }
  return data instanceof Blob ? succeed(data) : fail(toBackendError(null, 500));
}
