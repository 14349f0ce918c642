// chunk: facts
/** Invariant: an answer that does not arrive is told apart from an answer that says no. */
import { isBatchStage, type BatchStage } from '#features/batches/model/batch-stages.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { isStockWord, type StockWord } from '../model/stock-word.ts';
import { backendAddress, type BackendAddress } from '#shared/backend/address.ts';
import { readAtOnce } from '#shared/backend/read-at-once.ts';

export interface LiveFact {
  readonly variantId: string;
  readonly productId: string;
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
  'variant_id,product_id,stock,can_be_ordered,price_minor,currency,remaining,batch_stage,moq,ordered_count,waiting_count';

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
    const body: unknown = await answer.json().catch(() => null);
    if (!answer.ok) return fail(answer.status > 501 ? 'unreachable' : 'broken');
    return Array.isArray(body) ? succeed(body.flatMap(parseLiveFact)) : fail('broken');
  } catch {
    return fail(signal?.aborted ? 'aborted' : 'unreachable');
  }
}

/** A row that this page doesn't understand is left out: the page keeps what it was built with. */
function parseLiveFact(row: Readonly<Record<string, unknown>>): readonly LiveFact[] {
  const { variant_id, product_id, stock, price_minor, currency, batch_stage } = row;
  const count = (value: unknown) => (typeof value === 'number' ? value : null);
  if (typeof variant_id !== 'string' || typeof product_id !== 'string') return [];
  if (typeof price_minor !== 'number' || typeof currency !== 'string') return [];
  if (typeof stock !== 'string' || !isStockWord(stock)) return [];
  return [
    {
      variantId: variant_id,
      productId: product_id,
      stock,
      canBeOrdered: row['can_be_ordered'] === true,
      priceMinor: price_minor,
      currency,
      remaining: count(row['remaining']),
      batchStage: typeof batch_stage === 'string' && isBatchStage(batch_stage) ? batch_stage : null,
      moq: count(row['moq']),
      orderedCount: count(row['ordered_count']),
      waitingCount: count(row['waiting_count']),
    },
  ];
}
