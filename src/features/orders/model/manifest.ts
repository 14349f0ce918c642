/** Invariant: what was given back or has left is in no line. */
import { csvLine } from '#shared/csv.ts';
import {
  isRecord,
  numberOf,
  plainText,
  textOf,
  valueAt,
  type DeskRow,
} from '#desk-kit/model/desk-row.ts';
import { decimalMoney } from '#shared/money.ts';
import { packingOf } from '#features/shipping/model/packages.ts';

const head = [
  'order',
  'parcel',
  'weight_grams',
  'name',
  'line1',
  'line2',
  'postcode',
  'city',
  'region',
  'country',
  'phone',
  'email',
  'contents',
  'pieces',
  'value',
  'currency',
  'hs_code',
  'origin',
  'package',
  'gross_grams',
  'length_mm',
  'width_mm',
  'height_mm',
] as const;

const placeFields = ['name', 'line1', 'line2', 'postcode', 'city', 'region', 'country', 'phone'];

function addressOf(order: DeskRow): readonly string[] {
  const { address } = order.values;
  const known = isRecord(address) ? address : {};
  return placeFields.map((field) => plainText(known[field]));
}

function goodsOf(line: DeskRow, currency: string): readonly string[] {
  const pieces = (numberOf(line, 'quantity') ?? 0) - (numberOf(line, 'refunded_quantity') ?? 0);
  const said = plainText(valueAt(line, 'product.customs_description'));
  return [
    said === '' ? textOf(line, 'title') : said,
    String(pieces),
    decimalMoney((numberOf(line, 'unit_price_minor') ?? 0) * pieces, currency),
    currency,
    plainText(valueAt(line, 'product.hs_code')),
    plainText(valueAt(line, 'product.origin_country_code')),
  ];
}

/** Empty where no package holds it: then somebody has to look. */
function packedInto(parcel: DeskRow, packages: readonly DeskRow[]): readonly string[] {
  const packing = packingOf(numberOf(parcel, 'weight_grams') ?? 0, packages);
  if (packing === null) return ['', '', '', '', ''];
  const { name, grossGrams, lengthMm, widthMm, heightMm } = packing;
  return [name, ...[grossGrams, lengthMm, widthMm, heightMm].map(String)];
}

const isLeft = (line: DeskRow) =>
  (numberOf(line, 'quantity') ?? 0) > (numberOf(line, 'refunded_quantity') ?? 0);

/** A line per thing in a parcel; what belongs to the parcel stands in each of them. */
export function manifestCsv(
  orders: readonly DeskRow[],
  parcels: readonly DeskRow[],
  lines: readonly DeskRow[],
  packages: readonly DeskRow[],
): string {
  const rows = orders.flatMap((order) =>
    parcels
      .filter((parcel) => textOf(parcel, 'order_id') === order.id)
      .flatMap((parcel) =>
        lines
          .filter((line) => textOf(line, 'shipment_id') === parcel.id && isLeft(line))
          .map((line) => [
            textOf(order, 'number'),
            String(numberOf(parcel, 'position') ?? 1),
            String(numberOf(parcel, 'weight_grams') ?? 0),
            ...addressOf(order),
            textOf(order, 'email'),
            ...goodsOf(line, textOf(order, 'currency') || 'EUR'),
            ...packedInto(parcel, packages),
          ]),
      ),
  );
  return `\uFEFF${[head, ...rows].map((row) => csvLine([...row])).join('')}`;
}
