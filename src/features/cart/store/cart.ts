/**
 * The cart of this browser: the only place that changes it. Every change starts from what is stored
 * at that moment, so that two tabs add to one cart. Invariant: nothing here waits for the network.
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
  return { lines: $cartLines.get(), revision: 0, isUnderstood: true };
}

function currentLines(): readonly KeptLine[] {
  return currentCart().lines;
}

function keep(lines: readonly KeptLine[]): void {
  $cartKeeping.set(writeCart(lines));
  $cartLines.set(lines);
  // The header's number is not on this store: it must not load it.
  dispatchEvent(new CustomEvent('keywright:cart', { detail: countPieces(lines) }));
}

export function rereadCart(): void {
  if ($cartKeeping.get() !== 'page') $cartLines.set(readCart().lines);
}

/** A line that can't be one is refused quietly: the functions of the shop would refuse it loudly. */
export function addToCart(line: CartLine, path: string | null = null): void {
  addLines([{ ...line, path }]);
}

export function addLines(lines: readonly KeptLine[]): void {
  const added = lines.flatMap((line) => parseCartLine(line) ?? []);
  if (added.length > 0) keep(joinLines(currentLines(), added));
}

export function setQuantity(line: CartLine, quantity: number): void {
  const key = lineKey(line);
  const wanted = Math.min(Math.max(Math.trunc(quantity) || 1, 1), mostPieces);
  keep(
    currentLines().map((each) =>
      lineKey(each) === key && each.offer_id === null ? { ...each, quantity: wanted } : each,
    ),
  );
}

/** Another choice of the same thing: takes the line's place, or becomes more of one that is there. */
export function changeLine(line: CartLine, changed: CartLine): void {
  const key = lineKey(line);
  const swapped = currentLines().map((each) =>
    lineKey(each) === key ? { ...changed, path: each.path } : each,
  );
  keep(joinLines([], swapped));
}

export function removeLine(line: CartLine): void {
  const key = lineKey(line);
  const lines = currentLines();
  const place = lines.findIndex((each) => lineKey(each) === key);
  const removed = lines[place];
  if (removed === undefined) return;
  keep(lines.toSpliced(place, 1));
  $removedLine.set({ line: removed, place });
}

export function undoRemove(): void {
  const removed = $removedLine.get();
  if (removed === null) return;
  $removedLine.set(null);
  const lines = currentLines();
  const isBack = lines.some((each) => lineKey(each) === lineKey(removed.line));
  if (!isBack) keep(lines.toSpliced(removed.place, 0, removed.line));
}

export function forgetRemoved(): void {
  $removedLine.set(null);
}

export function replaceLines(lines: readonly KeptLine[]): void {
  keep(joinLines([], lines));
}

export function clearCart(): void {
  $removedLine.set(null);
  keep([]);
}

/** What became an order is no longer in the cart; what another tab or browser has put in since, is. */
export function dropOrdered(ordered: readonly CartLine[]): void {
  $removedLine.set(null);
  const taken = new Map(ordered.map((line) => [lineKey(line), line.quantity]));
  const left = currentLines().flatMap((line) => {
    const quantity = line.quantity - (taken.get(lineKey(line)) ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
  keep(left);
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
