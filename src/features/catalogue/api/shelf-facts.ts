/**
 * Of many products at once, and so only what a shelf says of one, as a table of words: an eighth of what the
 * same rows take with all that is known of them.
 */
import { isBatchStage, type BatchStage } from '#features/batches/model/batch-stages.ts';
import { backendAddress, type BackendAddress } from '#shared/backend/address.ts';
import { readAtOnce } from '#shared/backend/read-at-once.ts';
import { isStockWord, type StockWord } from '../model/stock-word.ts';

export interface ShelfFact {
  readonly productId: string;
  readonly stock: StockWord;
  readonly batchStage: BatchStage | null;
}

const columns = 'product_id,stock,batch_stage';

/** One for each variant; null where the shop did not answer. */
export async function readShelfFacts(
  productIds: readonly string[],
  send: typeof fetch = readAtOnce,
  { url, publishableKey }: BackendAddress = backendAddress,
): Promise<readonly ShelfFact[] | null> {
  if (productIds.length === 0) return [];
  const query = new URLSearchParams({
    select: columns,
    product_id: `in.(${productIds.join(',')})`,
  });
  try {
    const answer = await send(`${url}/rest/v1/availability?${query}`, {
      headers: { apikey: publishableKey, accept: 'text/csv' },
    });
    const [head, ...lines] = (await answer.text()).split('\n');
    return answer.ok && head === columns ? lines.flatMap(parseShelfFact) : null;
  } catch {
    return null;
  }
}

/** None of the three ever holds a comma. A line that this page doesn't understand is left out. */
function parseShelfFact(line: string): readonly ShelfFact[] {
  const [productId = '', stock = '', stage = ''] = line.split(',');
  if (!isStockWord(stock)) return [];
  return [{ productId, stock, batchStage: isBatchStage(stage) ? stage : null }];
}
