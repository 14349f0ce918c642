/**
 * The list of this browser: the only place that changes it. A change starts from what is stored at that
 * moment and never waits for the network. Tabs see what others store a moment late: one that finds its last
 * changes overwritten makes them again.
 */
import { atom } from 'nanostores';
import {
  applyChange,
  applyChanges,
  mostWishes,
  type Wish,
  type WishChange,
  type WishChoice,
} from '../model/wish.ts';
import { readBox, wishStorageKey, writeBox, type WishBox } from './wish-box.ts';

export const $wishes = atom<readonly Wish[]>([]);

/** Others' writes arrive within milliseconds; a change that stood this long was not overwritten. */
const settledMs = 5_000;
interface Made {
  readonly change: WishChange;
  readonly at: number;
  /** Whose list it was made in: in that of another it has no place. */
  readonly userId: string | null;
}
let recent: readonly Made[] = [];

const unsettled = () => recent.filter(({ at }) => Date.now() - at < settledMs);

export function showBox(box: WishBox): void {
  if (JSON.stringify($wishes.get()) !== JSON.stringify(box.wishes)) $wishes.set(box.wishes);
}

export function changeBox(box: WishBox, made: readonly WishChange[]): WishBox {
  return {
    ...box,
    wishes: applyChanges(box.wishes, made),
    changes: box.userId === null ? [] : [...box.changes, ...made],
    made: [...box.made, ...made.map(({ changeId }) => changeId)],
  };
}

function make(changes: readonly WishChange[]): void {
  const before = readBox();
  const made = changes.map((change) => ({ change, at: Date.now(), userId: before.userId }));
  recent = [...unsettled(), ...made];
  const box = changeBox(before, changes);
  writeBox(box);
  showBox(box);
  dispatchEvent(new CustomEvent('keywright:wishes'));
}

export function rereadWishes(): void {
  const box = readBox();
  const lost = unsettled()
    .filter(({ change, userId }) => userId === box.userId && !box.made.includes(change.changeId))
    .map(({ change }) => change);
  if (lost.length === 0) return showBox(box);
  const mended = changeBox(box, lost);
  writeBox(mended);
  showBox(mended);
}

const newId = () => crypto.randomUUID();

function changeOf(wish: Wish, more: Partial<WishChange>): WishChange {
  const { id: wishId, productId, path, title, variantIds, options, keptAt } = wish;
  const of = { wishId, productId, path, title, variantIds, options, keptAt };
  return { ...of, changeId: newId(), isKept: true, note: null, wasGone: null, ...more };
}

export interface Thing extends WishChoice {
  readonly productId: string;
  readonly path: string;
  readonly title: string;
  readonly isGone: boolean;
}

/** False where the list is full. */
export function keepThing({ isGone, ...thing }: Thing): boolean {
  const wish = { ...thing, id: null, note: '', wasGone: isGone, keptAt: new Date().toISOString() };
  const change = changeOf(wish, isGone ? { wasGone: true } : {});
  if (applyChange(readBox().wishes, change).length > mostWishes) return false;
  make([change]);
  return true;
}

export function dropWishes(wishes: readonly Wish[]): void {
  make(wishes.map((wish) => changeOf(wish, { isKept: false })));
}

/** As they were, note and place included. */
export function putBack(wishes: readonly Wish[]): void {
  make(wishes.map((wish) => changeOf(wish, { note: wish.note, wasGone: wish.wasGone })));
}

export function writeNote(wish: Wish, note: string): void {
  make([changeOf(wish, { note })]);
}

/** So that its return is news, in every browser of its account. */
export function noteGone(wishes: readonly Wish[]): void {
  const fresh = wishes.filter(({ wasGone }) => !wasGone);
  if (fresh.length > 0) make(fresh.map((wish) => changeOf(wish, { wasGone: true })));
}

if ('window' in globalThis) {
  rereadWishes();
  addEventListener('storage', ({ key }) => {
    if (key === wishStorageKey || key === null) rereadWishes();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) rereadWishes();
  });
}

declare global {
  interface WindowEventMap {
    'keywright:wishes': CustomEvent;
  }
}
