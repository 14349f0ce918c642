/**
 * Invariant: what it comes to is the database's answer, and whoever saw an older order changes
 * nothing.
 */
import type { Address } from '#shared/address.ts';
import type { Amendment } from '../model/amendment.ts';
import type { Quote } from '#features/cart/model/quote.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import type { Json } from '#shared/backend/database.types.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

/** A line by its variant; the price is the shop's where it is null. */
export interface StaffLine {
  readonly variantId: string;
  readonly quantity: number;
  readonly options: Readonly<Record<string, string>>;
  readonly unitPriceMinor: number | null;
}

export interface OrderAmendment {
  readonly orderId: string;
  readonly version: number;
  readonly lines: readonly {
    readonly lineId: string;
    readonly quantity: number | null;
    readonly unitPriceMinor: number | null;
    readonly options: Readonly<Record<string, string>> | null;
  }[];
  readonly added: readonly StaffLine[];
  readonly shippingMinor: number | null;
  /** Each part is sent when it is ready, though its buyer wanted all of it together. */
  readonly isParted: boolean;
  readonly address: Address | null;
  readonly reason: string;
}

const toLine = (line: StaffLine): { [key: string]: Json } => ({
  variant_id: line.variantId,
  quantity: line.quantity,
  options: { ...line.options },
  ...(line.unitPriceMinor === null ? {} : { unit_price_minor: line.unitPriceMinor }),
});

function toChanges(amendment: OrderAmendment): { [key: string]: Json } {
  const { lines, added, shippingMinor, address, isParted } = amendment;
  return {
    lines: lines.map(({ lineId, quantity, unitPriceMinor, options }) => ({
      line_id: lineId,
      ...(quantity === null ? {} : { quantity }),
      ...(unitPriceMinor === null ? {} : { unit_price_minor: unitPriceMinor }),
      ...(options === null ? {} : { options: { ...options } }),
    })),
    add: added.map(toLine),
    ...(shippingMinor === null ? {} : { shipping_minor: shippingMinor }),
    ...(isParted ? { ships_together: false } : {}),
    ...(address === null ? {} : { address: { ...address } }),
  };
}

/** A preview changes nothing. */
export async function amendOrder(
  amendment: OrderAmendment,
  isPreview: boolean,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<Amendment, BackendError>> {
  const call = (await backend).rpc('amend_order', {
    p_order: amendment.orderId,
    p_changes: toChanges(amendment),
    p_reason: amendment.reason,
    p_version: amendment.version,
    p_preview: isPreview,
  });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  return error ? fail(toBackendError(error, status)) : succeed(data);
}

export interface OrderDraft {
  /** Made once for one order, so that two clicks are one. */
  readonly key: string;
  readonly lines: readonly StaffLine[];
  readonly email: string;
  readonly address: Address;
  readonly shippingMethodId: string | null;
  readonly reason: string;
  readonly payment: 'invoice' | 'demo';
  /** Null asks for the quote alone. */
  readonly quoteHash: string | null;
}

export type DraftAnswer =
  | { readonly kind: 'quote'; readonly quote: Quote }
  | { readonly kind: 'made'; readonly number: string };

export async function draftOrder(
  draft: OrderDraft,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<DraftAnswer, BackendError>> {
  const call = (await backend).rpc('draft_order', {
    p_key: draft.key,
    p_lines: draft.lines.map(toLine),
    p_email: draft.email,
    p_address: { ...draft.address },
    p_reason: draft.reason,
    p_payment: draft.payment,
    ...(draft.shippingMethodId === null ? {} : { p_shipping_method: draft.shippingMethodId }),
    ...(draft.quoteHash === null ? {} : { p_quote_hash: draft.quoteHash }),
  });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  if (error) return fail(toBackendError(error, status));
  if ('order' in data) return succeed({ kind: 'made', number: data.order.number });
  return succeed({ kind: 'quote', quote: data.quote });
}
