/** Invariant: what somebody wants once has one key until its answer is known, however often it is sent. */
import type { Result } from '../result.ts';
import type { BackendError, BackendErrorKind } from './errors.ts';

const keys = new Map<string, string>();
/** With these it may have happened all the same. */
const unanswered: ReadonlySet<BackendErrorKind> = new Set(['aborted', 'unreachable', 'broken']);

export async function withKey<Value>(
  intended: unknown,
  send: (key: string) => Promise<Result<Value, BackendError>>,
): Promise<Result<Value, BackendError>> {
  const intention = JSON.stringify(intended);
  const key = keys.get(intention) ?? crypto.randomUUID();
  keys.set(intention, key);
  const answer = await send(key);
  if (answer.ok || !unanswered.has(answer.error.kind)) keys.delete(intention);
  return answer;
}
