/** Invariant: what only time or entrants change of a list is no colleague's doing. */
import { momentWords } from '#shared/date-words.ts';
import { numberOf, plainText, textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { listKindName } from '#shared/list-kind.ts';
import type { ListDeskFacts } from './list-desk.ts';
import type { BothSides } from '#desk-kit/model/table-edit.ts';

export interface ListReading {
  readonly list: DeskRow;
  readonly choices: readonly DeskRow[];
  readonly facts: Pick<ListDeskFacts, 'entries' | 'offers'>;
}

/** What a step was meant to make of one thing of a list. */
export interface WantedStep {
  readonly key: string;
  readonly words: string;
}

export const offerKey = (offer: DeskRow): string => `offer:${offer.id}`;
export const entryKey = (entry: DeskRow): string => `entry:${entry.id}`;

const momentOrNone = (row: DeskRow, column: string): string =>
  textOf(row, column) === '' ? '' : momentWords(textOf(row, column));

const fields: readonly (readonly [string, string, (row: DeskRow, column: string) => string])[] = [
  ['status', 'Status', textOf],
  ['title', 'Title', textOf],
  ['kind', 'Kind', (row, column) => listKindName(textOf(row, column))],
  ['opens_at', 'Opens', momentOrNone],
  ['closes_at', 'Closes', momentOrNone],
  ['capacity', 'Number available', numberWords],
  ['max_wins', 'Maximum per person', numberWords],
  ['pay_within_hours', 'Hours to pay', numberWords],
  ['released', 'Given out', numberWords],
  ['rules', 'Rules', textOf],
];

function numberWords(row: DeskRow, column: string): string {
  return plainText(row.values[column]);
}

/** @example offerWords(offer) // 'taken back: Sells places' */
export function offerWords(offer: DeskRow): string {
  if (offer.values['is_ordered'] === true) return 'ordered';
  const status = textOf(offer, 'status');
  if (status === 'pending') return `holds until ${momentOrNone(offer, 'expires_at')}`;
  if (status === 'claimed') return `in a cart until ${momentOrNone(offer, 'holds_until')}`;
  if (status === 'expired') return 'expired';
  const back = takenBackWords(textOf(offer, 'end_reason'));
  return textOf(offer, 'reinstated_at') !== '' ? `${back}; ${askedAgainWords}` : back;
}

export const takenBackWords = (reason: string): string => `withdrawn: ${reason.trim()}`;
export const askedAgainWords = 'can get another offer';

/** Empty for whoever may enter. */
export function entryWords(entry: DeskRow): string {
  const note = textOf(entry, 'ban_note');
  return note === '' ? freeWords : keptOffWords(note);
}

export const keptOffWords = (note: string): string => `banned from lists: ${note.trim()}`;
export const freeWords = 'can enter lists';

interface Said {
  readonly name: string;
  readonly words: string;
}

function saidOf({ list, choices, facts }: ListReading): ReadonlyMap<string, Said> {
  const said = new Map<string, Said>();
  for (const [column, name, words] of fields)
    said.set(column, { name, words: words(list, column) });
  const titles = choices.map((choice) => textOf(choice, 'variant.title'));
  said.set('choices', { name: 'Choices', words: titles.join(', ') });
  for (const offer of facts.offers) {
    const name = `Rank ${numberOf(offer, 'rank')}, ${textOf(offer, 'title')}`;
    said.set(offerKey(offer), { name, words: offerWords(offer) });
  }
  for (const entry of facts.entries)
    said.set(entryKey(entry), { name: `Entry ${entry.id.slice(0, 8)}`, words: entryWords(entry) });
  return said;
}

/** Whatever is not as it was seen, with what the step wanted of it. */
export function changesOfList(
  seen: ListReading,
  now: ListReading,
  wanted: WantedStep,
): readonly BothSides[] {
  const [old, current] = [saidOf(seen), saidOf(now)];
  return [...current].flatMap(([key, { name, words }]) => {
    const before = old.get(key)?.words ?? '';
    // Who entered meanwhile is not what a colleague did.
    if (before === words || (key.startsWith('entry:') && !old.has(key))) return [];
    return [{ key, name, before, theirs: words, mine: key === wanted.key ? wanted.words : before }];
  });
}
