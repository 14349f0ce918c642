import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

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
  let failure = toBackendError({ name: 'AuthInvalidTokenResponseError', status: 500 });
  for (const { id: factorId } of factors.value) {
    const { error } = await mfa.challengeAndVerify({ factorId, code: code.replaceAll(/\D/g, '') });
    if (!error) return succeed(null);
    failure = toBackendError(error);
  }
  return fail(failure);
}

export interface NewFactor {
  readonly id: string;
  /** For apps that can't see the picture. */
  readonly secret: string;
  readonly uri: string;
}

/** Begins anew: what an earlier try left unfinished is taken away. */
export async function addFactor(
  name: string,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<NewFactor, BackendError>> {
  const { mfa } = (await backend).auth;
  const listed = await mfa.listFactors();
  for (const factor of listed.data?.all ?? []) {
    if (factor.status === 'unverified') await mfa.unenroll({ factorId: factor.id });
  }
  const { data, error } = await mfa.enroll({
    factorType: 'totp',
    friendlyName: name,
    issuer: 'Keywright',
  });
  if (error) return fail(toBackendError(error));
  return succeed({ id: data.id, secret: data.totp.secret, uri: data.totp.uri });
}

/** From here on the factor counts, and every other session has to give it. */
export async function confirmFactor(
  factorId: string,
  code: string,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<null, BackendError>> {
  const { mfa } = (await backend).auth;
  const { error } = await mfa.challengeAndVerify({ factorId, code: code.replaceAll(/\D/g, '') });
  return error ? fail(toBackendError(error)) : succeed(null);
}

export async function removeFactor(
  factorId: string,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<null, BackendError>> {
  const { auth } = await backend;
  const { error } = await auth.mfa.unenroll({ factorId });
  if (error) return fail(toBackendError(error));
  // The stored session still names the factor.
  await auth.refreshSession();
  return succeed(null);
}
