/**
 * What the owner's desk reads of a list and does to the people on it. Entries come without names
 * except through `exportEntries`, which leaves a row in the audit log.
 */
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

export const listDesk = (listId: string, parts: CallParts = {}) =>
  callFunction('list_desk', { p_list: listId }, parts);

/** All of them with an empty text. */
export const findEntries = (listId: string, text: string, parts: CallParts = {}) =>
  callFunction('find_entries', { p_list: listId, p_search: text }, parts);

export const previewOffers = (listId: string, wanted: number, parts: CallParts = {}) =>
  callFunction('preview_offers', { p_list: listId, p_count: wanted }, parts);

export const exportEntries = (listId: string, parts: CallParts = {}) =>
  callFunction('export_entries', { p_list: listId }, parts);

export interface Ban {
  /** Null is for good; a time that has passed ends it. */
  readonly until: string | null;
  readonly note: string;
  /** The note that stood there when this was decided, empty for none. */
  readonly seenNote: string;
}

/** Gives whether the person is kept off now. */
export const banEntrant = (
  entryId: string,
  { until, note, seenNote }: Ban,
  parts: CallParts = {},
): Answer<boolean> =>
  callFunction(
    'ban_entrant',
    { p_entry: entryId, p_until: until as string, p_note: note, p_seen_note: seenNote },
    ({ is_banned: isBanned }) => isBanned,
    parts,
  );
