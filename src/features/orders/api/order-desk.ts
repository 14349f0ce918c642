/** Invariant: the database checks the right again and leaves a trace of who did it. */
import type { OrderStatus } from '../model/order-status.ts';
import type { Given } from '#shared/backend/given.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';
import { withKey } from '#shared/backend/intention-key.ts';

export interface OrderMoveRequest {
  readonly to: OrderStatus;
  readonly reason: string;
  /** Why orders with a balance due go on all the same; empty where such orders stay. */
  readonly despiteDue: string;
}

export interface SeenOrder {
  readonly id: string;
  /** Where it was when the move was asked for: a colleague who was faster is noticed. */
  readonly status: string;
}

export async function transitionOrders(
  orders: readonly SeenOrder[],
  { to, reason, despiteDue }: OrderMoveRequest,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<Given<'transition_orders'>, BackendError>> {
  const call = (await backend).rpc('transition_orders', {
    p_orders: orders.map(({ id }) => id),
    p_to: to,
    p_reason: reason,
    p_from: orders.map(({ status: seen }) => seen),
    ...(despiteDue === '' ? {} : { p_despite_due: despiteDue }),
  });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  return error ? fail(toBackendError(error, status)) : succeed(data);
}

export interface ReceivedPayment {
  readonly orderId: string;
  /** Null for all that is due. */
  readonly amountMinor: number | null;
  readonly reference: string;
  readonly note: string;
  /** What the one who writes it down saw to have come before. */
  readonly capturedSoFarMinor: number;
}

export async function recordPayment(
  payment: ReceivedPayment,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<Given<'record_payment'>, BackendError>> {
  const received = {
    p_order: payment.orderId,
    p_reference: payment.reference,
    p_note: payment.note,
    ...(payment.amountMinor === null ? {} : { p_amount_minor: payment.amountMinor }),
  };
  return withKey(['record_payment', received], async (key) => {
    const call = (await backend).rpc('record_payment', {
      ...received,
      p_captured_so_far: payment.capturedSoFarMinor,
      p_key: key,
    });
    const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
    return error ? fail(toBackendError(error, status)) : succeed(data);
  });
}

export interface Refund {
  readonly orderId: string;
  /** Null for what the lines are worth, or for all that is left where no line is named. */
  readonly amountMinor: number | null;
  readonly lines: readonly { readonly lineId: string; readonly quantity: number }[];
  readonly reason: string;
  /** What was given back when the form was opened: a colleague who was faster is noticed. */
  readonly refundedSoFarMinor: number;
  /** The money went back already, another way than through the provider. */
  readonly isSent: boolean;
  /** Pieces that had left are on sale again. */
  readonly isRestocked: boolean;
}

const refundLines = (lines: Refund['lines']) =>
  lines.map(({ lineId, quantity }) => ({ line_id: lineId, quantity }));

export async function priceRefund(
  orderId: string,
  lines: Refund['lines'],
  backend: Promise<Backend> = getBackend(),
): Promise<Result<number, BackendError>> {
  const asked = { p_order: orderId, p_lines: refundLines(lines) };
  const { data, error, status } = await (await backend).rpc('price_refund', asked);
  return error ? fail(toBackendError(error, status)) : succeed(data.amount_minor);
}

export async function refundOrder(
  refund: Refund,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<Given<'refund_order'>, BackendError>> {
  const call = (await backend).rpc('refund_order', {
    p_order: refund.orderId,
    p_lines: refundLines(refund.lines),
    p_reason: refund.reason,
    p_refunded_so_far: refund.refundedSoFarMinor,
    p_is_sent: refund.isSent,
    p_restock: refund.isRestocked,
    ...(refund.amountMinor === null ? {} : { p_amount_minor: refund.amountMinor }),
  });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  return error ? fail(toBackendError(error, status)) : succeed(data);
}

export interface OwedOrder {
  readonly id: string;
  /** What was seen to have gone back before: a colleague who was faster is noticed. */
  readonly refundedSoFarMinor: number;
}

/** Gives back what each order is owed. */
export async function refundOrders(
  orders: readonly OwedOrder[],
  reason: string,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<Given<'refund_orders'>, BackendError>> {
  const { data, error, status } = await (
    await backend
  ).rpc('refund_orders', {
    p_orders: orders.map(({ id }) => id),
    p_refunded_so_far: orders.map(({ refundedSoFarMinor }) => refundedSoFarMinor),
    p_reason: reason,
  });
  return error ? fail(toBackendError(error, status)) : succeed(data);
}

/** Asks the providers for the refunds of at most 20 orders now; those that fail are asked for again by the clock. */
export async function sendRefunds(
  orders: readonly string[],
  backend: Promise<Backend> = getBackend(),
): Promise<Result<null, BackendError>> {
  const { error, response } = await (
    await backend
  ).functions.invoke('send-refunds', { body: { orders } });
  if (!error) return succeed(null);
  const said: unknown = await response?.json().catch(() => null);
  return fail(toBackendError(said, response?.status ?? 0));
}

export interface SentParcel {
  readonly shipmentId: string;
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly trackingUrl: string;
  /** What it was packed into; null where nobody says. */
  readonly packageId: string | null;
}

export async function shipParcels(
  parcels: readonly SentParcel[],
  despiteDue = '',
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<Given<'ship_parcels'>, BackendError>> {
  const call = (await backend).rpc('ship_parcels', {
    p_parcels: parcels.map((each) => ({
      shipment_id: each.shipmentId,
      carrier: each.carrier,
      tracking_number: each.trackingNumber,
      tracking_url: each.trackingUrl,
      package_id: each.packageId,
    })),
    ...(despiteDue === '' ? {} : { p_despite_due: despiteDue }),
  });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  return error ? fail(toBackendError(error, status)) : succeed(data);
}

export interface Tracking {
  readonly carrier: string;
  readonly trackingNumber: string;
}

/** Of a parcel that has left, while its number is still what was read. */
export async function correctTracking(
  parcel: Tracking & { readonly id: string },
  tracking: Tracking,
  sendsMail: boolean,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<null, BackendError>> {
  const { error, status } = await (
    await backend
  ).rpc('correct_tracking', {
    p_shipment: parcel.id,
    p_was: parcel.trackingNumber,
    p_carrier: tracking.carrier,
    p_tracking_number: tracking.trackingNumber,
    p_sends_mail: sendsMail,
  });
  return error ? fail(toBackendError(error, status)) : succeed(null);
}

/** Asks the customer about the address by mail; null takes the question back. */
export async function flagAddress(
  order: { readonly id: string; readonly version: number },
  question: string | null,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<null, BackendError>> {
  const call = (await backend).rpc('flag_address', {
    p_order: order.id,
    p_question: question ?? '',
    p_version: order.version,
  });
  const { error, status } = await (signal ? call.abortSignal(signal) : call);
  return error ? fail(toBackendError(error, status)) : succeed(null);
}

/** The id of the note. */
export async function addOrderNote(
  orderId: string,
  text: string,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<string, BackendError>> {
  const note = { p_order: orderId, p_text: text };
  return withKey(['add_order_note', note], async (key) => {
    const call = (await backend).rpc('add_order_note', { ...note, p_key: key });
    const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
    return error ? fail(toBackendError(error, status)) : succeed(data);
  });
}

export type Contact = Given<'reveal_contact'>;

/** Unmasked; that it was asked for is on record. */
export async function revealContact(
  orderId: string,
  reason: string,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<Contact, BackendError>> {
  const call = (await backend).rpc('reveal_contact', { p_order: orderId, p_reason: reason });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  return error ? fail(toBackendError(error, status)) : succeed(data);
}
