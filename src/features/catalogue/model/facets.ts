/** What a list of goods can be narrowed by: how they are sold, the facts that the owner offers, and the price. */
import { formatMoney, minorPerUnit } from '#shared/money.ts';
import { bStockWord } from './b-stock.ts';
import { bStockSale, priceCode, saleCode, saleOf, saleWords } from './sale-way.ts';
import type { ShelfFacts } from './shelf.ts';

export interface Fact {
  readonly code: string;
  readonly label: string;
  readonly value: string;
}

export interface FacetValue {
  /** As the address has it. */
  readonly value: string;
  readonly words: string;
}

export interface Facet {
  readonly code: string;
  readonly label: string;
  readonly values: readonly FacetValue[];
}

/** The words that the form of a list uses for itself. */
const taken: ReadonlySet<string> = new Set(['kind', 'q', 'sort', saleCode, priceCode]);

/** One with a single answer narrows next to nothing, and is not offered. */
const offered = (facet: Facet): readonly Facet[] => (facet.values.length < 2 ? [] : [facet]);

export function facetsOf(goods: readonly { readonly facts: readonly Fact[] }[]): readonly Facet[] {
  const byCode = Map.groupBy(
    goods.flatMap(({ facts }) => facts),
    ({ code }) => code,
  );
  return [...byCode].flatMap(([code, facts]) => {
    const words = [...new Set(facts.map(({ value }) => value))];
    const [first] = facts;
    if (first === undefined || taken.has(code)) return [];
    const order = new Intl.Collator('en', { numeric: true });
    const values = words.toSorted(order.compare).map((value) => ({ value, words: value }));
    return offered({ code, label: first.label, values });
  });
}

type Sold = ShelfFacts & { readonly bStock?: object | null };

/** What comes up will open while a page stands, and of what is in stock something sells out. */
export function saleFacet(goods: readonly Sold[], now: number): readonly Facet[] {
  const found = new Set(goods.map((facts) => saleOf(facts, now)));
  if (found.has('soon')) found.add('open');
  const values: readonly FacetValue[] = [
    ...saleWords.filter(({ value }) => found.has(value)),
    ...(goods.some(({ bStock }) => bStock) ? [{ value: bStockSale, words: bStockWord }] : []),
  ];
  const facet = { code: saleCode, label: 'Availability', values };
  return found.has('now') && goods.length > 1 ? [facet] : offered(facet);
}

const roundPrices = [10, 25, 50, 100, 150, 200, 300, 400, 500, 750, 1000];
const mostPrices = 4;

interface Priced {
  readonly priceFromMinor: number | null;
  readonly currency: string;
}

/** Round sums that some of the goods stay under and some do not. */
export function priceFacet(goods: readonly Priced[]): readonly Facet[] {
  const currency = goods[0]?.currency ?? 'EUR';
  const prices = goods.flatMap(({ priceFromMinor }) => priceFromMinor ?? []);
  const under = (minor: number) => prices.filter((price) => price <= minor).length;
  const parting = roundPrices
    .map((price) => price * minorPerUnit(currency))
    .filter((minor, place, all) => {
      const count = under(minor);
      return count > 0 && count < prices.length && count > under(all[place - 1] ?? 0);
    });
  const every = Math.ceil(parting.length / mostPrices);
  const values = parting
    .filter((_, place) => place % every === 0)
    .map((minor) => ({
      value: `${minor}`,
      words: `Up to ${formatMoney(minor, currency).replace(/[.,]00\b/, '')}`,
    }));
  return values.length === 0 ? [] : [{ code: priceCode, label: 'Price', values }];
}
