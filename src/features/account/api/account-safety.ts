import { fail, succeed } from '#shared/result.ts';
import type { Answer } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { ownRefusal, toBackendError } from '#shared/backend/errors.ts';

export async function mySessions(backend: Promise<Backend> = getBackend()) {
  const { data, error, status } = await (await backend).rpc('my_sessions');
  return error ? fail(toBackendError(error, status)) : succeed(data);
}

/** Null ends all but this one. The owner is told by mail. */
export async function endSession(
  sessionId: string | null,
  backend: Promise<Backend> = getBackend(),
): Answer<boolean> {
  const call = (await backend).rpc(
    'end_session',
    sessionId === null ? {} : { p_session: sessionId },
  );
  const { data, error, status } = await call;
  return error ? fail(toBackendError(error, status)) : succeed(data);
}

export async function makeRecoveryCodes(
  backend: Promise<Backend> = getBackend(),
): Answer<readonly string[]> {
  const { data, error, status } = await (await backend).rpc('make_recovery_codes');
  return error ? fail(toBackendError(error, status)) : succeed(data);
}

/** The function answers instead of raising, so that a wrong guess is counted. */
export async function redeemRecoveryCode(
  code: string,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const call = (await backend).rpc('redeem_recovery_code', { p_code: code });
  const { error, status } = await call;
  if (!error) return succeed(null);
  const { message, reason }: { readonly message: string; readonly reason?: string } = error;
  return fail(
    reason === undefined ? toBackendError(error, status) : ownRefusal({ message, reason, status }),
  );
}

export async function myAccountState(backend: Promise<Backend> = getBackend()) {
  const { data, error, status } = await (await backend).rpc('my_account_state');
  return error ? fail(toBackendError(error, status)) : succeed(data);
}

/** When the account will be gone. */
export async function requestAccountDeletion(
  backend: Promise<Backend> = getBackend(),
): Answer<string> {
  const { data, error, status } = await (await backend).rpc('request_account_deletion');
  return error ? fail(toBackendError(error, status)) : succeed(data.due_at);
}

/** Without a token for whoever is signed in; false where there was nothing to take back. */
export async function undoAccountDeletion(
  token: string | null,
  backend: Promise<Backend> = getBackend(),
): Answer<boolean> {
  const call = (await backend).rpc(
    'undo_account_deletion',
    token === null ? {} : { p_token: token },
  );
  const { data, error, status } = await call;
  return error ? fail(toBackendError(error, status)) : succeed(data);
}
