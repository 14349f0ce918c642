/**
 * Invariant: the key makes it happen once; whoever sends again with the same key gets the first
 * answer.
 */
import type { Address } from '#shared/address.ts';
import type { Company } from '../model/company.ts';
import { providerOf, type PaymentCode } from '../model/payment-providers.ts';
import type { CartLineRequest, Quote } from '#features/cart/model/quote.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import type { Given } from '#shared/backend/given.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, toldBy, type BackendError } from '#shared/backend/errors.ts';
import { toApiLine } from '#features/cart/api/quote-cart.ts';

export interface OrderIntent {
  /** Kept before it is first sent, until the shop has answered. */
  readonly key: string;
  readonly lines: readonly CartLineRequest[];
  readonly email: string;
  readonly address: Address;
  /** Null where a person orders. */
  readonly company: Company | null;
  /** What is printed on the packing slips of a gift; null where it is none. */
  readonly giftNote: string | null;
  readonly shippingMethodId: string;
  /** Whether all of it is sent as one parcel. */
  readonly shipsTogether: boolean;
  readonly code: string | null;
  readonly consents: { readonly terms: boolean; readonly groupBuy: boolean };
  readonly quoteHash: string;
  readonly payment: PaymentCode;
}

export interface PlacedOrder {
  readonly id: string;
  readonly number: string;
  readonly totalMinor: number;
  readonly currency: string;
  readonly payBy: string;
  /** Until when its goods are kept once its e-mail is confirmed; null where it need not be. */
  readonly keepUntil: string | null;
  /** Lets a guest act on the order from this browser. */
  readonly token: string;
}

export async function placeOrder(
  intent: OrderIntent,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<PlacedOrder, BackendError>> {
  const call = (await backend).rpc('place_order', {
    p_key: intent.key,
    p_lines: intent.lines.map(toApiLine),
    p_email: intent.email,
    p_address: {
      ...intent.address,
      ...(intent.company === null ? {} : { company: companyRequest(intent.company) }),
      ...(intent.giftNote === null ? {} : { gift_note: intent.giftNote }),
      ...(intent.shipsTogether ? { ships_together: true } : {}),
    },
    p_shipping_method: intent.shippingMethodId,
    ...(intent.code === null ? {} : { p_code: intent.code }),
    p_consents: { terms: intent.consents.terms, group_buy: intent.consents.groupBuy },
    p_quote_hash: intent.quoteHash,
    p_payment: intent.payment,
  });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  if (error) return fail(toBackendError(error, status));
  return succeed(placedOrder(data.order));
}

const placedOrder = (order: Given<'place_order'>['order']): PlacedOrder => ({
  id: order.id,
  number: order.number,
  totalMinor: order.total_minor,
  currency: order.currency,
  payBy: order.pay_by,
  keepUntil: order.keep_until,
  token: order.token,
});

/** What was ordered under this key before, for `key_reused`. */
export function orderOfRefusal(
  error: BackendError,
): (PlacedOrder & { readonly payment: PaymentCode }) | null {
  const { placed } = toldBy<'place_order'>(error);
  if (placed === undefined) return null;
  return { ...placedOrder(placed.order), payment: providerOf(placed.order.payment) ?? 'invoice' };
}

const companyRequest = ({ name, vatNumber, purchaseNumber, billing }: Company) => ({
  name,
  vat_number: vatNumber,
  purchase_number: purchaseNumber,
  billing: billing === null ? null : { ...billing },
});

/** The quote of now that a refused order carries: for `quote_changed` and every problem of a line. */
export function quoteOfRefusal(error: BackendError): Quote | null {
  return toldBy<'place_order'>(error).quote ?? null;
}

/** What is wrong with each field of an address, for `wrong_address`. */
export const wrongFieldsOf = (error: BackendError): Readonly<Record<string, string>> =>
  toldBy<'place_order'>(error).fields ?? {};
