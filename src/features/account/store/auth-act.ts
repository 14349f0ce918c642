import type * as Actions from './auth-actions.ts';
import { ownFailure } from './auth-failure.ts';
import { $failure } from './auth-flow.ts';

/** What the first steps do comes once they are seen, while somebody types. */
export const loadActions = (): Promise<typeof Actions> => import('./auth-actions.ts');

/** @example act((actions) => actions.askForCode('ada@example.com')) */
export async function act(done: (actions: typeof Actions) => Promise<void>): Promise<void> {
  const actions = await loadActions().catch(() => null);
  if (actions === null) $failure.set(ownFailure('The shop can’t be reached right now. Try again.'));
  else await done(actions);
}
