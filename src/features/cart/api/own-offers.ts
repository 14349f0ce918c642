import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

/** Until when each offer of the person who is signed in holds, by offer. */
export async function readOfferEnds(
  backend: Promise<Backend> = getBackend(),
): Promise<Result<Readonly<Record<string, string>>, BackendError>> {
  const { data, error, status } = await (
    await backend
  )
    .from('offers')
    .select('id,expires_at,holds_until')
    .in('status', ['pending', 'claimed']);
  if (error) return fail(toBackendError(error, status));
  return succeed(Object.fromEntries(data.map((o) => [o.id, o.holds_until ?? o.expires_at])));
}
