/**
 * Brings the cart of this browser and the copy of an account together. Invariants: what is here is
 * never waited for; a line leaves a cart only where somebody took it out; a cart that belongs to one
 * account is never shown to another.
 */
import { myCart, saveCart } from '../api/saved-carts.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import { areSameLines, mergeChanges } from '../model/cart-merge.ts';
import { mergeCarts } from '../model/two-carts.ts';
import type { KeptLine } from '../model/cart-line.ts';
import type { SavedCart } from '../model/saved-cart.ts';
import {
  dropWaiting,
  readAgreed,
  readWaiting,
  writeAgreed,
  writeWaiting,
  type AgreedCart,
} from './agreed-cart.ts';
import { cartStorageKey } from './cart-storage.ts';
import { $choices, choose } from './cart-choices.ts';
import { clearCart, currentCart, replaceLines } from './cart.ts';
import { forgetAside } from '#shared/set-aside.ts';

export interface TwoCarts {
  readonly userId: string;
  /** What the account's browsers have, with what this one could not hand in earlier. */
  readonly lines: readonly KeptLine[];
  readonly saved: SavedCart;
}

export type Meeting =
  | { readonly status: 'agreed' }
  | { readonly status: 'failed'; readonly error: BackendError }
  /** A guest's cart and the account's differ: a person says what becomes of them. */
  | { readonly status: 'undecided'; readonly carts: TwoCarts };

/** More rounds than two busy browsers need; the next change begins anew. */
const mostRounds = 6;

function lost(): { readonly ok: false; readonly error: BackendError } {
  const message = 'The shop can’t be reached right now.';
  const facts = { message, status: 0, code: null, reason: null, details: null };
  return { ok: false, error: { ...facts, kind: 'unreachable' } };
}

/** Tabs of one browser take turns. */
function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request('keywright:cart', work);
}

type Agreed = Pick<SavedCart, 'version' | 'lines' | 'together'>;

function agreeOn(userId: string, { version, lines, together }: Agreed): void {
  writeAgreed({ userId, version, lines, together, revision: currentCart().revision });
}

/** Takes over lines only where that changes something: each writing wakes other tabs. */
function takeOver(lines: readonly KeptLine[]): void {
  if (!areSameLines(currentCart().lines, lines)) replaceLines(lines);
}

/** Somebody else's cart, whose session was lost here: out of sight, until they are back. */
function setAside({ userId, lines: agreed }: AgreedCart): void {
  const { lines } = currentCart();
  if (!areSameLines(lines, agreed)) writeWaiting({ userId, agreed, lines });
  clearCart();
  forgetAside(cartStorageKey);
  writeAgreed(null);
}

/**
 * `isAsked`: also when nothing changed here, to hear what changed elsewhere. `isStillThere` is asked
 * when the turn comes: whoever signs out meanwhile is asked for nothing more.
 */
export function meetAccount(
  userId: string,
  isAsked: boolean,
  isStillThere = () => true,
): Promise<Meeting> {
  return inTurn(async () => {
    if (!isStillThere()) return { status: 'agreed' };
    const agreed = readAgreed();
    if (agreed !== null && agreed.userId !== userId) setAside(agreed);
    let wantsAnswer = isAsked;
    for (let round = 0; round < mostRounds; round += 1) {
      const known = readAgreed();
      if (known === null) {
        const meeting = await meetFirst(userId);
        if (meeting !== null) return meeting;
      } else if (wantsAnswer || !isAgreed(known)) {
        const error = await meetAgain(known);
        if (error !== null) return { status: 'failed', error };
      } else break;
      wantsAnswer = false;
    }
    return { status: 'agreed' };
  });
}

function isAgreed(known: AgreedCart): boolean {
  return wish() === known.together && areSameLines(currentCart().lines, known.lines);
}

const wish = () => $choices.get().together;

function takeWish(together: string | null): void {
  if (together !== wish()) choose({ together });
}

/** Null when they are one cart now, which may still have to be handed in. */
async function meetFirst(userId: string): Promise<Meeting | null> {
  const answer = await myCart().catch(lost);
  if (!answer.ok) return { status: 'failed', error: answer.error };
  const saved = answer.value;
  const waiting = readWaiting(userId);
  const lines =
    waiting === null ? saved.lines : mergeChanges(waiting.agreed, waiting.lines, saved.lines);
  const here = currentCart().lines;
  if (here.length > 0 && lines.length > 0 && !areSameLines(here, lines)) {
    return { status: 'undecided', carts: { userId, lines, saved } };
  }
  takeOver(here.length > 0 ? here : lines);
  if (here.length === 0) takeWish(saved.together);
  agreeOn(userId, saved);
  dropWaiting(userId);
  return null;
}

/** Null when an answer came and was taken in; what it leaves to do is seen by comparing again. */
async function meetAgain(known: AgreedCart): Promise<BackendError | null> {
  const { userId, version } = known;
  const sent = currentCart();
  // A cart that was broken or emptied from outside tells nothing about what somebody took out.
  const isWhole = sent.isUnderstood && sent.revision >= known.revision;
  const together = wish();
  const isChanged =
    isWhole && (together !== known.together || !areSameLines(sent.lines, known.lines));
  const answer = await (isChanged ? saveCart(sent.lines, version, together) : myCart()).catch(lost);
  if (!answer.ok) return answer.error;
  // Somebody signed out in another tab meanwhile: what is here is no longer theirs.
  if (readAgreed()?.userId !== userId) return null;
  const saved = answer.value;
  const here = currentCart().lines;
  if (saved.is_saved) agreeOn(userId, { version: saved.version, lines: sent.lines, together });
  else if (!isWhole || saved.version < version) {
    takeOver(mergeCarts(here, saved.lines));
    agreeOn(userId, saved);
  } else if (saved.version !== version) {
    // The cart first: whatever ends this page between the two, nothing looks taken out.
    takeOver(mergeChanges(known.lines, here, saved.lines));
    if (wish() === known.together) takeWish(saved.together);
    agreeOn(userId, saved);
  }
  return null;
}

export type Choice = 'together' | 'here' | 'account';

/** What a person said about two carts; what is in this browser by now counts, not what was then. */
export function settleCarts({ userId, lines, saved }: TwoCarts, choice: Choice): void {
  const here = currentCart().lines;
  if (choice === 'together') takeOver(mergeCarts(here, lines));
  if (choice === 'account') {
    takeOver(lines);
    takeWish(saved.together);
  }
  agreeOn(userId, saved);
  dropWaiting(userId);
}

/** When somebody signs out on purpose: nothing of theirs stays in sight of whoever comes next. */
export function takeCartAlong(userId: string): void {
  const agreed = readAgreed();
  if (agreed?.userId === userId) setAside(agreed);
}
