/**
 * What a caller may see of an order is decided by the database, row by row and field by field.
 */
import type { Order, OrderSummary } from '../model/order.ts';
import { parseOrder, parseOrderSummary } from '../model/order-parser.ts';
import { fieldsOf, listOf, minorOf, textOf } from '#shared/parsed-fields.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import type { Minor } from '#shared/money.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

const mostListed = 100;

/** The signed-in person's orders, newest first. */
export async function listMyOrders(
  userId: string,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<readonly OrderSummary[], BackendError>> {
  const call = (await backend)
    .from('orders')
    .select('*')
    .eq('user_id', userId)
    .order('placed_at', { ascending: false })
    .limit(mostListed);
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  return error ? fail(toBackendError(error, status)) : succeed(listOf(data, parseOrderSummary));
}

/** One order with its lines, parcels, history and payments; null when there is none that the caller may see. */
export async function readOrder(
  number: string,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<Order | null, BackendError>> {
  const client = await backend;
  const found = client.from('orders').select('*').eq('number', number).limit(1);
  const head = await (signal ? found.abortSignal(signal) : found);
  if (head.error) return fail(toBackendError(head.error, head.status));
  const row = head.data[0];
  const orderId = row?.id ?? null;
  if (orderId === null) return succeed(null);
  const part = (
    table: 'order_lines' | 'shipments' | 'order_events' | 'payments' | 'documents',
    by: string,
  ) => {
    const call = client.from(table).select('*').eq('order_id', orderId).order(by);
    return signal ? call.abortSignal(signal) : call;
  };
  const [lines, shipments, events, payments, documents] = await Promise.all([
    part('order_lines', 'position'),
    part('shipments', 'position'),
    part('order_events', 'id'),
    part('payments', 'at'),
    part('documents', 'issued_at'),
  ]);
  const broken = [lines, shipments, events, payments, documents].find(
    ({ error }) => error !== null,
  );
  if (broken?.error) return fail(toBackendError(broken.error, broken.status));
  const withStages = await addBatchStages(client, lines.data ?? [], signal);
  if (!withStages.ok) return withStages;
  const order = parseOrder({
    ...row,
    lines: withStages.value,
    shipments: shipments.data,
    events: events.data,
    payments: payments.data,
    documents: documents.data,
  });
  return order === null ? fail(toBackendError(null, 500)) : succeed(order);
}

/** The stage of a line is the stage of its batch now. */
async function addBatchStages(
  client: Backend,
  lines: readonly unknown[],
  signal: AbortSignal | undefined,
): Promise<Result<readonly unknown[], BackendError>> {
  const ids = lines.flatMap((each) => {
    const id = fieldsOf(each)?.['batch_id'];
    return typeof id === 'string' ? [id] : [];
  });
  if (ids.length === 0) return succeed(lines);
  const call = client
    .from('batches')
    .select('id,stage,eta,eta_precision,change_options_until')
    .in('id', ids);
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  if (error) return fail(toBackendError(error, status));
  return succeed(
    lines.map((each) => {
      const fields = fieldsOf(each) ?? {};
      const batch = data.find(({ id }) => id === fields['batch_id']);
      return batch === undefined
        ? fields
        : {
            ...fields,
            batch_stage: batch.stage,
            eta: batch.eta,
            eta_precision: batch.eta_precision,
            change_options_until: batch.change_options_until,
          };
    }),
  );
}

export type FoundOrder =
  | { readonly found: true; readonly order: Order }
  | { readonly found: false; readonly reason: string; readonly message: string };

/** A guest's order without anything personal. A wrong number and a wrong e-mail are told alike. */
export async function findOrder(
  number: string,
  email: string,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<FoundOrder, BackendError>> {
  const call = (await backend).rpc('find_order', { p_number: number, p_email: email });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  // An answer that was not found comes as an error of the transport, and is an answer all the same.
  const answer = fieldsOf(data) ?? fieldsOf(error);
  if (answer?.['found'] === false) {
    return succeed({
      found: false,
      reason: textOf(answer['reason']),
      message: textOf(answer['message']),
    });
  }
  if (error) return fail(toBackendError(error, status));
  const order = parseOrder(answer?.['order']);
  return order === null ? fail(toBackendError(null, 500)) : succeed({ found: true, order });
}

export interface CancelledOrder {
  readonly id: string;
  readonly number: string;
  readonly refundDueMinor: Minor;
  readonly currency: string;
}

/** `token` is the secret that a guest's browser got with the order. */
export async function cancelOrder(
  orderId: string,
  reason: string,
  token: string | null = null,
  /** What its customer was told that the shop keeps. */
  keptMinor = 0,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<CancelledOrder, BackendError>> {
  const call = (await backend).rpc('cancel_order', {
    p_order: orderId,
    p_reason: reason,
    p_kept_minor: keptMinor,
    ...(token === null ? {} : { p_token: token }),
  });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  if (error) return fail(toBackendError(error, status));
  const fields = fieldsOf(data);
  if (fields === null) return fail(toBackendError(null, 500));
  return succeed({
    id: textOf(fields['id']),
    number: textOf(fields['number']),
    refundDueMinor: minorOf(fields['refund_due_minor']),
    currency: textOf(fields['currency']),
  });
}
