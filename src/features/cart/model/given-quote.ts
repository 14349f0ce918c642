import type { Given } from '#shared/backend/given.ts';
import { parseEta } from '#shared/eta.ts';
import { minorOf } from '#shared/parsed-fields.ts';
import type { Quote, QuoteLine, QuoteShipment, TogetherOffer } from './quote.ts';

type Quoted = Given<'quote_cart'>;

const lineOf = (line: Quoted['lines'][number]): QuoteLine => ({
  line: line.line,
  variantId: line.variant_id,
  quantity: line.quantity,
  productId: line.product_id,
  title: line.title ?? '',
  variantTitle: line.variant_title ?? '',
  flaws: line.flaws,
  url: line.url ?? '',
  kind: line.kind,
  picture: line.picture,
  soldAs: line.sold_as,
  options: line.options ?? [],
  unitPriceMinor: minorOf(line.unit_price_minor),
  totalMinor: minorOf(line.total_minor),
  discountMinor: minorOf(line.discount_minor),
  batchId: line.batch_id,
  mostPerCustomer: line.most_of_variant,
});

const parcelOf = (parcel: Quoted['shipments'][number]): QuoteShipment => ({
  position: parcel.position,
  lines: parcel.lines,
  batchId: parcel.batch_id,
  eta: parseEta(parcel.ships_on, parcel.eta_precision),
  handlingDays: parcel.handling_days,
  weightGrams: parcel.weight_grams,
});

const togetherOf = (offer: NonNullable<Quoted['together']>): TogetherOffer => ({
  eta: parseEta(offer.ships_on, offer.eta_precision),
  batchId: offer.batch_id,
  handlingDays: offer.handling_days,
  parcels: offer.parcels,
  savesMinor: offer.saves_minor === null ? null : minorOf(offer.saves_minor),
  reason: offer.reason,
  changesTax: offer.changes_tax,
});

export const quoteOf = (quoted: Quoted): Quote => ({
  lines: quoted.lines.map(lineOf),
  shipments: quoted.shipments.map(parcelOf),
  shipsTogether: quoted.ships_together,
  together: quoted.together && togetherOf(quoted.together),
  shippingMethods: quoted.shipping_methods,
  shippingMethodId: quoted.shipping_method,
  problems: quoted.problems,
  codes: quoted.codes,
  subtotalMinor: minorOf(quoted.subtotal_minor),
  discountMinor: minorOf(quoted.discount_minor),
  shippingMinor: minorOf(quoted.shipping_minor),
  taxMinor: minorOf(quoted.tax_minor),
  taxIncludedMinor: minorOf(quoted.tax_included_minor),
  taxScheme: quoted.tax_scheme,
  totalMinor: minorOf(quoted.total_minor),
  currency: quoted.currency,
  hash: quoted.quote_hash,
});
