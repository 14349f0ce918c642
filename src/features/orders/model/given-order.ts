import { parseEta } from '#shared/eta.ts';
import type {
  Consent,
  Order,
  OrderAnswer,
  OrderCompany,
  OrderLine,
  OrderShipment,
  OrderSummary,
} from './order.ts';
import { keptPacking } from '#features/shipping/model/packages.ts';
import type { Given, Row } from '#shared/backend/given.ts';
import { minorOf } from '#shared/parsed-fields.ts';

type OrderRow = Row<'orders'>;
/** What everyone sees, and what is told to its customer and to staff. */
type SeenRow = Pick<OrderRow, keyof OrderRow & keyof Given<'find_order'>['order']> &
  Partial<
    Pick<OrderRow, 'address' | 'address_question' | 'change_address_until' | 'code' | 'version'>
  >;

const consents: readonly Consent[] = ['terms', 'group_buy'];

export const orderSummaryOf = (order: SeenRow): OrderSummary => ({
  id: order.id,
  status: order.status,
  number: order.number,
  payment: order.payment,
  email: order.email,
  address: order.address ?? null,
  countryCode: order.country_code,
  shippingMethodName: order.shipping_method_name,
  code: order.code ?? null,
  currency: order.currency,
  subtotalMinor: minorOf(order.subtotal_minor),
  discountMinor: minorOf(order.discount_minor),
  shippingMinor: minorOf(order.shipping_minor),
  taxMinor: minorOf(order.tax_minor),
  taxIncludedMinor: minorOf(order.tax_included_minor),
  totalMinor: minorOf(order.total_minor),
  capturedMinor: minorOf(order.captured_minor),
  refundedMinor: minorOf(order.refunded_minor),
  refundDueMinor: minorOf(order.refund_due_minor),
  forgoneMinor: minorOf(order.forgone_minor),
  placedAt: order.placed_at,
  payBy: order.pay_by,
  keepUntil: order.keep_until,
  paidAt: order.paid_at,
  cancelUntil: order.cancel_until,
  changeAddressUntil: order.change_address_until ?? null,
  addressQuestion: order.address_question ?? null,
  missingConsents: consents.filter((each) => order.missing_consents?.includes(each)),
  version: order.version ?? 0,
});

const lineOf = ({ design, ...line }: OrderAnswer['lines'][number]): OrderLine => ({
  id: line.id,
  shipmentId: line.shipment_id,
  productId: line.product_id ?? null,
  variantId: line.variant_id,
  batchId: line.batch_id,
  designId: line.design_id ?? null,
  keptDesign: design && { code: design.code ?? '', name: design.name ?? '', design: design.design },
  quantity: line.quantity,
  refundedQuantity: line.refunded_quantity,
  soldAs: line.sold_as,
  title: line.title,
  variantTitle: line.variant_title,
  flaws: line.flaws,
  url: line.url,
  kind: line.kind,
  picture: line.picture,
  options: line.options,
  unitPriceMinor: minorOf(line.unit_price_minor),
  totalMinor: minorOf(line.total_minor),
  discountMinor: minorOf(line.discount_minor),
  taxMinor: minorOf(line.tax_minor),
  taxRateBasisPoints: line.tax_rate_basis_points ?? 0,
  taxName: line.tax_name ?? '',
  batchStage: line.batch_stage,
  eta: parseEta(line.eta, line.eta_precision),
  changeOptionsUntil: line.change_options_until,
});

const parcelOf = (parcel: OrderAnswer['shipments'][number]): OrderShipment => ({
  id: parcel.id,
  position: parcel.position,
  status: parcel.status,
  eta: parseEta(parcel.ships_on, parcel.eta_precision),
  weightGrams: parcel.weight_grams ?? 0,
  packing: parcel.package ? keptPacking(parcel.package) : null,
  carrier: parcel.carrier,
  trackingNumber: parcel.tracking_number ?? '',
  trackingUrl: parcel.tracking_url ?? '',
  shippedAt: parcel.shipped_at,
  deliveredAt: parcel.delivered_at,
});

const companyOf = (company: NonNullable<OrderAnswer['company']>): OrderCompany => ({
  name: company.name,
  vatHolder:
    company.vat_check === undefined
      ? null
      : [company.vat_check.name, company.vat_check.address].filter(Boolean).join(', '),
  vatNumber: company.vat_number,
  purchaseNumber: company.purchase_number,
  billing: company.billing,
});

export const orderOf = (order: OrderAnswer): Order => ({
  ...orderSummaryOf(order),
  lines: order.lines.map(lineOf),
  shipments: order.shipments.map(parcelOf),
  events: order.events,
  payments: order.payments ?? [],
  documents: order.documents ?? [],
  company: order.company ? companyOf(order.company) : null,
  giftNote: order.gift_note ?? null,
  shipsTogether: order.ships_together,
  waitsFor: order.waits_for && {
    title: order.waits_for.title,
    eta: parseEta(order.waits_for.ships_on, order.waits_for.eta_precision),
  },
});
