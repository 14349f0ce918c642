/** A mail that goes out again is a new row with the old words. */
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

export async function resendMail(
  id: string,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<string, BackendError>> {
  const call = (await backend).rpc('resend_mail', { p_id: id });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  if (error) return fail(toBackendError(error, status));
  return typeof data === 'string' ? succeed(data) : fail(toBackendError(null, 500));
}
