/** What an order is of, in a line of a list: what was bought, and how far that is which is still made. */
import { type BatchStage, isBatchStage, stageName } from '#features/batches/model/batch-stage.ts';
import { etaWords, parseEta, type Eta } from '#shared/eta.ts';
import { fieldsOf, listOf, textOf } from '#shared/parsed-fields.ts';

interface MadeInBatch {
  readonly id: string;
  readonly stage: BatchStage;
  readonly eta: Eta | null;
}

export interface OrderGoods {
  readonly titles: readonly string[];
  readonly batches: readonly MadeInBatch[];
}

/** By the order's id; from its lines in their order, each with the batch that makes it or null. */
export function parseOrderGoods(rows: unknown): Readonly<Record<string, OrderGoods>> {
  const goods: Record<string, OrderGoods> = {};
  for (const row of listOf(rows, (fields) => fields)) {
    const id = textOf(row['order_id']);
    const known = goods[id] ?? { titles: [], batches: [] };
    const title = textOf(row['title']);
    const batch = fieldsOf(row['batches']);
    const stage = textOf(batch?.['stage']);
    const batchId = textOf(batch?.['id']);
    const isNew = isBatchStage(stage) && known.batches.every((each) => each.id !== batchId);
    goods[id] = {
      titles: known.titles.includes(title) ? known.titles : [...known.titles, title],
      batches: !isNew
        ? known.batches
        : [
            ...known.batches,
            {
              id: batchId,
              stage,
              eta: parseEta(batch?.['eta'], batch?.['eta_precision']),
            },
          ],
    };
  }
  return goods;
}

/** @example goodsWords(['Pebble', 'Braefell 65', 'Foam']) // 'Pebble, Braefell 65 and 1 more' */
export function goodsWords(titles: readonly string[]): string {
  const more = titles.length - 2;
  return more > 0 ? `${titles.slice(0, 2).join(', ')} and ${more} more` : titles.join(' and ');
}

/** @example batchWords(batch) // 'In production, plan: March 2027' */
export function batchWords({ stage, eta }: Omit<MadeInBatch, 'id'>): string {
  return eta === null ? stageName(stage) : `${stageName(stage)}, planned for ${etaWords(eta)}`;
}
