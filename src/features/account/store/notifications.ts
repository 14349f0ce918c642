import { listDeclinedTopics, saveTopic } from '../api/notifications.ts';
import { settle } from './account.ts';
import type { AuthFailure } from './auth-failure.ts';
import { createResource } from './resource.ts';
import { $session } from './session.ts';

export const declinedTopics = createResource((userId) => listDeclinedTopics(userId));

export async function chooseTopic(topic: string, isWanted: boolean): Promise<AuthFailure | null> {
  const session = $session.get();
  const userId = session.status === 'signed-in' ? session.userId : '';
  const saved = await saveTopic(userId, topic, isWanted);
  if (saved.ok) await declinedTopics.reload();
  return settle(saved);
}
