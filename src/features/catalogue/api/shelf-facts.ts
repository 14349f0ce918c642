/** Of many products at once, and so only what a shelf says of one: a fifth of all that is known. */
import { isBatchStage, type BatchStage } from '#features/batches/model/batch-stages.ts';
import { backendAddress, type BackendAddress } from '#shared/backend/address.ts';
import { readAtOnce } from '#shared/backend/read-at-once.ts';
import { isStockWord, type StockWord } from '../model/stock-word.ts';

export interface ShelfFact {
  readonly productId: string;
  readonly stock: StockWord;
  readonly batchStage: BatchStage | null;
}

/** One for each variant; null where the shop did not answer. */
export async function readShelfFacts(
  productIds: readonly string[],
  send: typeof fetch = readAtOnce,
  { url, publishableKey }: BackendAddress = backendAddress,
): Promise<readonly ShelfFact[] | null> {
  if (productIds.length === 0) return [];
  const query = new URLSearchParams({
    select: 'product_id,stock,batch_stage',
    product_id: `in.(${productIds.join(',')})`,
  });
  try {
    const answer = await send(`${url}/rest/v1/availability?${query}`, {
      headers: { apikey: publishableKey, accept: 'application/json' },
    });
    const body: unknown = await answer.json();
    return answer.ok && Array.isArray(body) ? body.flatMap(parseShelfFact) : null;
  } catch {
    return null;
  }
}

function parseShelfFact(row: Readonly<Record<string, unknown>>): readonly ShelfFact[] {
  const { product_id: productId, stock, batch_stage: stage } = row;
  if (typeof productId !== 'string' || typeof stock !== 'string' || !isStockWord(stock)) return [];
  const batchStage = typeof stage === 'string' && isBatchStage(stage) ? stage : null;
  return [{ productId, stock, batchStage }];
}
