/**
 * Invariant: whoever comes back sees what they saw until the answer is there, another person never
 * does.
 */
import { atom, onMount, type ReadableAtom } from 'nanostores';
import type { BackendError } from '#shared/backend/errors.ts';
import type { Result } from '#shared/result.ts';
import { toAuthFailure, type AuthFailure } from './auth-failure.ts';
import { $session, noticeSignedOut } from './session.ts';

export type Loaded<Value> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly failure: AuthFailure }
  | { readonly status: 'ready'; readonly value: Value };

export interface Resource<Value> {
  readonly $state: ReadableAtom<Loaded<Value>>;
  /** Reads again; what was shown stays until the answer is there, and quietly also where there is none. */
  reload(isQuiet?: boolean): Promise<void>;
  /** Reads again for nobody who asked: when it fails, what is shown stays. */
  reread(): void;
}

interface Plan {
  /** What another tab or device changes too: read again when somebody comes back to this tab. */
  readonly rereadsOnReturn?: boolean;
}

export function createResource<Value>(
  read: (userId: string) => Promise<Result<Value, BackendError>>,
  { rereadsOnReturn = false }: Plan = {},
): Resource<Value> {
  const $state = atom<Loaded<Value>>({ status: 'loading' });
  let loadedFor: string | null = null;
  let loadedIn: string | null = null;
  let reads = 0;

  /** Nobody asked for a quiet read: when it fails, what is shown stays. */
  async function load(userId: string, isQuiet = false): Promise<void> {
    const turn = (reads += 1);
    const result = await read(userId);
    // Answers may overtake each other: the one that was asked for last counts.
    if (turn !== reads) return;
    const keeps = isQuiet || (!result.ok && result.error.kind === 'signed_out');
    if (result.ok) $state.set({ status: 'ready', value: result.value });
    else if (!keeps || $state.get().status !== 'ready') {
      $state.set({ status: 'failed', failure: toAuthFailure(result.error) });
    }
    if (!result.ok && result.error.kind === 'signed_out') noticeSignedOut();
  }

  function rereadQuietly(): void {
    const session = $session.get();
    const isHere = document.visibilityState === 'visible' && $state.get().status === 'ready';
    if (isHere && session.status === 'signed-in') void load(session.userId, true);
  }

  onMount($state, () => {
    if (!rereadsOnReturn) return undefined;
    document.addEventListener('visibilitychange', rereadQuietly);
    return () => document.removeEventListener('visibilitychange', rereadQuietly);
  });

  onMount($state, () =>
    $session.subscribe((session) => {
      if (session.status !== 'signed-in' || session.isSecondFactorDue) return;
      if (loadedIn === session.sessionId && $state.get().status === 'ready') return;
      if (loadedFor !== session.userId) $state.set({ status: 'loading' });
      loadedFor = session.userId;
      loadedIn = session.sessionId;
      void load(session.userId);
    }),
  );

  return {
    $state,
    reread: rereadQuietly,
    async reload(isQuiet) {
      const session = $session.get();
      if (session.status !== 'signed-in') return;
      loadedFor = session.userId;
      if ($state.get().status === 'failed') $state.set({ status: 'loading' });
      await load(session.userId, isQuiet);
    },
  };
}
