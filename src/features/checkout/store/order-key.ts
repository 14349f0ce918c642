/**
 * Invariant: one intention to buy has one key, written down before anything is sent and kept until the
 * answer is known; another tab with the same intention finds the same key.
 */
const storageKey = 'keywright:order:key';

interface KeptKey {
  readonly key: string;
  /** Hash of all that was asked for: nothing personal can be read from it. */
  readonly intention: string;
}

async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function readKept(): KeptKey | null {
  try {
    const kept: Partial<KeptKey> = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    const { key, intention } = kept;
    return key && intention ? { key, intention } : null;
  } catch {
    return null;
  }
}

/** Holds the key where storage is forbidden: then it lives as long as the page. */
let onThisPage: KeptKey | null = null;

/** The key of an intention, the same one each time until `dropOrderKey`. */
export async function orderKeyFor(intended: unknown): Promise<string> {
  const intention = await hashOf(JSON.stringify(intended));
  const kept = readKept() ?? onThisPage;
  if (kept?.intention === intention) return kept.key;
  const made = { key: crypto.randomUUID(), intention };
  onThisPage = made;
  try {
    localStorage.setItem(storageKey, JSON.stringify(made));
  } catch {
    // The page itself remembers.
  }
  return made.key;
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
