import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import {
  methodSettings,
  parseProviderAnswer,
  type MethodSettings,
  type ProviderAnswer,
} from '../model/payment-settings.ts';

const columns = 'code,title,note,is_offered,position,keys';

export async function readMethodSettings(
  backend: Promise<Backend> = getBackend(),
): Promise<Result<readonly MethodSettings[], BackendError>> {
  const call = (await backend).from('payment_methods').select(columns);
  const { data, error, status } = await call.order('position').order('code');
  return error ? fail(toBackendError(error, status)) : succeed(data.map(methodSettings));
}

/** Which keys are set, and with a provider's code what it answers to them. */
export async function askProviders(
  tried: string | null,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<ProviderAnswer, BackendError>> {
  const { data, error, response } = await (
    await backend
  ).functions.invoke('payment-settings', { body: { try: tried } });
  if (error) {
    const said: unknown = await response?.json().catch(() => null);
    return fail(toBackendError(said, response?.status ?? 0));
  }
  const answer = parseProviderAnswer(data);
  return answer === null ? fail(toBackendError(null, 500)) : succeed(answer);
}

export async function saveMethodSettings(
  { code, title, note, isOffered, position }: MethodSettings,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<MethodSettings, BackendError>> {
  const { data, error, status } = await (
    await backend
  )
    .from('payment_methods')
    .update({ title: title.trim(), note: note.trim(), is_offered: isOffered, position })
    .eq('code', code)
    .select(columns)
    .single();
  return error ? fail(toBackendError(error, status)) : succeed(methodSettings(data));
}
