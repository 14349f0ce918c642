/** Invariant: what was given back or has left is in no line. */
import { csvLine } from '#shared/csv.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { decimalMoney } from '#shared/money.ts';
import { packingOf } from '#features/shipping/model/packages.ts';
import type { Row } from '#shared/backend/given.ts';

const placeFields = [
  'name',
  'line1',
  'line2',
  'postcode',
  'city',
  'region',
  'country',
  'phone',
] as const;

const head = [
  'order',
  'parcel',
  'weight_grams',
  ...placeFields,
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

type OrderValues = Pick<Row<'orders'>, 'number' | 'email' | 'address' | 'currency'>;
export type ManifestParcel = Pick<Row<'shipments'>, 'order_id' | 'position' | 'weight_grams'>;
type Packages = Parameters<typeof packingOf>[1];

export type ManifestLine = Pick<
  Row<'order_lines'>,
  'shipment_id' | 'title' | 'quantity' | 'refunded_quantity' | 'unit_price_minor'
> & {
  /** Null where whoever asks may not see it, or not any more. */
  readonly product: Pick<
    Row<'products'>,
    'hs_code' | 'origin_country_code' | 'customs_description'
  > | null;
};

const addressOf = ({ address }: OrderValues): readonly string[] =>
  placeFields.map((field) => address?.[field] ?? '');

/** What is merely empty could pass for what the shop never entered. */
const notRead = 'could not be loaded';

function goodsOf({ product, ...line }: ManifestLine, currency: string): readonly string[] {
  const pieces = line.quantity - line.refunded_quantity;
  return [
    product?.customs_description || line.title,
    String(pieces),
    decimalMoney(line.unit_price_minor * pieces, currency),
    currency,
    product === null ? notRead : (product.hs_code ?? ''),
    product === null ? notRead : (product.origin_country_code ?? ''),
  ];
}

/** Empty where no package holds it: then somebody has to look. */
function packedInto(grams: number, packages: Packages): readonly string[] {
  const packing = packingOf(grams, packages);
  if (packing === null) return ['', '', '', '', ''];
  const { length_mm: length, width_mm: width, height_mm: height } = packing;
  return [packing.name, ...[packing.gross_grams, length, width, height].map(String)];
}

/** A line per thing in a parcel; what belongs to the parcel stands in each of them. */
export function manifestCsv(
  orders: readonly DeskRow<OrderValues>[],
  parcels: readonly DeskRow<ManifestParcel>[],
  lines: readonly DeskRow<ManifestLine>[],
  packages: Packages,
): string {
  const left = lines.filter(({ values }) => values.quantity > values.refunded_quantity);
  const rows = orders.flatMap(({ id, values: order }) =>
    parcels
      .filter((parcel) => parcel.values.order_id === id)
      .flatMap((parcel) =>
        left
          .filter((line) => line.values.shipment_id === parcel.id)
          .map((line) => [
            order.number,
            String(parcel.values.position),
            String(parcel.values.weight_grams),
            ...addressOf(order),
            order.email ?? '',
            ...goodsOf(line.values, order.currency),
            ...packedInto(parcel.values.weight_grams, packages),
          ]),
      ),
  );
  return `\uFEFF${[head, ...rows].map((row) => csvLine([...row])).join('')}`;
}
