/** Keeps the cart of this browser and the copy of the account at one, and says how they stand. */
import { atom, onMount } from 'nanostores';
import { $cartLines } from './cart.ts';
import { meetAccount, settleCarts, type Choice, type Meeting, type TwoCarts } from './cart-copy.ts';
import {
  $session,
  isSigningOut,
  noticeSignedOut,
  startSession,
} from '#features/account/store/session.ts';

export type CartCopy =
  | { readonly status: 'unknown' }
  /** Nobody is signed in: the cart is this browser's alone. */
  | { readonly status: 'here-alone' }
  | { readonly status: 'asking' }
  | Exclude<Meeting, { readonly status: 'failed' }>
  /** It is kept here, and handed in as soon as that works again. */
  | { readonly status: 'waiting' };

export const $cartCopy = atom<CartCopy>({ status: 'unknown' });

/** Read by the boot script: a page that was left too soon is made up for by the next one. */
const unsentKey = 'keywright:cart:unsent';
/** Long enough for a few presses of a stepper to become one writing. */
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

async function meet(isAsked: boolean): Promise<void> {
  clearTimeout(timer);
  const userId = signedInAs();
  if (userId === null) return;
  if ($cartCopy.get().status === 'unknown' || $cartCopy.get().status === 'here-alone') {
    $cartCopy.set({ status: 'asking' });
  }
  const meeting = await meetAccount(userId, isAsked, () => signedInAs() === userId);
  if (signedInAs() !== userId) return;
  if (meeting.status === 'failed') {
    if (meeting.error.kind === 'signed_out') noticeSignedOut();
    else retryLater(isAsked);
    return;
  }
  retryMs = firstRetryMs;
  $cartCopy.set(meeting);
  if (meeting.status === 'agreed') forgetUnsent();
}

function retryLater(isAsked: boolean): void {
  if ($cartCopy.get().status !== 'undecided') $cartCopy.set({ status: 'waiting' });
  timer = setTimeout(() => void meet(isAsked), retryMs);
  retryMs = Math.min(retryMs * 2, longestRetryMs);
}

function forgetUnsent(): void {
  try {
    localStorage.removeItem(unsentKey);
  } catch {
    // Nothing was noted.
  }
}

function handInSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void meet(false), pauseMs);
}

/** Any page may call it; the first call counts. */
export function startSavedCart(): void {
  if (isStarted || !('window' in globalThis)) return;
  isStarted = true;
  startSession();
  $session.subscribe(({ status }) => {
    if (status === 'signed-in') void meet(true);
    else if (status === 'signed-out') $cartCopy.set({ status: 'here-alone' });
  });
  $cartLines.listen(handInSoon);
  const look = () => {
    if (!document.hidden) void meet(true);
  };
  addEventListener('online', look);
  addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
}

onMount($cartCopy, startSavedCart);

/** What a person said about a guest's cart and the account's. */
export function settle(carts: TwoCarts, choice: Choice): void {
  settleCarts(carts, choice);
  $cartCopy.set({ status: 'asking' });
  void meet(false);
}

export function tryAgain(): void {
  retryMs = firstRetryMs;
  void meet(true);
}
