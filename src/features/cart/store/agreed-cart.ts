/**
 * What this browser and an account last agreed is in the cart: the only place that knows whose cart
 * it is. Without one the cart is a guest's. Invariant: a cart that could not be handed in before its
 * owner left waits out of sight, for the same owner alone.
 */
import { joinLines, parseCartLine, type CartLine, type KeptLine } from '../model/cart-line.ts';
import { fieldsOf, listOf, numberOf, textOf, textOrNull } from '#shared/parsed-fields.ts';
import { setAside } from '#shared/set-aside.ts';

export interface AgreedCart {
  readonly userId: string;
  readonly version: number;
  readonly lines: readonly CartLine[];
  /** Until when all of it waits to be sent together. */
  readonly together: string | null;
  /** How often the browser's cart had been written then: with fewer writings, it is not that cart. */
  readonly revision: number;
}

export interface WaitingCart {
  readonly userId: string;
  /** What was agreed on, and what became of it here. */
  readonly agreed: readonly CartLine[];
  readonly lines: readonly KeptLine[];
}

const agreedKey = 'keywright:cart:account';
const waitingKey = (userId: string) => `keywright:cart:waiting:${userId}`;
const onThisPage = new Map<string, string>();

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? onThisPage.get(key) ?? null;
  } catch {
    return onThisPage.get(key) ?? null;
  }
}

function writeText(key: string, text: string | null): void {
  onThisPage.delete(key);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // As the cart itself: without storage it lives as long as the page.
    if (text !== null) onThisPage.set(key, text);
  }
}

function readFields(key: string) {
  const text = readText(key);
  try {
    return fieldsOf(JSON.parse(text ?? 'null'));
  } catch {
    if (text !== null) setAside(key, text);
    return null;
  }
}

const linesOf = (value: unknown) => joinLines([], listOf(value, parseCartLine));

export function readAgreed(): AgreedCart | null {
  const raw = readFields(agreedKey);
  const userId = textOf(raw?.['userId']);
  if (raw === null || userId === '') return null;
  const [version, revision] = [numberOf(raw['version']), numberOf(raw['revision'])];
  const together = textOrNull(raw['together']);
  return { userId, version, revision, lines: linesOf(raw['lines']), together };
}

export function writeAgreed(cart: AgreedCart | null): void {
  writeText(agreedKey, cart === null ? null : JSON.stringify(cart));
}

export function readWaiting(userId: string): WaitingCart | null {
  const raw = readFields(waitingKey(userId));
  if (raw === null) return null;
  return { userId, agreed: linesOf(raw['agreed']), lines: linesOf(raw['lines']) };
}

export function writeWaiting(cart: WaitingCart): void {
  writeText(waitingKey(cart.userId), JSON.stringify(cart));
}

export function dropWaiting(userId: string): void {
  writeText(waitingKey(userId), null);
}
