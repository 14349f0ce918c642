/** How goods can be had at a moment, as lists narrow by it. */
import { shelfState, type ShelfFacts } from './shelf.ts';
import type { StockWord } from './stock-word.ts';

/** Names of fields, which no fact of the owner's may take. */
export const saleCode = 'sale';
export const priceCode = 'price';

export const saleWords = [
  { value: 'now', words: 'In stock' },
  { value: 'order', words: 'Made to order' },
  { value: 'open', words: 'Group buy or raffle' },
  { value: 'preorder', words: 'Preorder' },
  { value: 'list', words: 'Waiting list' },
  { value: 'soon', words: 'Coming up' },
] as const;

/** Asked for among those ways, though goods are had in one of them beside it. */
export const bStockSale = 'b_stock';

export type SaleWay = (typeof saleWords)[number]['value'];

/**
 * Null for what can't be had. `stock` is what the shop has just said: until then, goods that are sold from
 * stock count as there.
 */
export function saleOf(facts: ShelfFacts, now: number, stock?: StockWord): SaleWay | null {
  const { shelf } = shelfState(facts, now);
  if (shelf === 'running') return 'open';
  if (shelf === 'upcoming') return 'soon';
  if (shelf !== 'stock' || stock === 'sold_out') return null;
  if (stock === 'made_to_order') return 'order';
  if (facts.availabilities.includes('in_stock')) return 'now';
  return facts.availabilities.includes('preorder') ? 'preorder' : 'list';
}
