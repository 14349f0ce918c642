// chunk: backend
/**
 * The one way to call a function of the database and read its answer. Invariant: an answer that
 * can't be read is a failure, never a guess.
 */
import { fail, succeed, type Result } from '../result.ts';
import { getBackend, type Backend } from './client.ts';
import type { Database } from './database.types.ts';
import { toBackendError, type BackendError } from './errors.ts';

type Functions = Database['public']['Functions'];
export type Answer<Value> = Promise<Result<Value, BackendError>>;

/** How a caller stops waiting, and what a test puts in place of the shop's own backend. */
export interface CallParts {
  readonly signal?: AbortSignal | undefined;
  readonly backend?: Promise<Backend>;
}

export async function callFunction<Name extends keyof Functions & string, Value>(
  name: Name,
  args: Functions[Name]['Args'],
  parse: (data: Functions[Name]['Returns']) => Value | null,
  { signal, backend = getBackend() }: CallParts,
): Answer<Value> {
  const sent = (await backend).rpc(name, args as never);
  const { data, error, status } = await (signal ? sent.abortSignal(signal) : sent);
  if (error) return fail(toBackendError(error, status));
  const value = parse(data);
  return value === null ? fail(toBackendError(null, 500)) : succeed(value);
}
