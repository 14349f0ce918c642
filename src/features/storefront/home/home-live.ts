/**
 * Confirms the badges of the home page with one read of what can be had now. Without an answer they
 * stay as dates made them: nothing here is guessed.
 */
import { readShelfFacts, type ShelfFact } from '#features/catalogue/api/shelf-facts.ts';
import { stageName } from '#features/batches/model/batch-stage.ts';
import { stockText, stockTone, type StockWord } from '#features/catalogue/model/stock-word.ts';
import badge from '#ui/styles/badge.module.css';
import { readShelfCards } from './shelf-cards.ts';

const mostFirst: readonly StockWord[] = ['in_stock', 'few_left', 'made_to_order', 'sold_out'];

function write(card: HTMLElement, text: string, tone: string | undefined): void {
  const place = card.querySelector('[data-state] > span');
  if (place === null) return;
  place.textContent = text;
  place.className = `${badge['badge']} ${tone ?? ''}`;
  card.dataset['live'] = '';
}

const shelfOf = (card: HTMLElement) => card.closest<HTMLElement>('[data-shelf]')?.dataset['shelf'];

/** Of the others nothing is said that only the shop knows. */
function isConfirmed(card: HTMLElement): boolean {
  const shelf = shelfOf(card);
  const isOfBatch = shelf === 'running' || shelf === 'making';
  return shelf === 'stock' || (isOfBatch && card.dataset['kind'] !== 'artisan');
}

/** Of first quality, where there is any: B-stock has a mark of its own. */
function confirm(card: HTMLElement, all: readonly ShelfFact[]): void {
  const shelf = shelfOf(card);
  const grades = Object.groupBy(all, ({ isBStock }) => `${isBStock}` as const);
  const { true: bStock = [], false: facts = all } = grades;
  // Its room stays: nothing moves.
  if (bStock.length > 0 && bStock.every(({ stock }) => stock === 'sold_out'))
    card.querySelector('[data-b-stock-mark]')?.replaceChildren('\u00a0');
  const stage = facts.find(({ batchStage }) => batchStage !== null)?.batchStage;
  if (stage && shelf !== 'stock') {
    write(card, stageName(stage), stage === 'open' ? badge['open'] : '');
    return;
  }
  const best = mostFirst.find((word) => facts.some(({ stock }) => stock === word));
  if (shelf !== 'stock' || !best) return;
  card.dataset['stock'] = best;
  write(card, stockText(best), badge[stockTone(best)]);
}

export async function confirmShelves(shelves: HTMLElement): Promise<void> {
  const known = await readShelfCards(shelves).catch(() => []);
  const cards = [...known].filter(([card]) => isConfirmed(card));
  const facts = await readShelfFacts(cards.map(([, { id }]) => id));
  if (facts === null) return;
  const byProduct = Map.groupBy(facts, ({ productId }) => productId);
  for (const [card, { id }] of cards) confirm(card, byProduct.get(id) ?? []);
}
