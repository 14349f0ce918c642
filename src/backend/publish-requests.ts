/**
 * The only way an editor asks for a build of the site. Invariant: at most one request waits; asking
 * again joins it.
 */
import { fail, succeed, type Result } from '#domain/result.ts';
import { getBackend, type Backend } from './client.ts';
import { toBackendError, type BackendError } from './errors.ts';

export interface PublishRequest {
  readonly id: string;
  readonly status: string;
  readonly requestedAt: string;
  /** True when a request was waiting already. */
  readonly joined: boolean;
}

export async function requestPublish(
  note: string,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<PublishRequest, BackendError>> {
  const call = (await backend).rpc('request_publish', { p_note: note });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  if (error) return fail(toBackendError(error, status));
  const request = parseRequest(data);
  return request === null ? fail(toBackendError(null, 500)) : succeed(request);
}

function parseRequest(data: unknown): PublishRequest | null {
  if (typeof data !== 'object' || data === null) return null;
  const { id, status, requested_at: requestedAt, joined } = data as Record<string, unknown>;
  if (typeof id !== 'string' || typeof status !== 'string') return null;
  return typeof requestedAt === 'string'
    ? { id, status, requestedAt, joined: joined === true }
    : null;
}
