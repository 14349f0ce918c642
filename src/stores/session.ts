/**
 * The only place where screens learn who is signed in. Invariant: all tabs of a browser agree, and a
 * session that was lost is told apart from one that somebody ended.
 */
import { atom, onMount } from 'nanostores';
import { toBackendError } from '#backend/errors.ts';
import {
  readStoredPerson,
  rereadPerson,
  signOut,
  watchSession,
  type SignedInPerson,
  type SignOutScope,
} from '#backend/session.ts';
import { toAuthFailure, type AuthFailure } from './auth-failure.ts';

export type { SignOutScope } from '#backend/session.ts';

export type Session =
  | { readonly status: 'unknown' }
  /** `wasLost`: it ended without anybody signing out, so what was being typed is worth keeping. */
  | { readonly status: 'signed-out'; readonly wasLost: boolean }
  | ({ readonly status: 'signed-in' } & SignedInPerson);

export const $session = atom<Session>({ status: 'unknown' });

let isStarted = false;

/** Any screen may call it; the first call counts. Does nothing where pages are built. */
export function startSession(): void {
  if (isStarted || !('window' in globalThis)) return;
  isStarted = true;
  watchSession(takeOver);
  takeOver(readStoredPerson(), null);
}

onMount($session, startSession);

function takeOver(person: SignedInPerson | null, left: string | null): void {
  const before = $session.get();
  if (person !== null) {
    const isSame =
      before.status === 'signed-in' &&
      before.userId === person.userId &&
      before.sessionId === person.sessionId &&
      before.email === person.email &&
      before.phone === person.phone &&
      before.isSecondFactorDue === person.isSecondFactorDue;
    if (!isSame) $session.set({ status: 'signed-in', ...person });
    if (before.status !== 'signed-in') void followCart();
    return;
  }
  if (before.status === 'signed-out') return;
  $session.set({
    status: 'signed-out',
    wasLost: before.status === 'signed-in' && before.sessionId !== left,
  });
}

/** A cart follows its account on every page that knows of one. */
async function followCart(): Promise<void> {
  try {
    (await import('./saved-cart.ts')).startSavedCart();
  } catch {
    // The next page loads it; until then the cart is this browser's.
  }
}

/** Who is there, once that is known. */
export function whenSessionKnown(): Promise<Session> {
  startSession();
  return new Promise((resolve) => {
    const stop = $session.subscribe((session) => {
      if (session.status === 'unknown') return;
      queueMicrotask(() => stop());
      resolve(session);
    });
  });
}

/** For whoever was told by the backend that nobody is signed in any more. */
export function noticeSignedOut(): void {
  if ($session.get().status === 'signed-in') {
    $session.set({ status: 'signed-out', wasLost: true });
  }
}

/** Null when it is done; otherwise what went wrong. */
export async function leaveSession(scope: SignOutScope): Promise<AuthFailure | null> {
  const before = $session.get();
  const isLeaving = before.status === 'signed-in' && !before.isSecondFactorDue;
  // Without it, something of theirs would stay in sight of whoever uses this browser next.
  const leaving = isLeaving ? await import('./leaving.ts').catch(() => null) : undefined;
  if (leaving === null) return toAuthFailure(toBackendError(null, 0));
  if (isLeaving) await leaving?.handInCart(before.userId);
  const left = await signOut(scope);
  if (!left.ok) return toAuthFailure(left.error);
  if (isLeaving) leaving?.takeAlong(before.userId);
  const session = $session.get();
  if (session.status === 'signed-in') takeOver(null, session.sessionId);
  return null;
}

/** After something about the account itself has changed. */
export async function refreshPerson(): Promise<void> {
  const reread = await rereadPerson();
  if (reread.ok && reread.value !== null) takeOver(reread.value, null);
}
