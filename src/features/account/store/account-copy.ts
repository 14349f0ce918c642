/**
 * Keeps what this browser holds and its copy in the account at one: on signing in, after a change, on coming
 * back and again after a failure. Invariant: nothing is told of a session that has ended meanwhile.
 */
import type { BackendError } from '#shared/backend/errors.ts';
import { $session, isSigningOut, noticeSignedOut, startSession } from './session.ts';

interface Copying<Met> {
  /** Compares the two, once; `isAsked` where nothing has changed here. */
  meet(userId: string, isAsked: boolean, isStillThere: () => boolean): Promise<Met>;
  /** Says how they met; gives what kept them from it. */
  tell(met: Met): BackendError | null;
  /** It is tried again by itself. */
  wait(error: BackendError): void;
  begin(): void;
  /** Nobody is signed in: what is here is this browser's alone. */
  stayAlone(): void;
  /** Calls back after each change of what is here. */
  listen(changed: () => void): void;
}

export interface AccountCopy {
  /** Any page may call it; the first call counts. */
  start(): void;
  meet(isAsked: boolean): void;
  tryAgain(): void;
}

/** Long enough for a few presses to become one writing. */
const pauseMs = 400;
const firstRetryMs = 5_000;
const longestRetryMs = 300_000;

function signedInAs(): string | null {
  const session = $session.get();
  const isHere = session.status === 'signed-in' && !session.isSecondFactorDue;
  return isHere && !isSigningOut() ? session.userId : null;
}

export function accountCopy<Met>(copying: Copying<Met>): AccountCopy {
  let isStarted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = firstRetryMs;

  async function meet(isAsked: boolean): Promise<void> {
    clearTimeout(timer);
    const userId = signedInAs();
    if (userId === null) return;
    const isStillThere = () => signedInAs() === userId;
    copying.begin();
    const met = await copying.meet(userId, isAsked, isStillThere);
    if (!isStillThere()) return;
    const error = copying.tell(met);
    if (error === null) {
      retryMs = firstRetryMs;
      return;
    }
    if (error.kind === 'signed_out') return noticeSignedOut();
    copying.wait(error);
    timer = setTimeout(() => void meet(isAsked), retryMs);
    retryMs = Math.min(retryMs * 2, longestRetryMs);
  }

  return {
    start() {
      if (isStarted || !('window' in globalThis)) return;
      isStarted = true;
      startSession();
      $session.subscribe(({ status }) => {
        if (status === 'signed-in') void meet(true);
        else if (status === 'signed-out') copying.stayAlone();
      });
      copying.listen(() => {
        clearTimeout(timer);
        timer = setTimeout(() => void meet(false), pauseMs);
      });
      const look = () => {
        if (!document.hidden) void meet(true);
      };
      addEventListener('online', look);
      addEventListener('focus', look);
      document.addEventListener('visibilitychange', look);
    },
    meet: (isAsked) => void meet(isAsked),
    tryAgain() {
      retryMs = firstRetryMs;
      void meet(true);
    },
  };
}
