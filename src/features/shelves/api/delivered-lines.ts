import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { suggestionOf, type Suggestion } from '../model/suggestion.ts';

const mostOrders = 100;

/** What came by the orders of an account, newest first. */
export async function readDelivered(
  userId: string,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<readonly Suggestion[], BackendError>> {
  const client = await backend;
  const orders = await client
    .from('orders')
    .select('id')
    .eq('user_id', userId)
    .order('placed_at', { ascending: false })
    .limit(mostOrders);
  if (orders.error) return fail(toBackendError(orders.error, orders.status));
  const ids = orders.data.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return succeed([]);
  const parcels = await client
    .from('shipments')
    .select('id, delivered_at')
    .in('order_id', ids)
    .not('delivered_at', 'is', null)
    .order('delivered_at', { ascending: false });
  if (parcels.error) return fail(toBackendError(parcels.error, parcels.status));
  const cameAt = new Map(parcels.data.map(({ id, delivered_at: at }) => [id, at ?? '']));
  if (cameAt.size === 0) return succeed([]);
  const lines = await client
    .from('order_lines')
    .select('*')
    .in('shipment_id', [...cameAt.keys()])
    .order('position');
  if (lines.error) return fail(toBackendError(lines.error, lines.status));
  const inOrder = [...cameAt].flatMap(([parcel, at]) =>
    lines.data
      .filter(({ shipment_id: id }) => id === parcel)
      .flatMap((row) => suggestionOf(row, at) ?? []),
  );
  return succeed(inOrder);
}
