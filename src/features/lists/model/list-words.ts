import { momentWords } from '#shared/date-words.ts';
import type { ListWay } from '#shared/list-kind.ts';

interface KindWords {
  readonly send: string;
  readonly leave: string;
  readonly ask: string;
  readonly people: (count: string) => string;
  /** How many the list gives out in all, beside those who want them. */
  readonly places: (count: number) => string;
  /** How many there are of one choice. */
  readonly editions: (count: number) => string;
  readonly rule: (payWithinHours: number, closesAt: string | null) => string;
}

const until = (closesAt: string | null) =>
  closesAt === null ? 'at any time' : `until ${momentWords(closesAt)}`;

const draw: KindWords = {
  send: 'Enter',
  leave: 'Withdraw my entry',
  ask: 'What you would like to win, favourite first',
  people: (count) => `${count} entered`,
  places: (count) => `, ${count} will win`,
  editions: (count) => `, ${count} available`,
  rule: (hours, closesAt) =>
    `Entering is free. If you win, you have ${hours} hours to pay. You can change your choices or withdraw ${until(closesAt)}.`,
};

const queue: KindWords = {
  send: 'Join',
  leave: 'Leave the list',
  ask: 'What you would like, favourite first',
  people: (count) => `${count} on the list`,
  places: () => '',
  editions: (count) => `, ${count} made`,
  rule: (hours, closesAt) =>
    `Joining is free. When it is your turn, you have ${hours} hours to order. You can change your choices or withdraw ${until(closesAt)}.`,
};

const vote: KindWords = {
  send: 'Vote',
  leave: 'Withdraw my vote',
  ask: 'What you would buy',
  people: (count) => `${count} would buy one`,
  places: () => '',
  editions: () => '',
  rule: (_hours, closesAt) =>
    `A vote is free and doesn’t commit you to buying. You can change or withdraw it ${until(closesAt)}.`,
};

/** What a list asks, on pages, in dialogs and in mails. */
export const listWords = ({ isDrawn, isVote }: ListWay): KindWords =>
  isVote ? vote : isDrawn ? draw : queue;

interface Given {
  readonly capacity: number | null;
  readonly choices: readonly { readonly editions: number | null }[];
}

/** How many a list gives out in all: never more than there are editions. Null where nothing limits it. */
export function placesToGive({ capacity, choices }: Given): number | null {
  const editions = choices.flatMap((choice) => choice.editions ?? []);
  const isCounted = choices.length > 0 && editions.length === choices.length;
  const most = isCounted ? editions.reduce((sum, count) => sum + count, 0) : null;
  return most === null || capacity === null ? (most ?? capacity) : Math.min(most, capacity);
}

/** @example countWords(raffle) // '213 people entered, 69 will win.' */
export function countWords(list: Given & ListWay & { readonly entryCount: number }): string {
  const words = listWords(list);
  const count = placesToGive(list);
  const people = `${list.entryCount} ${list.entryCount === 1 ? 'person' : 'people'}`;
  return `${words.people(people)}${count === null ? '' : words.places(count)}.`;
}
