import { type BatchStage, stageAt } from '#features/batches/model/batch-stage.ts';
import { dayWords } from '#shared/day-words.ts';
import { etaWords, planWords } from '#shared/eta.ts';
import { groupBuyText } from '#features/catalogue/model/group-buy-word.ts';
import { stockText, stockTone, type StockWord } from '#features/catalogue/model/stock-word.ts';
import type { Tone } from '#shared/tone.ts';
import type { WholeBatch } from '#content/production.ts';

/** What the page says of a variant until live facts arrive: what is in stock is only known then. */
export function stockAtBuild(
  availability: Exclude<StockWord, 'few_left' | 'sold_out'>,
  batch: WholeBatch | undefined,
  now: number,
): {
  readonly text: string;
  readonly tone: Tone;
  /** Of the batch, where the word hangs on it: another one in the shop's answer makes it stale. */
  readonly stage?: BatchStage | 'null';
} {
  if (availability === 'in_stock') return { text: 'Stock item', tone: stockTone('in_stock') };
  const tone = stockTone(availability);
  if (availability !== 'group_buy') return { text: stockText(availability), tone };
  const stage = batch === undefined ? null : stageAt(batch, now);
  const isOpen = stage === null || stage === 'open';
  return { text: groupBuyText(stage), tone: isOpen ? tone : 'plain', stage: stage ?? 'null' };
}

function stepWords(stage: BatchStage, batch: WholeBatch): string {
  const eta = planWords(batch.eta);
  switch (stage) {
    case 'interest_check':
      return 'If enough people vote, a group buy follows. The product is made if enough of them order.';
    case 'announced':
      return `The group buy opens on the date below. If it succeeds, we plan to ship in ${eta}.`;
    case 'open':
      return `Open for orders. When the group buy closes, we order the parts and plan to ship in ${eta}.`;
    case 'closed':
      return `Orders have closed and parts are being ordered. We plan to ship in ${eta}.`;
    case 'in_production':
      return `Parts are being made. Next: quality control, then shipping, planned for ${eta}.`;
    case 'quality_control':
      return `Every item is being inspected. Next: shipping, planned for ${eta}.`;
    case 'shipping':
      return 'Parcels are shipping. Leftover items will be sold as extras.';
    case 'extras':
      return 'Every order has shipped. Leftover items are sold from stock.';
    case 'moq_failed':
      return 'Too few people ordered, so it was not made and every payment was refunded.';
    case 'archived':
      return 'This batch is finished.';
    case 'draft':
      return '';
    default:
      return stage satisfies never;
  }
}

export function nextStep(batch: WholeBatch, now: number): string {
  return stepWords(stageAt(batch, now), batch);
}

/** When each stage was or will be reached, as far as that is known. */
export function stageDates(batch: WholeBatch): { readonly [stage in BatchStage]?: string } {
  const dates: { [stage in BatchStage]?: string } = {};
  for (const { stage, enteredAt } of batch.history) dates[stage] = dayWords(enteredAt);
  if (batch.opensAt !== null) dates.open = dayWords(batch.opensAt);
  if (batch.closesAt !== null) dates.closed = dayWords(batch.closesAt);
  if (dates.shipping === undefined && batch.eta !== null) {
    dates.shipping = `planned for ${etaWords(batch.eta)}`;
  }
  return dates;
}
