/**
 * Invariant: whoever presses has one key until the shop has answered, written down before anything is sent;
 * another tab finds the same one. What was changed after an answer was lost goes out under it as well: it is
 * ordered if the press before never arrived, and otherwise the shop tells what was.
 */
import type { CartLine } from '#features/cart/model/cart-line.ts';

const storageKey = 'keywright:order:key';

/** Of what was sent, what tells nothing about a person. */
interface Sent {
  readonly lines: readonly CartLine[];
}

interface KeptKey {
  readonly key: string;
  /** Missing in what older pages kept. */
  readonly sent?: Sent;
}

function readKept(): KeptKey | null {
  try {
    const kept: Partial<KeptKey> = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return kept.key ? { ...kept, key: kept.key } : null;
  } catch {
    return null;
  }
}

/** Holds the key where storage is forbidden: then it lives as long as the page. */
let onThisPage: KeptKey | null = null;

/** The key under which this goes out, and what went out under it before. */
export function takeOrderKey(sent: Sent): { readonly key: string; readonly before: Sent | null } {
  const kept = readKept() ?? onThisPage;
  const taken = { key: kept?.key ?? crypto.randomUUID(), sent };
  onThisPage = taken;
  try {
    localStorage.setItem(storageKey, JSON.stringify(taken));
  } catch {
    // The page itself remembers.
  }
  return { key: taken.key, before: kept?.sent ?? null };
}

/** What was intended has come about, or was turned down for good. */
export function dropOrderKey(): void {
  onThisPage = null;
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Nothing was stored.
  }
}

/** Two tabs that order at the same moment do it one after the other. */
export function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request('keywright:order', work);
}
