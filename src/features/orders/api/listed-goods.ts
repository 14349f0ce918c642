import { orderGoods, type OrderGoods } from '../model/listed-goods.ts';
import { fail, succeed } from '#shared/result.ts';
import type { Answer } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError } from '#shared/backend/errors.ts';

const mostLines = 1000;

/** By the id of each order. */
export async function readOrderGoods(
  orderIds: readonly string[],
  backend: Promise<Backend> = getBackend(),
): Answer<Readonly<Record<string, OrderGoods>>> {
  if (orderIds.length === 0) return succeed({});
  const { data, error, status } = await (
    await backend
  )
    .from('order_lines')
    .select('order_id,title,batches(id,stage,eta,eta_precision)')
    .in('order_id', [...orderIds])
    .order('position')
    .limit(mostLines);
  return error ? fail(toBackendError(error, status)) : succeed(orderGoods(data));
}
