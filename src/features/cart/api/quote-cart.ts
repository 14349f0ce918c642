/** The answer is the shop's: nothing here or behind it computes an amount of its own. */
import type { CartLineRequest, Quote } from '../model/quote.ts';
import { quoteOf } from '../model/given-quote.ts';
import { fail, type Result } from '#shared/result.ts';
import { getReader, type Reader } from '#shared/backend/reader.ts';
import { readAs, toBackendError, type BackendError } from '#shared/backend/errors.ts';

export interface QuoteQuestion {
  readonly lines: readonly CartLineRequest[];
  readonly country: string | null;
  readonly code: string | null;
  readonly shippingMethodId: string | null;
  /** Of a company: once checked, it may buy without VAT. */
  readonly vatNumber?: string | null;
  /** Whether all of it is sent as one parcel. */
  readonly isTogether?: boolean;
}

/** The shape of a cart line in the API. */
export function toApiLine(line: CartLineRequest) {
  return {
    variant_id: line.variantId,
    quantity: line.quantity,
    options: { ...line.options },
    design_id: line.designId,
    offer_id: line.offerId,
  };
}

export async function quoteCart(
  question: QuoteQuestion,
  signal?: AbortSignal,
  backend: Promise<Reader> = getReader(),
): Promise<Result<Quote, BackendError>> {
  const call = (await backend).rpc('quote_cart', {
    p_lines: question.lines.map(toApiLine),
    ...(question.country === null ? {} : { p_country: question.country }),
    ...(question.code === null ? {} : { p_code: question.code }),
    ...(question.shippingMethodId === null ? {} : { p_shipping_method: question.shippingMethodId }),
    ...(question.isTogether ? { p_together: true } : {}),
    ...(question.vatNumber ? { p_vat_number: question.vatNumber } : {}),
  });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  return error ? fail(toBackendError(error, status)) : readAs(() => quoteOf(data));
}
