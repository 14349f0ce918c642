import { fail, succeed } from '#shared/result.ts';
import type { Answer } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError } from '#shared/backend/errors.ts';
import { tellLanguage } from './sign-in.ts';

export interface Profile {
  readonly displayName: string;
  readonly fullName: string;
  readonly phone: string;
  readonly countryCode: string | null;
  readonly units: 'metric' | 'imperial';
}

/** Somebody who never saved anything has an empty one. */
export async function readProfile(
  userId: string,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Answer<Profile> {
  const call = (await backend).from('profiles').select('*').eq('user_id', userId).limit(1);
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  if (error) return fail(toBackendError(error, status));
  const [row] = data;
  return succeed({
    displayName: row?.display_name ?? '',
    fullName: row?.full_name ?? '',
    phone: row?.phone ?? '',
    countryCode: row?.country_code ?? null,
    units: row?.units === 'imperial' ? 'imperial' : 'metric',
  });
}

export async function saveProfile(
  userId: string,
  changes: Partial<Profile>,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const { displayName, fullName, phone, countryCode, units } = changes;
  const row = {
    ...(displayName === undefined ? {} : { display_name: displayName.trim() }),
    ...(fullName === undefined ? {} : { full_name: fullName.trim() }),
    ...(phone === undefined ? {} : { phone: phone.trim() }),
    ...(countryCode === undefined ? {} : { country_code: countryCode }),
    ...(units === undefined ? {} : { units }),
  };
  const table = (await backend).from('profiles');
  const changed = await table.update(row).eq('user_id', userId).select('user_id');
  if (changed.error) return fail(toBackendError(changed.error, changed.status));
  const made = changed.data.length > 0 ? null : await table.insert(row);
  if (made?.error) return fail(toBackendError(made.error, made.status));
  await tellLanguage(await backend);
  return succeed(null);
}

/** Both mailboxes have to agree before it holds. */
export async function changeEmail(
  email: string,
  linkTarget: string,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const { auth } = await backend;
  const { error } = await auth.updateUser({ email }, { emailRedirectTo: linkTarget });
  return error ? fail(toBackendError(error)) : succeed(null);
}

export async function changePhone(
  phone: string,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const { error } = await (await backend).auth.updateUser({ phone });
  return error ? fail(toBackendError(error)) : succeed(null);
}

export async function confirmPhone(
  phone: string,
  code: string,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const token = code.replaceAll(/\D/g, '');
  const { error } = await (await backend).auth.verifyOtp({ phone, token, type: 'phone_change' });
  return error ? fail(toBackendError(error)) : succeed(null);
}
