import { isBatchStage } from '#features/batches/model/batch-stage.ts';
import { parseEta } from '#shared/eta.ts';
import type {
  Consent,
  KeptDesign,
  Order,
  OrderCompany,
  OrderDocument,
  OrderEvent,
  OrderLine,
  OrderPayment,
  OrderShipment,
  OrderSummary,
  PartWaitedFor,
} from './order.ts';
import { isOrderStatus } from './order-status.ts';
import { parsePacking } from '#features/shipping/model/packages.ts';
import {
  fieldsOf,
  listOf,
  minorOf,
  numberOf,
  oneOf,
  textOf,
  textOrNull,
  type Fields,
} from '#shared/parsed-fields.ts';
import { parseChosenOption } from '#features/cart/model/quote-parser.ts';

const statusOrNull = (value: unknown) => (isOrderStatus(value) ? value : null);

const consents: readonly Consent[] = ['terms', 'group_buy'];

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function parseAddress(value: unknown): Readonly<Record<string, string>> | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, textOf(text)]));
}

/** Null for a row that this build doesn't understand. */
export function parseOrderSummary(fields: Fields): OrderSummary | null {
  const { id, status } = fields;
  if (typeof id !== 'string' || !isOrderStatus(status)) return null;
  return {
    id,
    status,
    number: textOf(fields['number']),
    payment: textOf(fields['payment']),
    email: textOrNull(fields['email']),
    address: parseAddress(fields['address']),
    countryCode: textOf(fields['country_code']),
    shippingMethodName: textOf(fields['shipping_method_name']),
    code: textOrNull(fields['code']),
    currency: textOf(fields['currency']),
    subtotalMinor: minorOf(fields['subtotal_minor']),
    discountMinor: minorOf(fields['discount_minor']),
    shippingMinor: minorOf(fields['shipping_minor']),
    taxMinor: minorOf(fields['tax_minor']),
    taxIncludedMinor: minorOf(fields['tax_included_minor']),
    totalMinor: minorOf(fields['total_minor']),
    capturedMinor: minorOf(fields['captured_minor']),
    refundedMinor: minorOf(fields['refunded_minor']),
    refundDueMinor: minorOf(fields['refund_due_minor']),
    forgoneMinor: minorOf(fields['forgone_minor']),
    placedAt: textOf(fields['placed_at']),
    payBy: textOf(fields['pay_by']),
    keepUntil: textOrNull(fields['keep_until']),
    paidAt: textOrNull(fields['paid_at']),
    cancelUntil: textOrNull(fields['cancel_until']),
    changeAddressUntil: textOrNull(fields['change_address_until']),
    addressQuestion: textOrNull(fields['address_question']),
    missingConsents: consents.filter((each) => asList(fields['missing_consents']).includes(each)),
    version: numberOf(fields['version']),
  };
}

function parseKeptDesign(value: unknown): KeptDesign | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  const { code, name, design } = fields;
  return { code: textOf(code), name: textOf(name), design };
}

export function parseOrderLine(fields: Fields): OrderLine {
  const stage = fields['batch_stage'];
  return {
    id: textOf(fields['id']),
    shipmentId: textOrNull(fields['shipment_id']),
    productId: textOrNull(fields['product_id']),
    variantId: textOrNull(fields['variant_id']),
    batchId: textOrNull(fields['batch_id']),
    designId: textOrNull(fields['design_id']),
    keptDesign: parseKeptDesign(fields['design']),
    quantity: numberOf(fields['quantity']),
    refundedQuantity: numberOf(fields['refunded_quantity']),
    soldAs: textOf(fields['sold_as']),
    title: textOf(fields['title']),
    variantTitle: textOf(fields['variant_title']),
    flaws: textOf(fields['flaws']),
    url: textOf(fields['url']),
    kind: textOf(fields['kind']),
    picture: textOrNull(fields['picture']),
    options: listOf(fields['options'], parseChosenOption),
    unitPriceMinor: minorOf(fields['unit_price_minor']),
    totalMinor: minorOf(fields['total_minor']),
    discountMinor: minorOf(fields['discount_minor']),
    taxMinor: minorOf(fields['tax_minor']),
    taxRateBasisPoints: numberOf(fields['tax_rate_basis_points']),
    taxName: textOf(fields['tax_name']),
    batchStage: typeof stage === 'string' && isBatchStage(stage) ? stage : null,
    eta: parseEta(fields['eta'], fields['eta_precision']),
    changeOptionsUntil: textOrNull(fields['change_options_until']),
  };
}

function parseShipment(fields: Fields): OrderShipment {
  return {
    id: textOf(fields['id']),
    position: numberOf(fields['position']),
    status: textOf(fields['status']),
    eta: parseEta(fields['ships_on'], fields['eta_precision']),
    weightGrams: numberOf(fields['weight_grams']),
    packing: parsePacking(fields['package']),
    carrier: textOf(fields['carrier']),
    trackingNumber: textOf(fields['tracking_number']),
    trackingUrl: textOf(fields['tracking_url']),
    shippedAt: textOrNull(fields['shipped_at']),
    deliveredAt: textOrNull(fields['delivered_at']),
  };
}

function parseEvent(fields: Fields): OrderEvent {
  return {
    id: numberOf(fields['id']),
    at: textOf(fields['at']),
    kind: textOf(fields['kind']),
    actor: textOf(fields['actor']),
    fromStatus: statusOrNull(fields['from_status']),
    toStatus: statusOrNull(fields['to_status']),
    reason: textOf(fields['reason']),
    before: fieldsOf(fields['before']) ?? {},
    after: fieldsOf(fields['after']) ?? {},
  };
}

function parsePayment(fields: Fields): OrderPayment | null {
  const kind = oneOf(fields['kind'], ['capture', 'refund']);
  if (kind === null) return null;
  return {
    kind,
    id: textOf(fields['id']),
    provider: textOf(fields['provider']),
    reference: textOf(fields['provider_reference']),
    amountMinor: minorOf(fields['amount_minor']),
    currency: textOf(fields['currency']),
    at: textOf(fields['at']),
    sentAt: textOrNull(fields['sent_at']),
    reason: textOf(fields['reason']),
  };
}

function parseOrderDocument(fields: Fields): OrderDocument | null {
  const kind = oneOf(fields['kind'], ['invoice', 'credit_note']);
  if (kind === null) return null;
  return {
    kind,
    number: textOf(fields['number']),
    issuedOn: textOf(fields['issued_on']),
    totalMinor: minorOf(fields['total_minor']),
    currency: textOf(fields['currency']),
  };
}

function parseCompany(value: unknown): OrderCompany | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  const check = fieldsOf(fields['vat_check']);
  return {
    name: textOf(fields['name']),
    vatHolder:
      check && [textOf(check['name']), textOf(check['address'])].filter(Boolean).join(', '),
    vatNumber: textOf(fields['vat_number']),
    purchaseNumber: textOf(fields['purchase_number']),
    billing: parseAddress(fields['billing']),
  };
}

function parseWaitedFor(value: unknown): PartWaitedFor | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  return {
    title: textOf(fields['title']),
    eta: parseEta(fields['ships_on'], fields['eta_precision']),
  };
}

/** An order with what hangs on it; each part may have come by its own request. */
export function parseOrder(data: unknown): Order | null {
  const fields = fieldsOf(data);
  const summary = fields && parseOrderSummary(fields);
  if (fields === null || summary === null) return null;
  return {
    ...summary,
    lines: listOf(fields['lines'], parseOrderLine),
    shipments: listOf(fields['shipments'], parseShipment),
    events: listOf(fields['events'], parseEvent),
    payments: listOf(fields['payments'], parsePayment),
    documents: listOf(fields['documents'], parseOrderDocument),
    company: parseCompany(fields['company']),
    giftNote: textOrNull(fields['gift_note']),
    shipsTogether: fields['ships_together'] === true,
    waitsFor: parseWaitedFor(fields['waits_for']),
  };
}
