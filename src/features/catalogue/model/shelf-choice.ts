/**
 * Invariant: all that runs or is announced is shown; of what may be thousands, the first as the owner
 * has placed them, boards before the rest.
 */
import { shelfState, type Shelf, type ShelfFacts } from './shelf.ts';

/** A page of thousands is read by nobody to its end, and waited for by everybody. */
export const mostOfShelf = 60;
const always: ReadonlySet<Shelf> = new Set(['running', 'upcoming']);
const order = { keyboard: 0, product: 1, artisan: 2 } as const;

interface Shelved {
  readonly kind: keyof typeof order;
}

export interface ShelfChoice<Item> {
  /** In the order in which they came. */
  readonly shown: readonly Item[];
  /** How many more there are on a shelf than are shown. */
  readonly more: Readonly<Partial<Record<Shelf, number>>>;
}

export function chooseForShelves<Item extends Shelved>(
  items: readonly Item[],
  factsOf: (item: Item) => ShelfFacts,
  now: number,
): ShelfChoice<Item> {
  const shelves = Map.groupBy(items, (item) => shelfState(factsOf(item), now).shelf);
  const left = new Set<Item>();
  const more: Partial<Record<Shelf, number>> = {};
  for (const [shelf, here] of shelves) {
    if (always.has(shelf) || here.length <= mostOfShelf) continue;
    const rest = here.toSorted((a, b) => order[a.kind] - order[b.kind]).slice(mostOfShelf);
    for (const item of rest) left.add(item);
    more[shelf] = rest.length;
  }
  return { shown: items.filter((item) => !left.has(item)), more };
}
