/** Keeps the list of this browser and that of the account at one, and says how they stand. */
import { atom, onMount } from 'nanostores';
import {
  $session,
  isSigningOut,
  noticeSignedOut,
  startSession,
} from '#features/account/store/session.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import { meetAccount } from './wish-meeting.ts';

export type WishCopy =
  | { readonly status: 'unknown' }
  /** Nobody is signed in: the list is this browser's alone. */
  | { readonly status: 'here-alone' }
  | { readonly status: 'asking' }
  | { readonly status: 'agreed' }
  | { readonly status: 'full' }
  /** It is kept here, and handed in as soon as that works again. */
  | { readonly status: 'waiting'; readonly error: BackendError };

export const $wishCopy = atom<WishCopy>({ status: 'unknown' });

/** Long enough for a few presses to become one writing. */
const pauseMs = 400;
const firstRetryMs = 5_000;
const longestRetryMs = 300_000;

let isStarted = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let retryMs = firstRetryMs;

function signedInAs(): string | null {
  const session = $session.get();
  const isHere = session.status === 'signed-in' && !session.isSecondFactorDue;
  return isHere && !isSigningOut() ? session.userId : null;
}

async function meet(): Promise<void> {
  clearTimeout(timer);
  const userId = signedInAs();
  if (userId === null) return;
  if (['unknown', 'here-alone'].includes($wishCopy.get().status))
    $wishCopy.set({ status: 'asking' });
  const meeting = await meetAccount(userId, () => signedInAs() === userId);
  if (signedInAs() !== userId) return;
  if (meeting.status !== 'failed') {
    retryMs = firstRetryMs;
    $wishCopy.set(meeting);
    return;
  }
  if (meeting.error.kind === 'signed_out') return noticeSignedOut();
  $wishCopy.set({ status: 'waiting', error: meeting.error });
  timer = setTimeout(() => void meet(), retryMs);
  retryMs = Math.min(retryMs * 2, longestRetryMs);
}

/** Any page may call it; the first call counts. */
export function startSavedWishes(): void {
  if (isStarted || !('window' in globalThis)) return;
  isStarted = true;
  startSession();
  $session.subscribe(({ status }) => {
    if (status === 'signed-in') void meet();
    else if (status === 'signed-out') $wishCopy.set({ status: 'here-alone' });
  });
  addEventListener('keywright:wishes', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void meet(), pauseMs);
  });
  const look = () => {
    if (!document.hidden) void meet();
  };
  addEventListener('online', look);
  addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
}

onMount($wishCopy, startSavedWishes);

export function tryAgain(): void {
  retryMs = firstRetryMs;
  void meet();
}
