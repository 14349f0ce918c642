import type { Given } from '#shared/backend/given.ts';

type Desk = Given<'list_desk'>;
export type WishCount = Desk['choices'][number];
/** How many votes choose an answer to a question of the product. */
export type AnswerCount = Desk['answers'][number];

export type Entry = Desk['entries'][number];
export type Offer = Desk['offers'][number];

/** Whom an offer would go to. */
export interface NextOffer extends Pick<Given<'preview_offers'>[number], 'place'> {
  /** What they would get, by its title. */
  readonly variant: string;
}

export interface EntryDay {
  readonly day: string;
  readonly entered: number;
  /** Of those who still stand on the list, how many had entered by then. */
  readonly total: number;
}

const dayMs = 86_400_000;

/** With the days on which nobody entered, so that a line between two days is no claim. */
export function daysOfEntries(
  counted: readonly { readonly day: string; readonly entered: number }[],
): readonly EntryDay[] {
  const [first, last] = [counted[0], counted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [from, to] = [Date.parse(first.day), Date.parse(last.day)];
  const entered = new Map(counted.map((each) => [each.day, each.entered]));
  let total = 0;
  return Array.from({ length: Math.round((to - from) / dayMs) + 1 }, (_, index) => {
    const day = new Date(from + index * dayMs).toISOString().slice(0, 10);
    const today = entered.get(day) ?? 0;
    total += today;
    return { day, entered: today, total };
  });
}

export interface ListDeskFacts {
  /** The first of `entryCount`. */
  readonly entries: readonly Entry[];
  readonly entryCount: number;
  /** How many of them never had an offer. */
  readonly unasked: number;
  readonly days: readonly EntryDay[];
  /** Those that still wait for somebody, and the latest others of `offerCount`. */
  readonly offers: readonly Offer[];
  readonly offerCount: number;
  readonly next: readonly NextOffer[];
  /** How many wish for each choice, and how many for it first. */
  readonly wishes: readonly WishCount[];
  readonly answers: readonly AnswerCount[];
  /** Entries that share an address or a mailbox: to be looked at, never refused by it. */
  readonly duplicates: Desk['duplicates'];
}
