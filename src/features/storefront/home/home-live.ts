/**
 * Confirms the badges of the home page with one read of what can be had now. Without an answer they
 * stay as dates made them: nothing here is guessed.
 */
import { readLiveFacts, type LiveFact } from '#features/catalogue/api/live-facts.ts';
import { isBatchStage, stageName } from '#features/batches/model/batch-stage.ts';
import { stockText, stockTone, type StockWord } from '#features/catalogue/model/stock-word.ts';
import badge from '#ui/styles/badge.module.css';
import { readShelfCards } from './shelf-cards.ts';

const mostFirst: readonly StockWord[] = ['in_stock', 'few_left', 'sold_out'];

function write(card: HTMLElement, text: string, tone: string | undefined): void {
  const place = card.querySelector('[data-state] > span');
  if (place === null) return;
  place.textContent = text;
  place.className = `${badge['badge']} ${tone ?? ''}`;
  card.dataset['live'] = '';
}

function confirm(card: HTMLElement, facts: readonly LiveFact[]): void {
  const shelf = card.closest<HTMLElement>('[data-shelf]')?.dataset['shelf'];
  const stage = facts.find(({ batchStage }) => batchStage !== null)?.batchStage;
  if (
    stage &&
    isBatchStage(stage) &&
    (shelf === 'running' || shelf === 'making') &&
    card.dataset['kind'] !== 'artisan'
  ) {
    write(card, stageName(stage), stage === 'open' ? badge['open'] : '');
    return;
  }
  const best = mostFirst.find((word) => facts.some(({ stock }) => stock === word));
  if (shelf === 'stock' && best) write(card, stockText(best), badge[stockTone(best)]);
}

export async function confirmShelves(shelves: HTMLElement): Promise<void> {
  const cards = [...(await readShelfCards(shelves).catch(() => []))];
  const answer = await readLiveFacts(cards.map(([, { id }]) => id));
  if (!answer.ok) return;
  const byProduct = Map.groupBy(answer.value, ({ productId }) => productId);
  for (const [card, { id }] of cards) confirm(card, byProduct.get(id) ?? []);
}
