import { fieldsOf, listOf, numberOf, textOf, textOrNull } from '#shared/parsed-fields.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { ownRefusal, toBackendError, type BackendError } from '#shared/backend/errors.ts';

type Answer<Value> = Promise<Result<Value, BackendError>>;

export interface OwnSession {
  readonly id: string;
  readonly signedInAt: string;
  readonly lastUsedAt: string;
  readonly userAgent: string;
  readonly isCurrent: boolean;
}

export async function mySessions(
  backend: Promise<Backend> = getBackend(),
): Answer<readonly OwnSession[]> {
  const { data, error, status } = await (await backend).rpc('my_sessions');
  if (error) return fail(toBackendError(error, status));
  return succeed(
    listOf(data, (row) => ({
      id: textOf(row['id']),
      signedInAt: textOf(row['signed_in_at']),
      lastUsedAt: textOf(row['last_used_at']),
      userAgent: textOf(row['user_agent']),
      isCurrent: row['is_current'] === true,
    })),
  );
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
  if (error) return fail(toBackendError(error, status));
  return succeed(Array.isArray(data) ? data.map(textOf) : []);
}

/** The function answers instead of raising, so that a wrong guess is counted. */
export async function redeemRecoveryCode(
  code: string,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const call = (await backend).rpc('redeem_recovery_code', { p_code: code });
  const { data, error, status } = await call;
  const answer = fieldsOf(data) ?? fieldsOf(error);
  if (answer?.['done'] === true) return succeed(null);
  const [message, reason] = [textOf(answer?.['message']), textOf(answer?.['reason'])];
  if (answer?.['done'] !== false) return fail(toBackendError(error, status));
  return fail(ownRefusal({ message, reason, status }));
}

export interface AccountState {
  readonly deletionDueAt: string | null;
  readonly recoveryCodes: number;
  readonly worksHere: boolean;
  /** From then on the rights of staff need an authenticator app. */
  readonly factorDueAt: string | null;
}

export async function myAccountState(
  backend: Promise<Backend> = getBackend(),
): Answer<AccountState> {
  const { data, error, status } = await (await backend).rpc('my_account_state');
  if (error) return fail(toBackendError(error, status));
  const state = fieldsOf(data) ?? {};
  return succeed({
    deletionDueAt: textOrNull(state['deletion_due_at']),
    recoveryCodes: numberOf(state['recovery_codes']),
    worksHere: state['works_here'] === true,
    factorDueAt: textOrNull(state['factor_due_at']),
  });
}

/** When the account will be gone. */
export async function requestAccountDeletion(
  backend: Promise<Backend> = getBackend(),
): Answer<string> {
  const { data, error, status } = await (await backend).rpc('request_account_deletion');
  if (error) return fail(toBackendError(error, status));
  return succeed(textOf(fieldsOf(data)?.['due_at']));
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
