/**
 * Brings the list of this browser and that of an account together. Nobody is asked: two lists that meet are
 * one with all of both, for nothing is bought by it. Invariants: a change is handed in until the account has
 * it; a list that belongs to one account is never shown to another.
 */
import { saveWishes } from '../api/save-wishes.ts';
import { applyChanges, type Wish, type WishChange } from '../model/wish.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import {
  emptyTheBox,
  readBox,
  readWaiting,
  writeBox,
  writeWaiting,
  type WishBox,
} from './wish-box.ts';
import { showBox } from './wishes.ts';

export type Meeting =
  | { readonly status: 'agreed' }
  /** The account has no room for what else is kept here. */
  | { readonly status: 'full' }
  | { readonly status: 'failed'; readonly error: BackendError };

/** More rounds than somebody who keeps pressing needs; the next change begins anew. */
const mostRounds = 5;
/** As many as the shop takes at once. */
const mostChanges = 900;

/** Tabs of one browser take turns. */
function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request('keywright:wishes', work);
}

function show(box: WishBox): void {
  writeBox(box);
  showBox(box);
}

/** Somebody else's, whose session was lost here: out of sight, until they are back. */
function setAside({ userId, changes }: WishBox): void {
  if (userId !== null) writeWaiting(userId, [...readWaiting(userId), ...changes]);
  emptyTheBox();
  showBox(readBox());
}

function keptAgain(wish: Wish): WishChange {
  const { id: wishId, note, ...rest } = wish;
  const asNote = note === '' ? null : note;
  const wasGone = wish.wasGone || null;
  return { ...rest, wishId, changeId: crypto.randomUUID(), isKept: true, note: asNote, wasGone };
}

/** What a guest kept becomes changes of the account's list, oldest first. */
function takeOver(userId: string): WishBox {
  const box = readBox();
  if (box.userId === userId) return box;
  if (box.userId !== null) setAside(box);
  const guest = readBox();
  const changes = [...readWaiting(userId), ...guest.wishes.toReversed().map(keptAgain)];
  const own = { ...guest, userId, changes };
  // The changes first: whatever ends this page between the two, they are handed in twice at most.
  show(own);
  writeWaiting(userId, []);
  return own;
}

/** Null when the account's answer was taken in. */
async function handIn(userId: string, sent: readonly WishChange[]): Promise<Meeting | null> {
  const answer = await saveWishes(sent).catch(() => null);
  if (answer === null || !answer.ok) {
    const facts = {
      message: 'The shop can’t be reached right now.',
      status: 0,
      code: null,
      reason: null,
    };
    const lost: BackendError = { ...facts, details: null, kind: 'unreachable' };
    return { status: 'failed', error: answer?.error ?? lost };
  }
  const box = readBox();
  // Somebody signed out in another tab meanwhile: what is here is no longer theirs.
  if (box.userId !== userId) return { status: 'agreed' };
  const leftOut = new Set(answer.value.leftOut.map((place) => sent[place]?.changeId));
  const done = new Set(sent.map(({ changeId }) => changeId).filter((id) => !leftOut.has(id)));
  const changes = box.changes.filter(({ changeId }) => !done.has(changeId));
  const wishes = applyChanges(answer.value.wishes, changes);
  show({ ...box, wishes, changes, askedAt: Date.now() });
  if (changes.length === 0) return { status: 'agreed' };
  // What made room in this round has it in the next.
  return leftOut.size > 0 && done.size === 0 ? { status: 'full' } : null;
}

/** `isStillThere` is asked when the turn comes: whoever signs out meanwhile is asked for nothing more. */
export function meetAccount(userId: string, isStillThere = () => true): Promise<Meeting> {
  return inTurn(async () => {
    for (let round = 0; round < mostRounds; round += 1) {
      if (!isStillThere()) break;
      const { changes } = takeOver(userId);
      const meeting = await handIn(userId, changes.slice(0, mostChanges));
      if (meeting !== null) return meeting;
    }
    return { status: 'agreed' };
  });
}

/** When somebody signs out on purpose: nothing of theirs stays in sight of whoever comes next. */
export function takeWishesAlong(userId: string): void {
  const box = readBox();
  if (box.userId === userId) setAside(box);
}
