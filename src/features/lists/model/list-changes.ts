/** Invariant: what only time or entrants change of a list is no colleague's doing. */
import { momentWords } from '#shared/date-words.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import { listKindName } from '#shared/list-kind.ts';
import type { Entry, ListDeskFacts, Offer } from './list-desk.ts';
import type { BothSides } from '#desk-kit/model/table-edit.ts';

export interface ListReading {
  readonly list: DeskRow<Row<'lists'>>;
  readonly choices: readonly DeskRow<{ readonly variant: { readonly title: string } }>[];
  readonly facts: Pick<ListDeskFacts, 'entries' | 'offers'>;
}

/** What a step was meant to make of one thing of a list. */
export interface WantedStep {
  readonly key: string;
  readonly words: string;
}

export const offerKey = (offer: Offer): string => `offer:${offer.id}`;
export const entryKey = (entry: Entry): string => `entry:${entry.entry_id}`;

const momentOrNone = (moment: string | null): string =>
  moment === null ? '' : momentWords(moment);

const fieldsOf = (list: Row<'lists'>): readonly (readonly [string, string, string])[] => [
  ['status', 'Status', list.status],
  ['title', 'Title', list.title],
  ['kind', 'Kind', listKindName(list.kind)],
  ['opens_at', 'Opens', momentOrNone(list.opens_at)],
  ['closes_at', 'Closes', momentOrNone(list.closes_at)],
  ['capacity', 'Number available', `${list.capacity ?? ''}`],
  ['max_wins', 'Maximum per person', `${list.max_wins}`],
  ['pay_within_hours', 'Hours to pay', `${list.pay_within_hours}`],
  ['released', 'Given out', `${list.released}`],
  ['rules', 'Rules', list.rules],
];

/** @example offerWords(offer) // 'taken back: Sells places' */
export function offerWords(offer: Offer): string {
  if (offer.is_ordered) return 'ordered';
  const { status } = offer;
  if (status === 'pending') return `holds until ${momentWords(offer.expires_at)}`;
  if (status === 'claimed') return `in a cart until ${momentOrNone(offer.holds_until)}`;
  if (status === 'expired') return 'expired';
  const back = takenBackWords(offer.end_reason ?? '');
  return offer.reinstated_at !== null ? `${back}; ${askedAgainWords}` : back;
}

export const takenBackWords = (reason: string): string => `withdrawn: ${reason.trim()}`;
export const askedAgainWords = 'can get another offer';

/** Empty for whoever may enter. */
export function entryWords(entry: Entry): string {
  return entry.ban_note === '' ? freeWords : keptOffWords(entry.ban_note);
}

export const keptOffWords = (note: string): string => `banned from lists: ${note.trim()}`;
export const freeWords = 'can enter lists';

interface Said {
  readonly name: string;
  readonly words: string;
}

function saidOf({ list, choices, facts }: ListReading): ReadonlyMap<string, Said> {
  const said = new Map<string, Said>();
  for (const [column, name, words] of fieldsOf(list.values)) said.set(column, { name, words });
  const titles = choices.map((choice) => choice.values.variant.title);
  said.set('choices', { name: 'Choices', words: titles.join(', ') });
  for (const offer of facts.offers) {
    const name = `Rank ${offer.rank}, ${offer.title}`;
    said.set(offerKey(offer), { name, words: offerWords(offer) });
  }
  for (const entry of facts.entries)
    said.set(entryKey(entry), {
      name: `Entry ${entry.entry_id.slice(0, 8)}`,
      words: entryWords(entry),
    });
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
