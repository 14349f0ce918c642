/**
 * What a cart costs, as the shop answered: the words that cart, checkout and orders share. Only the
 * database computes these amounts.
 */
import type { Given } from '#shared/backend/given.ts';

/** A line as it is asked about; all of it but the quantity is its identity. */
export interface CartLineRequest {
  readonly variantId: string;
  readonly quantity: number;
  /** Ids of options with the id of the answer. */
  readonly options: Readonly<Record<string, string>>;
  readonly designId: string | null;
  readonly offerId: string | null;
}

export type Quote = Given<'quote_cart'>;
export type QuoteLine = Quote['lines'][number];
export type QuoteShipment = Quote['shipments'][number];
/** The other way to send a cart that is split: all of it, once its last part is ready. */
export type TogetherOffer = NonNullable<Quote['together']>;
export type QuoteShippingMethod = Quote['shipping_methods'][number];
export type QuoteProblem = Quote['problems'][number];
export type ChosenOption = NonNullable<QuoteLine['options']>[number];
