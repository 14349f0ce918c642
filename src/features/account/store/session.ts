// chunk: session
/**
 * Invariant: all tabs of a browser agree, and a session that was lost is told apart from one that
 * somebody ended.
 */
import { atom, onMount } from 'nanostores';
import { toBackendError } from '#shared/backend/errors.ts';
import {
  readStoredPerson,
  rereadPerson,
  signOut,
  watchSession,
  type SignedInPerson,
  type SignOutScope,
} from '../api/session.ts';
import { toAuthFailure, type AuthFailure } from './auth-failure.ts';

export type { SignOutScope } from '../api/session.ts';

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
  watchSession((person, left) => {
    // Who signs out here is told once nothing of theirs is in sight any more.
    if (person !== null || !isUnderWay) takeOver(person, left);
  });
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
      before.isSecondFactorDue === person.isSecondFactorDue &&
      before.hasSecondFactor === person.hasSecondFactor;
    if (!isSame) $session.set({ status: 'signed-in', ...person });
    if (before.status !== 'signed-in') welcome();
    return;
  }
  if (before.status === 'signed-out') return;
  $session.set({
    status: 'signed-out',
    wasLost: before.status === 'signed-in' && before.sessionId !== left,
  });
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

/** Whoever keeps something of a person in this browser. */
interface Keeper {
  welcome(): void;
  /** Before they leave; nothing may be lost. */
  handIn(userId: string): Promise<void>;
  /** After they left; nothing of theirs may stay in sight. */
  takeAlong(userId: string): void;
}

declare global {
  interface WindowEventMap {
    /** Whoever hears it adds its keeper to the list. */
    'keywright:session': CustomEvent<Promise<Keeper>[]>;
  }
}

function callKeepers(): readonly Promise<Keeper>[] {
  const detail: Promise<Keeper>[] = [];
  dispatchEvent(new CustomEvent('keywright:session', { detail }));
  return detail;
}

function welcome(): void {
  for (const called of callKeepers()) {
    called.then(
      (keeper) => keeper.welcome(),
      // One that could not be loaded is asked again by the next page.
      () => {},
    );
  }
}

let isUnderWay = false;

/** Whether somebody is just signing out: what is asked for now may be asked without a session. */
export const isSigningOut = (): boolean => isUnderWay;

/** Null when it is done; otherwise what went wrong. */
export async function leaveSession(scope: SignOutScope): Promise<AuthFailure | null> {
  isUnderWay = true;
  try {
    return await leave(scope);
  } finally {
    isUnderWay = false;
    const session = $session.get();
    if (session.status === 'signed-in' && readStoredPerson() === null)
      takeOver(null, session.sessionId);
  }
}

async function leave(scope: SignOutScope): Promise<AuthFailure | null> {
  const before = $session.get();
  const isLeaving = before.status === 'signed-in' && !before.isSecondFactorDue;
  // Without them, something of theirs would stay in sight of whoever uses this browser next.
  const keepers = isLeaving ? await Promise.all(callKeepers()).catch(() => null) : [];
  if (keepers === null) return toAuthFailure(toBackendError(null, 0));
  if (isLeaving) await Promise.all(keepers.map((keeper) => keeper.handIn(before.userId)));
  const left = await signOut(scope);
  if (!left.ok) return toAuthFailure(left.error);
  if (isLeaving) for (const keeper of keepers) keeper.takeAlong(before.userId);
  return null;
}

/** After something about the account itself has changed. */
export async function refreshPerson(): Promise<void> {
  const reread = await rereadPerson();
  if (reread.ok && reread.value !== null) takeOver(reread.value, null);
}
