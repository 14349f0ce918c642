/** The desk of designs: what visitors report, what staff hid, and the page of one design. */
import { atom } from 'nanostores';
import type { DesignRecord } from '../model/design-record.ts';
import { askedAgain, staysShown } from '#desk-kit/store/desk-refusal.ts';
import { createDeskTable } from '#desk-kit/store/desk-table.ts';
import { designRecord, publicDesignSource } from '../api/design-moderation.ts';
import { moderateDesign } from '../api/designs.ts';
import { isUuid } from '#shared/uuid.ts';

const table = (state: 'reported' | 'hidden' | 'gallery') =>
  createDeskTable({
    name: `designs-${state}`,
    source: publicDesignSource(state),
    shape: {
      sortable: ['at'],
      filterable: [],
      defaultSort: { column: 'at', direction: 'desc' },
    },
  });

export const designTables = {
  reported: table('reported'),
  hidden: table('hidden'),
  gallery: table('gallery'),
} as const;

export type DesignsShown = keyof typeof designTables;

export type ShownDesign =
  | { readonly status: 'closed' | 'loading' }
  | { readonly status: 'failed'; readonly message: string; readonly isMissing: boolean }
  | { readonly status: 'open'; readonly record: DesignRecord };

export const $shownDesign = atom<ShownDesign>({ status: 'closed' });

/** What the address asks for; an answer to what it asked before is thrown away. */
let asked: string | null = null;

/** Quietly: what is shown stays until it was read again. */
export async function showDesign(id: string | null, isQuiet = false): Promise<void> {
  asked = id;
  if (id === null) {
    $shownDesign.set({ status: 'closed' });
    return;
  }
  if (!isUuid(id)) {
    $shownDesign.set({ status: 'failed', message: '', isMissing: true });
    return;
  }
  if (!isQuiet) $shownDesign.set({ status: 'loading' });
  const read = await designRecord(id);
  if (asked !== id) return;
  if (read.ok) $shownDesign.set({ status: 'open', record: read.value });
  else if ($shownDesign.get().status !== 'open' || !staysShown(read.error)) {
    $shownDesign.set({
      status: 'failed',
      message: askedAgain(read.error),
      isMissing: read.error.reason === 'unknown_design',
    });
  }
}

/** Answers its reports too. Gives what went wrong, or null. */
export async function decideDesign(
  { id }: DesignRecord,
  isHidden: boolean,
  reason: string,
): Promise<string | null> {
  const done = await moderateDesign(id, isHidden, reason);
  if (!done.ok) return askedAgain(done.error);
  await showDesign(id, true);
  return null;
}
