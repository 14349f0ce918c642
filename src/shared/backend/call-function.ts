// chunk: backend
/**
 * The one way to call a function of the database and read its answer. Invariant: an answer that
 * can't be read is a failure, never a guess.
 */
import { fail, succeed, type Result } from '../result.ts';
import { getBackend, type Backend } from './client.ts';
import type { Database } from './database.types.ts';
import { readAs, toBackendError, type BackendError } from './errors.ts';
import type { Reader } from './reader.ts';

type Functions = Database['public']['Functions'];
type Name = keyof Functions & string;
export type Answer<Value> = Promise<Result<Value, BackendError>>;

/** How a caller stops waiting, and what a test puts in place of the shop's own backend. */
export interface CallParts<Client extends Reader = Backend> {
  readonly signal?: AbortSignal | undefined;
  readonly backend?: Promise<Client>;
}

export function callFunction<Called extends Name>(
  name: Called,
  args: Functions[Called]['Args'],
  parts: CallParts<Reader>,
): Answer<Functions[Called]['Returns']>;
export function callFunction<Called extends Name, Value>(
  name: Called,
  args: Functions[Called]['Args'],
  read: (data: Functions[Called]['Returns']) => Value | null,
  parts: CallParts<Reader>,
): Answer<Value>;
export async function callFunction(
  name: Name,
  args: Functions[Name]['Args'],
  ...rest: [CallParts<Reader>] | [(data: never) => unknown, CallParts<Reader>]
): Answer<unknown> {
  const [read, { signal, backend = getBackend() }] = rest.length === 1 ? [null, rest[0]] : rest;
  const sent = (await backend).rpc(name, args as never);
  const { data, error, status } = await (signal ? sent.abortSignal(signal) : sent);
  // Without a body there is nothing to read: the library takes an empty 404 for an answer.
  if (error || status === 204) return fail(toBackendError(error, status));
  return read === null ? succeed(data) : readAs(() => read(data as never));
}
