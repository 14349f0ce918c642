/**
 * What the home page knows of its cards and does not show: by what their shelf, their order and the words
 * that find them are decided. It lies in a file of its own, which would come before everyone's first
 * picture otherwise. Invariant: the file names the cards in the order in which the page was built.
 */
import type { ShelfFacts } from '#features/catalogue/model/shelf.ts';

export interface ShelfCard {
  readonly id: string;
  readonly facts: ShelfFacts;
  /** Beside its name and what is said of it: those are read where they stand. */
  readonly words: string;
  /** What it can be found and narrowed by: the code of a fact and its value. */
  readonly values: readonly (readonly [code: string, value: string])[];
  readonly price: number | null;
  /** Some of it is offered with flaws. */
  readonly hasBStock?: true;
  readonly since: string | null;
  /** Another picture of it, as wide as a card. */
  readonly second: string | null;
}

export type ShelfCards = ReadonlyMap<HTMLElement, ShelfCard>;

export const cardsOf = (shelves: ParentNode) => [
  ...shelves.querySelectorAll<HTMLElement>('[data-card]'),
];

/** As they stood before anything moved one. */
let asBuilt: readonly HTMLElement[] | undefined;

async function read(shelves: HTMLElement): Promise<ShelfCards> {
  const cards = (asBuilt ??= cardsOf(shelves));
  const answer = await fetch(shelves.dataset['cards'] ?? '');
  const known: readonly ShelfCard[] = await answer.json();
  return new Map(known.flatMap((card, place) => (cards[place] ? [[cards[place], card]] : [])));
}

let reading: Promise<ShelfCards> | undefined;

/** One read for all who ask; one that failed is made again. Asked for the first time before a card moves. */
export function readShelfCards(shelves: HTMLElement): Promise<ShelfCards> {
  reading ??= read(shelves).catch((error: unknown) => {
    reading = undefined;
    throw error;
  });
  return reading;
}
