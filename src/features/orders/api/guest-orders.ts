import { fail, succeed, type Result } from '#shared/result.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

/** Mails a link that changes the order for a day; gives the mailbox, masked. */
export function sendOrderLink(
  number: string,
  token: string | null,
  parts: CallParts = {},
): Answer<string> {
  return callFunction(
    'send_order_link',
    { p_number: number, p_token: token ?? '' },
    (data) => data.email,
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
  return error ? fail(toBackendError(error, status)) : succeed(data);
}
