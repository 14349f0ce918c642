import type { ProductCard } from '#content/page-entries/product-card.ts';
import { jsonFile } from '#content/page-downloads.ts';
import type { ShelfCard } from './shelf-cards.ts';

/** In the order in which the page has them, as a link that a build makes a file of. */
export function shelfFile(cards: readonly ProductCard[]): string {
  return jsonFile(cards.map(shortened));
}

function shortened(card: ProductCard): ShelfCard {
  const { id, batch, isArchived, availabilities, list, publishAt: since } = card;
  const running = batch && { stage: batch.stage, opensAt: batch.opensAt, closesAt: batch.closesAt };
  const words = [card.makerName, card.category.replaceAll('_', ' ')].join(' ').toLowerCase();
  const values = card.facts.map(({ code, value }) => [code, value] as const);
  const facts = { isArchived, availabilities, batch: running, list };
  const { priceFromMinor: price, second, bStock } = card;
  const grade = bStock === null ? {} : ({ hasBStock: true } as const);
  return { id, facts, words, values, price, since, second, ...grade };
}
