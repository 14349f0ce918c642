/** Orders and quotes as the database gives them, of which a test says what it is about. */
import type { Order } from '#features/orders/model/order.ts';
import type { Given } from '#shared/backend/given.ts';

export const orderAnswer = (more: Partial<Order> = {}): Order => ({
  id: 'o',
  number: 'KW-1',
  status: 'paid',
  email: '',
  payment: 'invoice',
  country_code: 'NL',
  currency: 'EUR',
  subtotal_minor: 0,
  discount_minor: 0,
  shipping_minor: 0,
  tax_minor: 0,
  tax_included_minor: 0,
  total_minor: 0,
  captured_minor: 0,
  refunded_minor: 0,
  refund_due_minor: 0,
  forgone_minor: 0,
  shipping_method_name: '',
  placed_at: '',
  pay_by: '',
  keep_until: null,
  confirmed_at: null,
  paid_at: null,
  cancel_until: null,
  missing_consents: [],
  ships_together: false,
  waits_for: null,
  lines: [],
  shipments: [],
  events: [],
  ...more,
});

type OrderLine = Order['lines'][number];

export const orderLineAnswer = (more: Partial<OrderLine> = {}): OrderLine => ({
  id: 'l',
  variant_id: 'v',
  shipment_id: null,
  batch_id: null,
  batch_stage: null,
  eta: null,
  eta_precision: null,
  change_options_until: null,
  design: null,
  title: '',
  variant_title: '',
  flaws: '',
  url: '',
  kind: 'product',
  picture: null,
  options: [],
  sold_as: 'in_stock',
  quantity: 1,
  refunded_quantity: 0,
  unit_price_minor: 0,
  total_minor: 0,
  ...more,
});

type Parcel = Order['shipments'][number];

export const parcelAnswer = (more: Partial<Parcel> = {}): Parcel => ({
  id: 'p',
  position: 1,
  status: 'planned',
  carrier: '',
  ships_on: null,
  eta_precision: null,
  shipped_at: null,
  delivered_at: null,
  ...more,
});

type Quote = Given<'quote_cart'>;

export const quoteAnswer = (more: Partial<Quote> = {}): Quote => ({
  lines: [],
  shipments: [],
  ships_together: false,
  together: null,
  shipping_methods: [],
  shipping_method: null,
  problems: [],
  codes: [],
  country: null,
  subtotal_minor: 0,
  discount_minor: 0,
  shipping_minor: 0,
  tax_minor: 0,
  tax_included_minor: 0,
  tax_scheme: '',
  total_minor: 0,
  currency: 'EUR',
  quoted_at: '',
  quote_hash: 'h',
  ...more,
});

type QuoteLine = Quote['lines'][number];

export const quoteLineAnswer = (more: Partial<QuoteLine> = {}): QuoteLine => ({
  line: 0,
  variant_id: 'v',
  quantity: 1,
  design_id: null,
  offer_id: null,
  product_id: null,
  sku: null,
  title: null,
  variant_title: null,
  flaws: '',
  url: null,
  kind: null,
  picture: null,
  sold_as: null,
  options: null,
  unit_price_minor: null,
  total_minor: null,
  discount_minor: 0,
  currency: 'EUR',
  tax_minor: 0,
  tax_rate_basis_points: 0,
  tax_name: '',
  tax_included: true,
  tax_scheme: '',
  weight_grams: null,
  batch_id: null,
  parcel: null,
  ships_on: null,
  eta_precision: null,
  most_of_variant: null,
  ...more,
});

type Method = Quote['shipping_methods'][number];

export const methodAnswer = (more: Partial<Method> = {}): Method => ({
  id: 'm',
  code: 'm',
  name: '',
  carrier: '',
  days_min: 1,
  days_max: 2,
  is_tracked: true,
  note: '',
  currency: 'EUR',
  price_minor: 0,
  reason: null,
  ...more,
});
