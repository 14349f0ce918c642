/** The answer is the shop's: nothing here or behind it computes an amount of its own. */
import type { CartLineRequest, Quote } from '../model/quote.ts';
import { callFunction, type Answer } from '#shared/backend/call-function.ts';
import { getReader, type Reader } from '#shared/backend/reader.ts';

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

export const quoteCart = (
  question: QuoteQuestion,
  signal?: AbortSignal,
  backend: Promise<Reader> = getReader(),
): Answer<Quote> =>
  callFunction(
    'quote_cart',
    {
      p_lines: question.lines.map(toApiLine),
      ...(question.country === null ? {} : { p_country: question.country }),
      ...(question.code === null ? {} : { p_code: question.code }),
      ...(question.shippingMethodId === null
        ? {}
        : { p_shipping_method: question.shippingMethodId }),
      ...(question.isTogether ? { p_together: true } : {}),
      ...(question.vatNumber ? { p_vat_number: question.vatNumber } : {}),
    },
    { signal, backend },
  );
