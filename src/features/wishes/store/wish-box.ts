/**
 * What this browser keeps of a list: the list as it stands here, whose it is, and what of it the account has
 * not been told. Invariant: nothing here throws, and what can't be read is set aside before it is written over.
 */
import { fieldsOf, listOf, textOf, textOrNull } from '#shared/parsed-fields.ts';
import { readKept } from '#shared/set-aside.ts';
import { mostWishes, parseChange, parseWishes, type Wish, type WishChange } from '../model/wish.ts';

export interface WishBox {
  /** Null for a guest's: then the list is all there is. */
  readonly userId: string | null;
  readonly wishes: readonly Wish[];
  /** Made here and not handed in yet, oldest first. */
  readonly changes: readonly WishChange[];
  /** The last changes in it, whichever tab made them. */
  readonly made: readonly string[];
  /** When the account was last asked, in milliseconds; 0 for a guest's. */
  readonly askedAt: number;
}

export const wishStorageKey = 'keywright:wishes';
const waitingKey = (userId: string) => `${wishStorageKey}:waiting:${userId}`;
const emptyBox: WishBox = { userId: null, wishes: [], changes: [], made: [], askedAt: 0 };
const rememberedChanges = 40;

/** Where storage is forbidden or full the list lives as long as the page. */
let onThisPage: WishBox | null = null;

export const isKeptForGood = (): boolean => onThisPage === null;

export function readBox(): WishBox {
  if (onThisPage !== null) return onThisPage;
  const raw = fieldsOf(readKept(wishStorageKey));
  if (raw === null) return emptyBox;
  const made: readonly unknown[] = Array.isArray(raw['made']) ? raw['made'] : [];
  return {
    userId: textOrNull(raw['userId']),
    wishes: parseWishes(raw['wishes']).slice(0, mostWishes),
    changes: listOf(raw['changes'], parseChange),
    made: made.map(textOf),
    askedAt: Number(raw['askedAt']) || 0,
  };
}

export function writeBox(box: WishBox): void {
  const written = { ...box, made: box.made.slice(-rememberedChanges) };
  try {
    localStorage.setItem(wishStorageKey, JSON.stringify(written));
    onThisPage = null;
  } catch {
    onThisPage = written;
  }
}

export function emptyTheBox(): void {
  onThisPage = null;
  try {
    localStorage.removeItem(wishStorageKey);
  } catch {
    // Nothing was kept where nothing can be.
  }
}

/** What the owner of a list could not hand in before they left: out of sight until they are back. */
export function readWaiting(userId: string): readonly WishChange[] {
  return listOf(readKept(waitingKey(userId)), parseChange);
}

export function writeWaiting(userId: string, changes: readonly WishChange[]): void {
  try {
    if (changes.length === 0) localStorage.removeItem(waitingKey(userId));
    else localStorage.setItem(waitingKey(userId), JSON.stringify(changes));
  } catch {
    // A browser that stores nothing had nothing of theirs to lose.
  }
}
