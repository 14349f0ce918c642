/**
 * What a cart costs, as the shop answered: the words that cart, checkout and orders share. Only the
 * database computes these amounts.
 */
import type { Given } from '#shared/backend/given.ts';
import type { Eta } from '#shared/eta.ts';
import type { Minor } from '#shared/money.ts';

type Quoted = Given<'quote_cart'>;

/** A line as it is asked about; all of it but the quantity is its identity. */
export interface CartLineRequest {
  readonly variantId: string;
  readonly quantity: number;
  /** Ids of options with the id of the answer. */
  readonly options: Readonly<Record<string, string>>;
  readonly designId: string | null;
  readonly offerId: string | null;
}

export type ChosenOption = NonNullable<Quoted['lines'][number]['options']>[number];

export interface QuoteLine {
  /** Which line of the cart, from 0. */
  readonly line: number;
  readonly variantId: string;
  readonly quantity: number;
  /** Null for a line that is not in the shop (any more). */
  readonly productId: string | null;
  readonly title: string;
  readonly variantTitle: string;
  readonly flaws: string;
  readonly url: string;
  readonly kind: 'keyboard' | 'product' | 'artisan' | null;
  readonly picture: string | null;
  readonly soldAs: 'in_stock' | 'group_buy' | 'preorder' | 'list' | 'archived' | null;
  readonly options: readonly ChosenOption[];
  readonly unitPriceMinor: Minor;
  readonly totalMinor: Minor;
  readonly discountMinor: Minor;
  readonly batchId: string | null;
  readonly mostPerCustomer: number | null;
}

export interface QuoteShipment {
  readonly position: number;
  readonly lines: readonly number[];
  readonly batchId: string | null;
  /** When it leaves; null where it leaves at once. */
  readonly eta: Eta | null;
  readonly handlingDays: number;
  readonly weightGrams: number;
}

/** The other way to send a cart that is split: all of it, once its last part is ready. */
export interface TogetherOffer {
  /** When the last part leaves; null where all of it leaves at once, or nobody knows yet. */
  readonly eta: Eta | null;
  readonly batchId: string | null;
  readonly handlingDays: number;
  /** In how many it leaves otherwise. */
  readonly parcels: number;
  /** Of the whole order, less than nothing where it costs more; null where that can’t be said. */
  readonly savesMinor: Minor | null;
  /** Why the method can’t take all of it in one; null where it can. */
  readonly reason: string | null;
  /** Whether customs would ask for the tax that the shop collects otherwise, or the other way round. */
  readonly changesTax: boolean;
}

export type QuoteShippingMethod = Quoted['shipping_methods'][number];
export type QuoteProblem = Quoted['problems'][number];

export interface Quote {
  readonly lines: readonly QuoteLine[];
  readonly shipments: readonly QuoteShipment[];
  /** Whether these sums are of one parcel for a cart that could be split. */
  readonly shipsTogether: boolean;
  /** Null where there is nothing to choose. */
  readonly together: TogetherOffer | null;
  readonly shippingMethods: readonly QuoteShippingMethod[];
  /** The method that was asked about, whether or not it can serve this cart. */
  readonly shippingMethodId: string | null;
  readonly problems: readonly QuoteProblem[];
  readonly codes: Quoted['codes'];
  readonly subtotalMinor: Minor;
  readonly discountMinor: Minor;
  readonly shippingMinor: Minor;
  /** Taken off the prices: nothing, or less. */
  readonly taxMinor: Minor;
  /** Contained in the total already. */
  readonly taxIncludedMinor: Minor;
  /** By which rule: of shipping, where parts of the cart differ. */
  readonly taxScheme: string;
  readonly totalMinor: Minor;
  readonly currency: string;
  readonly hash: string;
}
