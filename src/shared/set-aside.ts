/**
 * What this browser kept and this page can't read. It is set aside before anything is written in its
 * place, so that it is not lost, and told until somebody has seen it.
 */
import { atom } from 'nanostores';

type BoxName = 'localStorage' | 'sessionStorage';

/** The texts, by the key that they were kept under. */
export const $setAside = atom<Readonly<Record<string, string>>>({});

const asideKey = (key: string) => `${key}:aside`;
/** Hidden, but kept: until the next one takes its place. */
const seenKey = (key: string) => `${key}:aside:seen`;

/** Reading the property alone throws where storage is forbidden. */
function boxOf(name: BoxName): Storage | null {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null;
  }
}

function readText(key: string, box: BoxName): string | null {
  try {
    return boxOf(box)?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

export function setAside(key: string, text: string, box: BoxName = 'localStorage'): void {
  // What was hidden once is not told again for as long as it is still what is stored.
  if (readText(seenKey(key), box) === text) return;
  if ($setAside.get()[key] !== text) $setAside.set({ ...$setAside.get(), [key]: text });
  try {
    const storage = boxOf(box);
    if (storage?.getItem(asideKey(key)) !== text) storage?.setItem(asideKey(key), text);
  } catch {
    // No room for a second copy: this page still has it.
  }
}

/** What an earlier page set aside and nobody has seen yet. */
export function recallAside(key: string, box: BoxName = 'localStorage'): void {
  const text = readText(asideKey(key), box);
  if (text !== null) $setAside.set({ ...$setAside.get(), [key]: text });
}

function withoutKey(key: string): void {
  const { [key]: _gone, ...others } = $setAside.get();
  $setAside.set(others);
}

/** Somebody has seen that it could not be read. */
export function hideAside(key: string, box: BoxName = 'localStorage'): void {
  const text = $setAside.get()[key];
  withoutKey(key);
  try {
    const storage = boxOf(box);
    if (text !== undefined) storage?.setItem(seenKey(key), text);
    storage?.removeItem(asideKey(key));
  } catch {
    // It is told again on the next page.
  }
}

/** It was somebody's who is no longer here, or its room is needed. */
export function forgetAside(key: string, box: BoxName = 'localStorage'): void {
  withoutKey(key);
  try {
    const storage = boxOf(box);
    for (const each of [asideKey(key), seenKey(key)]) storage?.removeItem(each);
  } catch {
    // Nothing was kept where nothing can be.
  }
}

/** What is kept under a key, as JSON; undefined where there is nothing, or nothing that can be read. */
export function readKept(key: string, box: BoxName = 'localStorage'): unknown {
  const text = readText(key, box);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    setAside(key, text, box);
    return undefined;
  }
}
