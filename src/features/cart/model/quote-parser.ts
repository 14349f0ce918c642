import { parseEta } from '#shared/eta.ts';
import {
  fieldsOf,
  listOf,
  minorOf,
  numberOf,
  numberOrNull,
  oneOf,
  textOf,
  textOrNull,
  type Fields,
} from '#shared/parsed-fields.ts';
import type {
  ChosenOption,
  Quote,
  QuoteCode,
  QuoteLine,
  QuoteProblem,
  QuoteShipment,
  QuoteShippingMethod,
  TogetherOffer,
} from './quote.ts';

export function parseChosenOption(fields: Fields): ChosenOption {
  return {
    optionId: textOf(fields['option_id']),
    valueId: textOf(fields['value_id']),
    option: textOf(fields['option']),
    value: textOf(fields['value']),
    priceDeltaMinor: minorOf(fields['price_delta_minor']),
  };
}

function parseLine(fields: Fields): QuoteLine {
  return {
    line: numberOf(fields['line']),
    variantId: textOf(fields['variant_id']),
    quantity: numberOf(fields['quantity']),
    productId: textOrNull(fields['product_id']),
    title: textOf(fields['title']),
    variantTitle: textOf(fields['variant_title']),
    flaws: textOf(fields['flaws']),
    url: textOf(fields['url']),
    kind: oneOf(fields['kind'], ['keyboard', 'product', 'artisan']),
    picture: textOrNull(fields['picture']),
    soldAs: oneOf(fields['sold_as'], ['in_stock', 'group_buy', 'preorder', 'list', 'archived']),
    options: listOf(fields['options'], parseChosenOption),
    unitPriceMinor: minorOf(fields['unit_price_minor']),
    totalMinor: minorOf(fields['total_minor']),
    discountMinor: minorOf(fields['discount_minor']),
    batchId: textOrNull(fields['batch_id']),
    mostPerCustomer: numberOrNull(fields['most_of_variant']),
  };
}

function parseShipment(fields: Fields): QuoteShipment {
  const lines: unknown = fields['lines'];
  return {
    position: numberOf(fields['position']),
    lines: Array.isArray(lines) ? lines.map(numberOf) : [],
    batchId: textOrNull(fields['batch_id']),
    eta: parseEta(fields['ships_on'], fields['eta_precision']),
    handlingDays: numberOf(fields['handling_days']),
    weightGrams: numberOf(fields['weight_grams']),
  };
}

function parseTogether(fields: Fields): TogetherOffer {
  const saved = fields['saves_minor'];
  return {
    eta: parseEta(fields['ships_on'], fields['eta_precision']),
    batchId: textOrNull(fields['batch_id']),
    handlingDays: numberOf(fields['handling_days']),
    parcels: numberOf(fields['parcels']),
    savesMinor: typeof saved === 'number' ? minorOf(saved) : null,
    reason: textOrNull(fields['reason']),
    changesTax: fields['changes_tax'] === true,
  };
}

function parseMethod(fields: Fields): QuoteShippingMethod {
  const price = fields['price_minor'];
  return {
    id: textOf(fields['id']),
    name: textOf(fields['name']),
    carrier: textOf(fields['carrier']),
    daysMin: numberOf(fields['days_min']),
    daysMax: numberOf(fields['days_max']),
    isTracked: fields['is_tracked'] === true,
    note: textOf(fields['note']),
    priceMinor: typeof price === 'number' ? minorOf(price) : null,
    reason: textOrNull(fields['reason']),
  };
}

function parseProblem(fields: Fields): QuoteProblem {
  return {
    line: numberOrNull(fields['line']),
    reason: textOf(fields['reason']),
    message: textOf(fields['message']),
    limit: numberOrNull(fieldsOf(fields['details'])?.['limit']),
  };
}

function parseCode(fields: Fields): QuoteCode {
  return {
    code: textOf(fields['code']),
    title: textOf(fields['title']),
    amountMinor: minorOf(fields['amount_minor']),
  };
}

/** Null where it is no quote at all. */
export function parseQuote(data: unknown): Quote | null {
  const fields = fieldsOf(data);
  if (fields === null || typeof fields['quote_hash'] !== 'string') return null;
  const together = fieldsOf(fields['together']);
  return {
    lines: listOf(fields['lines'], parseLine),
    shipments: listOf(fields['shipments'], parseShipment),
    shipsTogether: fields['ships_together'] === true,
    together: together === null ? null : parseTogether(together),
    shippingMethods: listOf(fields['shipping_methods'], parseMethod),
    shippingMethodId: textOrNull(fields['shipping_method']),
    problems: listOf(fields['problems'], parseProblem),
    codes: listOf(fields['codes'], parseCode),
    subtotalMinor: minorOf(fields['subtotal_minor']),
    discountMinor: minorOf(fields['discount_minor']),
    shippingMinor: minorOf(fields['shipping_minor']),
    taxMinor: minorOf(fields['tax_minor']),
    taxIncludedMinor: minorOf(fields['tax_included_minor']),
    taxScheme: textOf(fields['tax_scheme']),
    totalMinor: minorOf(fields['total_minor']),
    currency: textOf(fields['currency']),
    hash: fields['quote_hash'],
  };
}
