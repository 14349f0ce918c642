/**
 * Reads what is stored without the Supabase library; once that is loaded, what it says counts.
 */
import type { Session, User } from '@supabase/supabase-js';
import { fail, succeed, type Result } from '#shared/result.ts';
import {
  browserStorage,
  getBackend,
  sessionKey,
  whenBackendOpens,
  type Backend,
} from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

export interface SignedInPerson {
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** The account asks for a second factor, and this session has not given it. */
  readonly isSecondFactorDue: boolean;
  readonly hasSecondFactor: boolean;
}

/** Names the session that somebody ended on purpose, so that all tabs can tell it from one that was lost. */
const leftKey = 'keywright:signed-out';

export function readStoredPerson(): SignedInPerson | null {
  const stored = readStored(sessionKey());
  if (stored === null) return null;
  try {
    const session = JSON.parse(stored) as Partial<Session>;
    return session.user && session.access_token
      ? personOf(session.user, session.access_token)
      : null;
  } catch {
    return null;
  }
}

function personOf(user: User, accessToken: string): SignedInPerson {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return {
    userId: user.id,
    sessionId: String(claimOf(accessToken, 'session_id')),
    email: user.email || null,
    phone: user.phone ? `+${user.phone}` : null,
    isSecondFactorDue: hasFactor && claimOf(accessToken, 'aal') !== 'aal2',
    hasSecondFactor: hasFactor,
  };
}

export function claimOf(accessToken: string, name: string): unknown {
  try {
    const body = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return (JSON.parse(atob(body)) as Record<string, unknown>)[name] ?? null;
  } catch {
    return null;
  }
}

/** `left` is the last session that somebody ended on purpose, here or in another tab. */
export type SessionListener = (person: SignedInPerson | null, left: string | null) => void;

/** Other tabs speak through storage, this one through the library. */
export function watchSession(listen: SessionListener): void {
  const tell = (person: SignedInPerson | null) => listen(person, readStored(leftKey));
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key === sessionKey() || key === null) tell(readStoredPerson());
  });
  // A page that the way back brings out as it was has heard of nothing meanwhile.
  globalThis.addEventListener?.('pageshow', ({ persisted }) => {
    if (persisted) tell(readStoredPerson());
  });
  whenBackendOpens(({ auth }) => {
    auth.onAuthStateChange((event, session) => {
      // Without an answer from the backend nobody knows yet whether a stored session has ended.
      const isOpen = event === 'INITIAL_SESSION' && session === null && readStored(sessionKey());
      if (isOpen) return;
      tell(session === null ? null : personOf(session.user, session.access_token));
    });
  });
}

/** This session, or all of them; `endSession` ends the others. */
export type SignOutScope = 'local' | 'global';

export async function signOut(
  scope: SignOutScope,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<null, BackendError>> {
  const { auth } = await backend;
  store(leftKey, readStoredPerson()?.sessionId ?? '');
  const { error } = await auth.signOut({ scope });
  return error ? fail(toBackendError(error)) : succeed(null);
}

/** What another device changed about the account: name, address, factors. */
export async function rereadPerson(
  backend: Promise<Backend> = getBackend(),
): Promise<Result<SignedInPerson | null, BackendError>> {
  const { auth } = await backend;
  const { data, error } = await auth.refreshSession();
  if (error) return fail(toBackendError(error));
  const { session } = data;
  return succeed(session === null ? null : personOf(session.user, session.access_token));
}

function readStored(key: string): string | null {
  try {
    return browserStorage()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    browserStorage()?.setItem(key, value);
  } catch {
    // Other tabs then take the session for lost, and ask to sign in again.
  }
}
