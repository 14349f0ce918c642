import { fail, succeed } from '#shared/result.ts';
import type { Answer } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError } from '#shared/backend/errors.ts';

/** The topics that were declined: everything else is wanted. */
export async function listDeclinedTopics(
  userId: string,
  backend: Promise<Backend> = getBackend(),
): Answer<readonly string[]> {
  const { data, error, status } = await (
    await backend
  )
    .from('notification_choices')
    .select('topic')
    .eq('user_id', userId)
    .eq('is_wanted', false);
  return error ? fail(toBackendError(error, status)) : succeed(data.map(({ topic }) => topic));
}

export async function saveTopic(
  userId: string,
  topic: string,
  isWanted: boolean,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const table = (await backend).from('notification_choices');
  const changed = await table
    .update({ is_wanted: isWanted })
    .eq('user_id', userId)
    .eq('topic', topic)
    .select('topic');
  if (changed.error) return fail(toBackendError(changed.error, changed.status));
  if (changed.data.length > 0) return succeed(null);
  const { error, status } = await table.insert({ topic, is_wanted: isWanted });
  return error ? fail(toBackendError(error, status)) : succeed(null);
}
