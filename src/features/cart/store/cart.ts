// chunk: cart
/**
 * The cart of this browser: the only place that changes it. Every change starts from what is stored at
 * that moment. Invariants: nothing here waits for the network or for another tab; and no change is lost
 * where two tabs write at once. Each browser process sees what others store a moment late, with locks or
 * without: a tab that finds its last changes overwritten makes them again upon what is there.
 */
import { atom } from 'nanostores';
import {
  countPieces,
  joinLines,
  lineKey,
  mostPieces,
  parseCartLine,
  type CartLine,
  type KeptLine,
} from '../model/cart-line.ts';
import { areSameLines, mergeChanges } from '../model/cart-merge.ts';
import {
  cartStorageKey,
  readCart,
  writeCart,
  type Keeping,
  type StoredCart,
} from './cart-storage.ts';
import { recallAside } from '#shared/set-aside.ts';

export const $cartLines = atom<readonly KeptLine[]>([]);
/** Whether the cart outlives this tab. */
export const $cartKeeping = atom<Keeping>('browser');

interface RemovedLine {
  readonly line: KeptLine;
  readonly place: number;
}
/** What the last removal took out, until it is put back or dismissed. */
export const $removedLine = atom<RemovedLine | null>(null);

/** As it is stored at this moment. A page whose storage is forbidden has its cart here alone. */
export function currentCart(): StoredCart {
  if ($cartKeeping.get() !== 'page') return readCart();
  return { lines: $cartLines.get(), revision: 0, writers: new Map(), isUnderstood: true };
}

type Lines = readonly KeptLine[];

interface Change {
  readonly number: number;
  readonly at: number;
  readonly apply: (lines: Lines) => Lines;
}
/** Others' writes arrive within milliseconds; a change that stood this long was not overwritten. */
const settledMs = 5000;
const thisTab = Math.random().toString(36).slice(2, 10);
let changes: readonly Change[] = [];
let lastNumber = 0;

function unsettled(): readonly Change[] {
  return changes.filter(({ at }) => Date.now() - at < settledMs);
}

/** Those of this tab that another tab did not know of when it wrote. */
function overwritten({ writers }: StoredCart): readonly Change[] {
  const lastWriter = [...writers.keys()].at(-1) ?? thisTab;
  if (lastWriter === thisTab) return [];
  const known = writers.get(thisTab) ?? 0;
  return unsettled().filter(({ number }) => number > known);
}

function keep(cart: StoredCart, made: readonly Change[]): void {
  const lines = made.reduce((before, { apply }) => apply(before), cart.lines);
  const writers = new Map(cart.writers);
  writers.delete(thisTab);
  $cartKeeping.set(writeCart(lines, writers.set(thisTab, lastNumber)));
  $cartLines.set(lines);
  // The header's number is not on this store: it must not load it.
  dispatchEvent(new CustomEvent('keywright:cart', { detail: countPieces(lines) }));
}

function change(apply: Change['apply']): void {
  const cart = currentCart();
  const lost = overwritten(cart);
  lastNumber += 1;
  const made = { number: lastNumber, at: Date.now(), apply };
  changes = [...unsettled(), made];
  keep(cart, [...lost, made]);
}

export function rereadCart(): void {
  if ($cartKeeping.get() === 'page') return;
  const cart = readCart();
  const lost = overwritten(cart);
  if (lost.length > 0) keep(cart, lost);
  else $cartLines.set(cart.lines);
}

/** A line that can't be one is refused quietly: the functions of the shop would refuse it loudly. */
export function addToCart(line: CartLine, path: string | null = null): void {
  addLines([{ ...line, path }]);
}

export function addLines(lines: readonly KeptLine[]): void {
  const added = lines.flatMap((line) => parseCartLine(line) ?? []);
  if (added.length > 0) change((lines) => joinLines(lines, added));
}

export function setQuantity(line: CartLine, quantity: number): void {
  const key = lineKey(line);
  const wanted = Math.min(Math.max(Math.trunc(quantity) || 1, 1), mostPieces);
  change((lines) =>
    lines.map((each) =>
      lineKey(each) === key && each.offer_id === null ? { ...each, quantity: wanted } : each,
    ),
  );
}

/** Another choice of the same thing: takes the line's place, or becomes more of one that is there. */
export function changeLine(line: CartLine, changed: CartLine): void {
  const key = lineKey(line);
  const swap = (each: KeptLine) => (lineKey(each) === key ? { ...changed, path: each.path } : each);
  change((lines) => joinLines([], lines.map(swap)));
}

export function removeLine(line: CartLine): void {
  const key = lineKey(line);
  const { lines } = currentCart();
  const place = lines.findIndex((each) => lineKey(each) === key);
  const removed = lines[place];
  if (removed === undefined) return;
  change((all) => all.filter((each) => lineKey(each) !== key));
  $removedLine.set({ line: removed, place });
}

export function undoRemove(): void {
  const removed = $removedLine.get();
  if (removed === null) return;
  $removedLine.set(null);
  const key = lineKey(removed.line);
  change((lines) => {
    const isBack = lines.some((each) => lineKey(each) === key);
    return isBack ? lines : lines.toSpliced(removed.place, 0, removed.line);
  });
}

export function forgetRemoved(): void {
  $removedLine.set(null);
}

export function replaceLines(lines: readonly KeptLine[]): void {
  const before = currentCart().lines;
  const wanted = joinLines([], lines);
  change((all) => (areSameLines(all, before) ? wanted : mergeChanges(before, wanted, all)));
}

export function clearCart(): void {
  $removedLine.set(null);
  replaceLines([]);
}

/** What became an order is no longer in the cart; what another tab or browser has put in since, is. */
export function dropOrdered(ordered: readonly CartLine[]): void {
  $removedLine.set(null);
  const taken = new Map(ordered.map((line) => [lineKey(line), line.quantity]));
  change((lines) =>
    lines.flatMap((line) => {
      const quantity = line.quantity - (taken.get(lineKey(line)) ?? 0);
      return quantity > 0 ? [{ ...line, quantity }] : [];
    }),
  );
}

/** Other tabs write to the same storage, and a page may come back from the browser's memory. */
function listen(): void {
  addEventListener('storage', ({ key }) => {
    if (key === cartStorageKey || key === null) rereadCart();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) rereadCart();
  });
}

if ('window' in globalThis) {
  recallAside(cartStorageKey);
  rereadCart();
  listen();
}
