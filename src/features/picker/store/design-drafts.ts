// chunk: picker
/**
 * Invariant: a draft belongs to the one tab that holds its lock, so two tabs never write over each
 * other; snapshots belong to all.
 */
import { atom } from 'nanostores';
import { decodeDesign, encodeDesign } from '#features/designs/model/design-code.ts';
import type { NamedDesign } from '#features/designs/model/design-bytes.ts';
import { fieldsOf } from '#shared/parsed-fields.ts';
import { $design, $designName, $settledDesign, settleDesign } from './design-desk.ts';
import { readKept, recallAside, setAside } from '#shared/set-aside.ts';

const draftPrefix = 'keywright:draft:';
const draftName = /^keywright:draft:([0-9a-f-]{36})$/;
export const snapshotKey = 'keywright:snapshots';
/** Under which drafts are set aside; each stays in its own place too. */
export const draftsKey = 'keywright:drafts';
const mostDrafts = 20;
const mostSnapshots = 60;

export interface Snapshot {
  readonly name: string;
  readonly code: string;
}

/** Whether the draft outlives the tab. */
export const $draftKept = atom(true);
export const $snapshots = atom<readonly Snapshot[]>([]);

interface StoredDraft {
  readonly id: string;
  readonly code: string;
  readonly savedAt: number;
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeText(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function parseDraft(id: string): StoredDraft | null {
  try {
    const stored: unknown = JSON.parse(readText(draftPrefix + id) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const { code, savedAt } = stored as Record<string, unknown>;
    return typeof code === 'string' && typeof savedAt === 'number' ? { id, code, savedAt } : null;
  } catch {
    return null;
  }
}

function draftIds(): readonly string[] {
  try {
    // Other drafts of the shop begin alike, and go on with a word.
    return Object.keys(localStorage).flatMap((key) => draftName.exec(key)?.[1] ?? []);
  } catch {
    return [];
  }
}

function storedDrafts(): readonly StoredDraft[] {
  const drafts = draftIds().flatMap((id) => parseDraft(id) ?? []);
  return drafts.toSorted((a, b) => b.savedAt - a.savedAt);
}

/** Drafts that nobody gets to see again, as they are stored. */
function unreadDrafts(): readonly string[] {
  return draftIds().flatMap((id) => {
    const draft = parseDraft(id);
    const isRead = draft !== null && decodeDesign(draft.code).ok;
    return isRead ? [] : [readText(draftPrefix + id) ?? ''];
  });
}

/** Holds the name for as long as the page lives; false where another tab holds it. */
function holdDraft(id: string): Promise<boolean> {
  const { locks } = navigator;
  if (locks === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const held = locks.request(draftPrefix + id, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<void>(() => {});
    });
    held.catch(() => resolve(false));
  });
}

function forgetOldDrafts(): void {
  for (const { id } of storedDrafts().slice(mostDrafts)) {
    try {
      localStorage.removeItem(draftPrefix + id);
    } catch {
      // What can't be removed can't be written either.
    }
  }
}

let current: string | null = null;

/** The newest draft that no other tab has open becomes this tab's; without one, a new name. */
export async function takeDraft(): Promise<NamedDesign | null> {
  $snapshots.set(readSnapshots());
  for (const key of [snapshotKey, draftsKey]) recallAside(key);
  const lost = unreadDrafts();
  if (lost.length > 0) setAside(draftsKey, lost.join('\n'));
  for (const draft of storedDrafts()) {
    const read = decodeDesign(draft.code);
    if (!read.ok || !(await holdDraft(draft.id))) continue;
    current = draft.id;
    return read.value;
  }
  await newDraft();
  return null;
}

export async function newDraft(): Promise<void> {
  current = crypto.randomUUID();
  await holdDraft(current);
  forgetOldDrafts();
}

export function keepDraft(): void {
  if (current === null) return;
  const code = encodeDesign({ name: $designName.get(), design: $settledDesign.get() });
  const text = JSON.stringify({ code, savedAt: Date.now() });
  $draftKept.set(writeText(draftPrefix + current, text));
}

/** From now on every settled change is kept, the last one also where the page goes at once. */
export function startKeeping(): () => void {
  addEventListener('pagehide', settleDesign);
  const stops = [
    $settledDesign.listen(keepDraft),
    $designName.listen(keepDraft),
    () => removeEventListener('pagehide', settleDesign),
  ];
  return () => stops.forEach((stop) => stop());
}

function isSnapshot(one: unknown): one is Snapshot {
  const fields = fieldsOf(one);
  return typeof fields?.['name'] === 'string' && typeof fields['code'] === 'string';
}

function readSnapshots(): readonly Snapshot[] {
  const stored = readKept(snapshotKey);
  if (stored === undefined) return [];
  const all: readonly unknown[] = Array.isArray(stored) ? stored : [];
  const read = all.filter(isSnapshot);
  // Whatever is written next leaves out what could not be read.
  const isWhole = Array.isArray(stored) && read.length === all.length;
  if (!isWhole) setAside(snapshotKey, readText(snapshotKey) ?? '');
  return read;
}

export function addSnapshot(name: string): void {
  const code = encodeDesign({ name, design: $design.get() });
  const snapshots = [{ name, code }, ...readSnapshots()].slice(0, mostSnapshots);
  writeText(snapshotKey, JSON.stringify(snapshots));
  $snapshots.set(snapshots);
}

export function removeSnapshot(code: string): void {
  const snapshots = readSnapshots().filter((one) => one.code !== code);
  writeText(snapshotKey, JSON.stringify(snapshots));
  $snapshots.set(snapshots);
}
