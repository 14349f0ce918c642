/**
 * What the owner's desk reads of a list and does to the people on it. Entries come without names
 * except through `exportEntries`, which leaves a row in the audit log.
 */
import type { AnswerCount } from '../model/list-desk.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { parseListRow, parseOffer, type ListOffer, type ListRow } from './list-rows.ts';

type Raw = Readonly<Record<string, unknown>>;
const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null;
const rows = (value: unknown): readonly Raw[] => (Array.isArray(value) ? value.filter(isRaw) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const count = (value: unknown): number => (typeof value === 'number' ? value : 0);
const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

export interface DeskEntry {
  readonly entryId: string;
  readonly place: number;
  readonly choices: readonly string[];
  readonly maxWins: number;
  readonly comment: string;
  readonly enteredAt: string;
  readonly hasAccount: boolean;
  readonly strikes: number;
  /** Why staff keep the person off lists; empty when they don't. */
  readonly banNote: string;
}

export interface DeskOffer extends ListOffer {
  readonly isReinstated: boolean;
  readonly offeredAt: string;
  /** When its person was first shown it; empty until then. */
  readonly seenAt: string;
  /** When its order was paid in full; empty until then. */
  readonly paidAt: string;
}

export interface DeskChoice {
  readonly id: string;
  readonly variantId: string;
  readonly title: string;
  readonly editions: number | null;
  readonly wished: number;
  readonly wishedFirst: number;
}

export interface ListDesk {
  readonly list: ListRow;
  readonly choices: readonly DeskChoice[];
  readonly answers: readonly AnswerCount[];
  readonly entries: readonly DeskEntry[];
  /** Entries that share an address or a payment mail: to be looked at, never refused by it. */
  readonly duplicates: readonly { readonly because: string; readonly entries: readonly string[] }[];
  readonly offers: readonly DeskOffer[];
  readonly perDay: readonly { readonly day: string; readonly entered: number }[];
  readonly readAt: string;
}

export const listDesk = (listId: string, parts: CallParts = {}): Answer<ListDesk> =>
  callFunction('list_desk', { p_list: listId }, parseDesk, parts);

function parseDesk(data: unknown): ListDesk | null {
  if (!isRaw(data)) return null;
  const list = parseListRow(data['list']);
  if (list === null) return null;
  return {
    list,
    choices: rows(data['choices']).map((row) => ({
      id: text(row['id']),
      variantId: text(row['variant_id']),
      title: text(row['title']),
      editions: typeof row['editions'] === 'number' ? row['editions'] : null,
      wished: count(row['wished']),
      wishedFirst: count(row['wished_first']),
    })),
    answers: rows(data['answers']).map((row) => ({
      valueId: text(row['value_id']),
      question: text(row['option']),
      answer: text(row['value']),
      chosen: count(row['chosen']),
    })),
    entries: rows(data['entries']).map((row) => ({
      entryId: text(row['entry_id']),
      place: count(row['place']),
      choices: texts(row['choices']),
      maxWins: count(row['max_wins']),
      comment: text(row['comment']),
      enteredAt: text(row['entered_at']),
      hasAccount: row['has_account'] === true,
      strikes: count(row['strikes']),
      banNote: text(row['ban_note']),
    })),
    duplicates: rows(data['duplicates']).map((row) => ({
      because: text(row['because']),
      entries: texts(row['entries']),
    })),
    offers: rows(data['offers']).flatMap(parseDeskOffer),
    perDay: rows(data['per_day']).map((row) => ({
      day: text(row['day']),
      entered: count(row['entered']),
    })),
    readAt: text(data['read_at']),
  };
}

function parseDeskOffer(row: Raw): readonly DeskOffer[] {
  const offer = parseOffer(row);
  if (offer === null) return [];
  const isReinstated = text(row['reinstated_at']) !== '';
  const [offeredAt, seenAt] = [text(row['offered_at']), text(row['seen_at'])];
  return [{ ...offer, isReinstated, offeredAt, seenAt, paidAt: text(row['paid_at']) }];
}

export interface PreviewedOffer {
  readonly entryId: string;
  readonly choiceId: string;
  readonly variantId: string;
  readonly place: number;
}

export const previewOffers = (
  listId: string,
  wanted: number,
  parts: CallParts = {},
): Answer<readonly PreviewedOffer[]> =>
  callFunction(
    'preview_offers',
    { p_list: listId, p_count: wanted },
    (data) =>
      rows(data).map((row) => ({
        entryId: text(row['entry_id']),
        choiceId: text(row['choice_id']),
        variantId: text(row['variant_id']),
        place: count(row['place']),
      })),
    parts,
  );

export const finishList = (listId: string, parts: CallParts = {}): Answer<ListRow> =>
  callFunction('finish_list', { p_list: listId }, parseListRow, parts);

export interface NamedEntry {
  readonly entryId: string;
  readonly place: number;
  readonly email: string;
  readonly name: string;
  readonly choices: readonly string[];
  readonly maxWins: number;
}

export const exportEntries = (
  listId: string,
  parts: CallParts = {},
): Answer<readonly NamedEntry[]> =>
  callFunction(
    'export_entries',
    { p_list: listId },
    (data) =>
      rows(data).map((row) => ({
        entryId: text(row['entry_id']),
        place: count(row['place']),
        email: text(row['email']),
        name: text(row['name']),
        choices: texts(row['choices']),
        maxWins: count(row['max_wins']),
      })),
    parts,
  );

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
    (data) => {
      const isBanned = isRaw(data) ? data['is_banned'] : null;
      return typeof isBanned === 'boolean' ? isBanned : null;
    },
    parts,
  );
