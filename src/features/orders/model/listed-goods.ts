/** What an order is of, in a line of a list: what was bought, and how far that is which is still made. */
import { type BatchStage, stageName } from '#features/batches/model/batch-stage.ts';
import { etaOf, etaWords, type Eta } from '#shared/eta.ts';
import type { Row } from '#shared/backend/given.ts';

interface MadeInBatch {
  readonly id: string;
  readonly stage: BatchStage;
  readonly eta: Eta | null;
}

export interface OrderGoods {
  readonly titles: readonly string[];
  readonly batches: readonly MadeInBatch[];
}

type Line = Pick<Row<'order_lines'>, 'order_id' | 'title'> & {
  readonly batches: Pick<Row<'batches'>, 'id' | 'stage' | 'eta' | 'eta_precision'> | null;
};

/** By the order's id; from its lines in their order, each with the batch that makes it or null. */
export function orderGoods(lines: readonly Line[]): Readonly<Record<string, OrderGoods>> {
  const goods: Record<string, OrderGoods> = {};
  for (const { order_id: id, title, batches: batch } of lines) {
    const { titles, batches } = goods[id] ?? { titles: [], batches: [] };
    const isNew = batch !== null && batches.every((each) => each.id !== batch.id);
    goods[id] = {
      titles: titles.includes(title) ? titles : [...titles, title],
      batches: isNew
        ? [...batches, { id: batch.id, stage: batch.stage, eta: etaOf(batch) }]
        : batches,
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
