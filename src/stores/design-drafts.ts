/**
 * The only place that keeps unsaved designs in this browser. Invariant: a draft belongs to the one
 * tab that holds its lock, so two tabs never write over each other; snapshots belong to all.
 */
import { atom } from 'nanostores';
import { decodeDesign, encodeDesign } from '#domain/design-code.ts';
import type { NamedDesign } from '#domain/design-bytes.ts';
import { $design, $designName, $settledDesign, settleDesign } from './design-desk.ts';

const draftPrefix = 'keywright:draft:';
const snapshotKey = 'keywright:snapshots';
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

function storedDrafts(): readonly StoredDraft[] {
  try {
    const ids = Object.keys(localStorage).flatMap((key) =>
      key.startsWith(draftPrefix) ? [key.slice(draftPrefix.length)] : [],
    );
    const drafts = ids.flatMap((id) => parseDraft(id) ?? []);
    return drafts.toSorted((a, b) => b.savedAt - a.savedAt);
  } catch {
    return [];
  }
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

function readSnapshots(): readonly Snapshot[] {
  try {
    const stored: unknown = JSON.parse(readText(snapshotKey) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(
      (one): one is Snapshot => typeof one?.name === 'string' && typeof one?.code === 'string',
    );
  } catch {
    return [];
  }
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
