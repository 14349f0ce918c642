/**
 * Of many products at once, and so only what a shelf says of one, as a table of words: an eighth of what the
 * same rows take with all that is known of them.
 */
import { isBatchStage, type BatchStage } from '#features/batches/model/batch-stage.ts';
import { backendAddress, type BackendAddress } from '#shared/backend/address.ts';
import { readAtOnce } from '#shared/backend/read-at-once.ts';
import { isStockWord, type StockWord } from '../model/stock-word.ts';

export interface ShelfFact {
  readonly productId: string;
  readonly stock: StockWord;
  readonly batchStage: BatchStage | null;
  readonly isBStock: boolean;
}

const columns = 'product_id,stock,batch_stage,is_b_stock';
/** Hosts take addresses of 8 kB. */
const mostAtOnce = 150;

/** One for each variant; null where the shop did not answer all of it. */
export async function readShelfFacts(
  productIds: readonly string[],
  send: typeof fetch = readAtOnce,
  address: BackendAddress = backendAddress,
): Promise<readonly ShelfFact[] | null> {
  const asked: Promise<readonly ShelfFact[] | null>[] = [];
  for (let at = 0; at < productIds.length; at += mostAtOnce) {
    asked.push(readSome(productIds.slice(at, at + mostAtOnce), send, address));
  }
  const answers = await Promise.all(asked);
  const told = answers.filter((answer) => answer !== null);
  return told.length === answers.length ? told.flat() : null;
}

async function readSome(
  productIds: readonly string[],
  send: typeof fetch,
  { url, publishableKey }: BackendAddress,
): Promise<readonly ShelfFact[] | null> {
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

/** None of them ever holds a comma. A line that this page doesn't understand is left out. */
function parseShelfFact(line: string): readonly ShelfFact[] {
  const [productId = '', stock = '', stage = '', grade = ''] = line.split(',');
  if (!isStockWord(stock)) return [];
  const batchStage = isBatchStage(stage) ? stage : null;
  return [{ productId, stock, batchStage, isBStock: grade.startsWith('t') }];
}
