/** The only place that shortens a card to what the home page's script decides by. */
import type { ProductCard } from '#integrations/page-entries/product-card.ts';
import type { ShelfCard } from './shelf-cards.ts';

export function shelfCard(card: ProductCard): ShelfCard {
  const { id, batch, isArchived, availabilities, list, publishAt: since } = card;
  const running = batch && { stage: batch.stage, opensAt: batch.opensAt, closesAt: batch.closesAt };
  const words = [card.makerName, card.category.replaceAll('_', ' ')]
    .concat(card.facts.map((fact) => fact.value))
    .join(' ')
    .toLowerCase();
  const facts = { isArchived, availabilities, batch: running, list };
  return { id, facts, words, price: card.priceFromMinor, since };
}
