// chunk: facts
/** Invariant: an answer that does not arrive is told apart from an answer that says no. */
import type { BatchStage } from '#features/batches/model/batch-stage.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { isStockWord, type StockWord } from '../model/stock-word.ts';
import { backendAddress, type BackendAddress } from '#shared/backend/address.ts';
import { readAtOnce } from '#shared/backend/read-at-once.ts';

export interface LiveFact {
  readonly variantId: string;
  readonly productId: string;
  readonly isBStock: boolean;
  readonly stock: StockWord;
  readonly canBeOrdered: boolean;
  readonly priceMinor: number;
  readonly currency: string;
  readonly remaining: number | null;
  readonly batchStage: BatchStage | null;
  readonly moq: number | null;
  /** Of paid orders; those that wait for their payment are counted apart. */
  readonly orderedCount: number | null;
  readonly waitingCount: number | null;
}

/** Why the page knows nothing: it was left, the shop did not answer, or not in a way to read. */
export type LiveFailure = 'aborted' | 'unreachable' | 'broken';

const columns =
  'variantId:variant_id,productId:product_id,isBStock:is_b_stock,stock,canBeOrdered:can_be_ordered,priceMinor:price_minor,currency,remaining,batchStage:batch_stage,moq,orderedCount:ordered_count,waitingCount:waiting_count';

export async function readLiveFacts(
  productIds: readonly string[],
  signal?: AbortSignal,
  send: typeof fetch = readAtOnce,
  { url, publishableKey }: BackendAddress = backendAddress,
): Promise<Result<readonly LiveFact[], LiveFailure>> {
  if (productIds.length === 0) return succeed([]);
  const query = new URLSearchParams({
    select: columns,
    product_id: `in.(${productIds.join(',')})`,
    order: 'variant_id',
  });
  try {
    const answer = await send(`${url}/rest/v1/availability?${query}`, {
      headers: { apikey: publishableKey, accept: 'application/json' },
      ...(signal ? { signal } : {}),
    });
    const facts: readonly LiveFact[] | null = await answer.json().catch(() => null);
    if (!answer.ok) return fail(answer.status > 501 ? 'unreachable' : 'broken');
    if (!Array.isArray(facts)) return fail('broken');
    // A word newer than this page says nothing to it: it keeps what it was built with.
    return succeed(facts.filter(({ stock }) => isStockWord(stock)));
  } catch {
    return fail(signal?.aborted ? 'aborted' : 'unreachable');
  }
}
