/**
 * The only place that asks for and manages the second factor of an account.
 */
import { fail, succeed, type Result } from '#domain/result.ts';
import { getBackend, type Backend } from './client.ts';
import { toBackendError, type BackendError } from './errors.ts';

export interface Factor {
  readonly id: string;
  readonly name: string;
  readonly addedAt: string;
}

export async function listFactors(
  backend: Promise<Backend> = getBackend(),
): Promise<Result<readonly Factor[], BackendError>> {
  const { data, error } = await (await backend).auth.mfa.listFactors();
  if (error) return fail(toBackendError(error));
  return succeed(
    data.totp.map(({ id, friendly_name: name, created_at: addedAt }) => ({
      id,
      name: name || 'Authenticator app',
      addedAt,
    })),
  );
}

/** Any of the account's apps may give the code. */
export async function giveSecondFactor(
  code: string,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<null, BackendError>> {
  const factors = await listFactors(backend);
  if (!factors.ok) return factors;
  const { mfa } = (await backend).auth;
  let failure = toBackendError({ message: 'Auth session or user missing', status: 500 });
  for (const { id: factorId } of factors.value) {
    const { error } = await mfa.challengeAndVerify({ factorId, code: code.replaceAll(/\D/g, '') });
    if (!error) return succeed(null);
    failure = toBackendError(error);
  }
  return fail(failure);
}
