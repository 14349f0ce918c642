import { momentWords } from '#shared/date-words.ts';
import { listKinds, type ListKind } from './list-status.ts';

interface KindWords {
  readonly name: string;
  /** The key on the page, and the title of the dialog that it opens. */
  readonly join: string;
  readonly send: string;
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

/** What each kind of list is called and asks, on pages, in dialogs and in mails. */
export const listWords: Readonly<Record<ListKind, KindWords>> = {
  raffle: {
    name: 'Raffle',
    join: 'Enter this raffle',
    send: 'Enter',
    ask: 'What you would like to win, favourite first',
    people: (count) => `${count} entered`,
    places: (count) => `, ${count} will win`,
    editions: (count) => `, ${count} available`,
    rule: (hours, closesAt) =>
      `Entering is free. If you win, you have ${hours} hours to pay. You can change your choices or withdraw ${until(closesAt)}.`,
  },
  waiting_list: {
    name: 'Waiting list',
    join: 'Join the waiting list',
    send: 'Join',
    ask: 'What you would like, favourite first',
    people: (count) => `${count} on the list`,
    places: () => '',
    editions: (count) => `, ${count} made`,
    rule: (hours, closesAt) =>
      `Joining is free. When it is your turn, you have ${hours} hours to order. You can change your choices or withdraw ${until(closesAt)}.`,
  },
  interest_check: {
    name: 'Interest check',
    join: 'I’d buy one',
    send: 'Vote',
    ask: 'What you would buy',
    people: (count) => `${count} would buy one`,
    places: () => '',
    editions: () => '',
    rule: (_hours, closesAt) =>
      `A vote is free and doesn’t commit you to buying. You can change or withdraw it ${until(closesAt)}.`,
  },
};

export const listKindName = (kind: string): string =>
  listKinds.some((each) => each === kind) ? listWords[kind as ListKind].name : kind;

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
export function countWords(
  list: Given & { readonly kind: ListKind; readonly entryCount: number },
): string {
  const words = listWords[list.kind];
  const count = placesToGive(list);
  const people = `${list.entryCount} ${list.entryCount === 1 ? 'person' : 'people'}`;
  return `${words.people(people)}${count === null ? '' : words.places(count)}.`;
}
