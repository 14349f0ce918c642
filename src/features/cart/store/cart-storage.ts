/**
 * Invariant: what can be read of a stored cart, however broken or of whatever version, is never lost,
 * and what could not be read is set aside before it is written over.
 */
import { joinLines, parseCartLine, type KeptLine } from '../model/cart-line.ts';
import { forgetAside, setAside } from '#shared/set-aside.ts';

export const cartStorageKey = 'keywright:cart';
const version = 1;

/** Where the cart lives: for good, until the tab is closed, or on this page alone. */
export type Keeping = 'browser' | 'tab' | 'page';

export type Writers = ReadonlyMap<string, number>;

export interface StoredCart {
  readonly lines: readonly KeptLine[];
  /** Counts the writes, so that the newer of two copies is known. */
  readonly revision: number;
  /** Tabs, the last writer at the end, each with how many of its changes are in these lines. */
  readonly writers: Writers;
  /** False where something in it is not of this version and would be lost by writing. */
  readonly isUnderstood: boolean;
}

const noWriters: Writers = new Map();
const nothing: StoredCart = { lines: [], revision: 0, writers: noWriters, isUnderstood: true };
/** More than change a cart in the time in which one of them may overwrite another. */
const mostWriters = 8;

function readLines(values: readonly unknown[]): readonly KeptLine[] {
  return joinLines(
    [],
    values.flatMap((value) => parseCartLine(value) ?? []),
  );
}

/** Whole objects in a text that is not whole: what was cut off or overwritten takes only itself along. */
function salvage(text: string): readonly unknown[] {
  const found: unknown[] = [];
  for (const { index } of text.matchAll(/\{\s*"(?:variant_id|quantity|options|path)"/g)) {
    for (let end = text.indexOf('}', index); end !== -1; end = text.indexOf('}', end + 1)) {
      try {
        found.push(JSON.parse(text.slice(index, end + 1)));
        break;
      } catch {
        // Not its own end yet.
      }
      if (end - index > 4000) break;
    }
  }
  return found;
}

function readWriters(value: unknown): Writers {
  if (!Array.isArray(value)) return noWriters;
  return new Map(
    value.flatMap((pair: unknown) =>
      Array.isArray(pair) && typeof pair[0] === 'string' && Number.isSafeInteger(pair[1])
        ? [[pair[0], Number(pair[1])]]
        : [],
    ),
  );
}

export function parseStoredCart(text: string | null): StoredCart {
  if (text === null) return nothing;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ...nothing, lines: readLines(salvage(text)), isUnderstood: false };
  }
  // The first carts were a bare list of lines.
  if (Array.isArray(value)) return { ...nothing, lines: readLines(value) };
  if (typeof value !== 'object' || value === null) return { ...nothing, isUnderstood: false };
  const raw = value as Readonly<Record<string, unknown>>;
  const values: readonly unknown[] = Array.isArray(raw['lines']) ? raw['lines'] : salvage(text);
  const lines = readLines(values);
  const revision = Number.isSafeInteger(raw['revision']) ? Number(raw['revision']) : 0;
  const isUnderstood = raw['version'] === version && lines.length === values.length;
  return { lines, revision, writers: readWriters(raw['writers']), isUnderstood };
}

export interface CartTrouble {
  /** Cut off or overwritten, or written by another version of the shop. */
  readonly why: 'damaged' | 'other-version';
  readonly readLines: number;
  /** How many more it seems to have held; null where that can't be told. */
  readonly lostLines: number | null;
}

/** What is wrong with a stored cart, for who would otherwise find it empty; null for one that is whole. */
export function troubleOf(text: string): CartTrouble | null {
  const { lines, isUnderstood } = parseStoredCart(text);
  if (isUnderstood || ['', 'null', '{}', '[]'].includes(text.trim())) return null;
  const held = text.split('"variant_id"').length - 1;
  return {
    why: isOfOtherVersion(text) ? 'other-version' : 'damaged',
    readLines: lines.length,
    lostLines: held === 0 ? null : Math.max(held - lines.length, 0),
  };
}

function isOfOtherVersion(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    const isNamed = typeof value === 'object' && value !== null && 'version' in value;
    return isNamed && value.version !== version;
  } catch {
    return false;
  }
}

type Box = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Reading the property alone throws where storage is forbidden. */
function openBox(name: 'localStorage' | 'sessionStorage'): Box | null {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null;
  }
}

function readBox(box: Box | null): string | null {
  try {
    return box?.getItem(cartStorageKey) ?? null;
  } catch {
    return null;
  }
}

function writeBox(box: Box | null, text: string): boolean {
  try {
    if (box === null) return false;
    box.setItem(cartStorageKey, text);
    return true;
  } catch {
    return false;
  }
}

/** The newer of the copies in the browser and in this tab. */
export function readCart(): StoredCart {
  const stored = readBox(openBox('localStorage'));
  const kept = parseStoredCart(stored);
  if (!kept.isUnderstood && stored !== null && troubleOf(stored) !== null) {
    setAside(cartStorageKey, stored);
  }
  const inTab = readBox(openBox('sessionStorage'));
  if (inTab === null) return kept;
  const ofTab = parseStoredCart(inTab);
  return ofTab.revision > kept.revision ? ofTab : kept;
}

export function writeCart(lines: readonly KeptLine[], writers = noWriters): Keeping {
  const before = readCart();
  const [local, tab] = [openBox('localStorage'), openBox('sessionStorage')];
  const revision = before.revision + 1;
  const text = JSON.stringify({
    version,
    revision,
    writers: [...writers].slice(-mostWriters),
    lines,
  });
  if (writeBox(local, text)) return 'browser';
  // What was set aside may be what fills it: the lines that could be read are worth more.
  forgetAside(cartStorageKey);
  if (writeBox(local, text)) return 'browser';
  return writeBox(tab, text) ? 'tab' : 'page';
}
