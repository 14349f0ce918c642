import { etaOf } from '#shared/eta.ts';
import type { OrderSummary } from '#features/orders/model/order.ts';
import type { BatchGoods } from '../model/own-news.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

/** Of these orders, newest first; lines that were given back whole are left out. */
export async function listBatchGoods(
  orders: readonly OrderSummary[],
  backend: Promise<Backend> = getBackend(),
): Promise<Result<readonly BatchGoods[], BackendError>> {
  if (orders.length === 0) return succeed([]);
  const { data, error, status } = await (
    await backend
  )
    .from('order_lines')
    .select('order_id,batch_id,title,variant_title,quantity,refunded_quantity,position')
    .in(
      'order_id',
      orders.map(({ id }) => id),
    )
    .not('batch_id', 'is', null)
    .order('position');
  if (error) return fail(toBackendError(error, status));
  const ids = [...new Set(data.flatMap(({ batch_id }) => batch_id ?? []))];
  if (ids.length === 0) return succeed([]);
  const batches = await (
    await backend
  )
    .from('batches')
    .select('id,stage,eta,eta_precision')
    .in('id', ids);
  if (batches.error) return fail(toBackendError(batches.error, batches.status));
  return succeed(
    data.flatMap((line) => {
      const order = orders.find(({ id }) => id === line.order_id);
      const batch = batches.data.find(({ id }) => id === line.batch_id);
      const left = line.quantity - line.refunded_quantity;
      if (!order || !batch || left === 0) return [];
      return {
        orderId: order.id,
        orderNumber: order.number,
        batchId: batch.id,
        title: line.title,
        variantTitle: line.variant_title,
        quantity: left,
        stage: batch.stage,
        eta: etaOf(batch),
        changeAddressUntil: order.change_address_until,
      };
    }),
  );
}
